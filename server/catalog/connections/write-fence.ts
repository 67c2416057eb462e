/**
 * Until when a server may write, and how far its replica has come, which its threads find in shared memory: the end by both clocks, the
 * moment until which everything is in the replica, by how much that may be late (0 where that does not matter), how much later it may
 * be before it is waited for no longer, and whether nothing is written then.
 */
export type FenceMemory = BigInt64Array

const nanoseconds = 1_000_000n
const hundredYearsMs = 100 * 365 * 86_400_000

/** A moment by the clock that nobody sets, and by that of the wall, which goes on while the machine sleeps. */
export interface FenceMoment {
  readonly monotonic: bigint
  readonly wall: number
}

export interface LagBound {
  readonly mayLagMs: number
  /** A replica that is later than this beyond `mayLagMs` is not waited for. */
  readonly patienceMs: number
  /** Whether writes are refused then; they go on otherwise. */
  readonly isRefusedThen: boolean
}

/** Lets writes through until a moment that is moved on again and again, and none from then on. */
export class WriteFence {
  readonly memory: FenceMemory = new BigInt64Array(new SharedArrayBuffer(6 * BigInt64Array.BYTES_PER_ELEMENT))

  static now(): FenceMoment {
    return { monotonic: process.hrtime.bigint(), wall: Date.now() }
  }

  /** Opens for a while that is counted from an earlier moment. */
  openFrom({ monotonic, wall }: FenceMoment, ms: number): void {
    Atomics.store(this.memory, 0, monotonic + BigInt(ms) * nanoseconds)
    Atomics.store(this.memory, 1, BigInt(wall + ms))
  }

  close(): void {
    Atomics.store(this.memory, 0, 0n)
  }

  /** A fence of a server whose place nobody takes: it is never closed, and only lets writes wait for the replica. */
  static alwaysOpen(): WriteFence {
    const fence = new WriteFence()
    fence.openFrom(WriteFence.now(), hundredYearsMs)
    return fence
  }

  /** Lets no write begin while the replica lacks more than the changes of the last `mayLagMs`. */
  boundLag({ mayLagMs, patienceMs, isRefusedThen }: LagBound): void {
    Atomics.store(this.memory, 5, isRefusedThen ? 1n : 0n)
    Atomics.store(this.memory, 4, BigInt(patienceMs) * nanoseconds)
    Atomics.store(this.memory, 3, BigInt(mayLagMs) * nanoseconds)
  }

  noteReplicated({ monotonic }: FenceMoment): void {
    Atomics.store(this.memory, 2, monotonic)
    Atomics.notify(this.memory, 2)
  }

  get isOpen(): boolean {
    return isFenceOpen(this.memory)
  }
}

export function isFenceOpen(memory: FenceMemory): boolean {
  const { monotonic, wall } = WriteFence.now()
  return monotonic < Atomics.load(memory, 0) && BigInt(wall) < Atomics.load(memory, 1)
}

// A standby may lack this much of what is acknowledged.
const mayLackNs = 1_000_000_000n

/** By how much the replica is later than it may be where a write begins; negative where it is not. */
function lateness(memory: FenceMemory): bigint {
  const mayLag = Atomics.load(memory, 3)
  return mayLag === 0n ? -mayLackNs : process.hrtime.bigint() - Atomics.load(memory, 2) - mayLag
}

/** Waits, without giving up the thread, until a write may begin; false where none may, as the replica is late for long. */
export function waitForReplica(memory: FenceMemory): boolean {
  for (;;) {
    const sent = Atomics.load(memory, 2)
    const late = lateness(memory)
    if (late <= 0n) return true
    if (late > Atomics.load(memory, 4)) return Atomics.load(memory, 5) === 0n
    Atomics.wait(memory, 2, sent, 100)
  }
}

/** Resolves once no more than a second of what was saved is missing in the replica; with false where that takes long. */
export async function replicaKeepsUp(memory: FenceMemory): Promise<boolean> {
  for (;;) {
    const late = lateness(memory)
    if (late <= mayLackNs - Atomics.load(memory, 3)) return true
    if (late > Atomics.load(memory, 4)) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
