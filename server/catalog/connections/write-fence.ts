/** Until when a server may write, which its threads find in shared memory. */
export type FenceMemory = BigInt64Array

const nanoseconds = 1_000_000n

/** A moment by the clock that nobody sets, and by that of the wall, which goes on while the machine sleeps. */
export interface FenceMoment {
  readonly monotonic: bigint
  readonly wall: number
}

/** Lets writes through until a moment that is moved on again and again, and none from then on. */
export class WriteFence {
  readonly memory: FenceMemory = new BigInt64Array(new SharedArrayBuffer(16))

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

  get isOpen(): boolean {
    return isFenceOpen(this.memory)
  }
}

export function isFenceOpen(memory: FenceMemory): boolean {
  const { monotonic, wall } = WriteFence.now()
  return monotonic < Atomics.load(memory, 0) && BigInt(wall) < Atomics.load(memory, 1)
}
