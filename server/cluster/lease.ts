/**
 * The lease of a database of a cluster: the one server that has it writes. Clocks of different machines are never compared: what fences is
 * the term, and time tells only when another may try, by whether the beat has moved while somebody looked.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterState, selectState } from '../store/file/cluster-state.ts'
import { createLeaseTable, type LeaseRow, selectLease } from '../store/file/cluster-lease.ts'
import { encodeStatement } from './batch.ts'
import type { RqliteClient } from './rqlite-client.ts'

/** A lease that this server has. */
export interface HeldLease {
  readonly term: number
  /** By which the cluster tells this run of the server from others. */
  readonly run: string
  /** The states that taking it has led from and to; undefined where the cluster holds no database yet. */
  readonly step?: { readonly before: ClusterState; readonly after: ClusterState } | undefined
}

export type LeaseClaim =
  | ({ readonly kind: 'taken' } & HeldLease)
  | { readonly kind: 'held'; readonly by: LeaseRow }
  | { readonly kind: 'unreachable' }

/** Who asks for a lease, and how. */
export interface LeaseWish {
  /** Names the server for good: no other process can be it, since its copy is locked. */
  readonly holder: string
  /** What others need to reach it. */
  readonly door?: string | undefined
  /** The server has the lease of the whole already: whoever has this one still is to lose it. */
  readonly takesAtOnce?: boolean | undefined
}

export const beatMs = 500
/** How long the beat of a holder stands still until another may take its place. */
export const silenceMs = 2000
const lookMs = 250

/** Whether whoever has a lease is to be waited for. */
export function isForOthers({ holder }: LeaseRow, wish: LeaseWish): boolean {
  return holder !== null && holder !== wish.holder && wish.takesAtOnce !== true
}

export class Lease {
  readonly #client: RqliteClient
  readonly #wish: LeaseWish
  readonly #run: string

  constructor(client: RqliteClient, wish: LeaseWish, run: string = randomUUID()) {
    this.#client = client
    this.#wish = wish
    this.#run = run
  }

  /** The row; one that nobody has where there is none yet, undefined where no majority answers. */
  async read(patienceMs = 0): Promise<LeaseRow | undefined> {
    const rows = await this.#client.query(selectLease, [], patienceMs).catch(withoutTable)
    if (!rows) return undefined
    const [term = 0, beat = 0, holder = null, run = null, door = null] = rows[0] ?? []
    return { term, beat, holder, run, door } as LeaseRow
  }

  /** Takes the lease where nobody has it or who had it is silent, and waits no longer than it takes to find that out. */
  async claim(patienceMs: number): Promise<LeaseClaim> {
    const watch = new LeaseWatch(this.#wish)
    for (;;) {
      const row = await this.read(patienceMs)
      if (!row) return { kind: 'unreachable' }
      const sight = watch.see(row)
      if (sight === 'alive') return { kind: 'held', by: row }
      if (sight === 'free') {
        const held = await this.take(row, patienceMs)
        if (held) return { kind: 'taken', ...held }
      }
      await sleep(lookMs)
    }
  }

  /** Takes the lease from whoever had it as it was seen; undefined where that is not so any more, or is not known to have been done. */
  async take(seen: LeaseRow, patienceMs = 0): Promise<HeldLease | undefined> {
    const before = await this.#state(patienceMs)
    // Without the step nothing would be fenced.
    if (before === 'unreachable') return undefined
    const term = seen.term + 1
    const step = before && { before, after: stateAfter(before, `${term} ${this.#run}`) }
    await this.#client.change([
      encodeStatement(createLeaseTable, []),
      encodeStatement('INSERT OR IGNORE INTO cluster_lease (one, term, beat) VALUES (1, 0, 0)', []),
      this.#takingStatement(seen),
      ...(step ? [stepStatement(step)] : []),
    ])
    // What was not answered may have been done all the same.
    const row = await this.read(patienceMs)
    const isTaken = row?.term === term && row.run === this.#run
    return isTaken ? { term, run: this.#run, step } : undefined
  }

  #takingStatement({ term, beat }: LeaseRow): string {
    const { holder, door = null } = this.#wish
    const text = `UPDATE cluster_lease SET term = CASE WHEN term = ? AND beat = ? THEN term + 1 END,
      beat = 0, holder = ?, run = ?, door = ?`
    return encodeStatement(text, [term, beat, holder, this.#run, door])
  }

  /** Says that this server lives: false where it has the lease no more, undefined where that cannot be told. */
  async beat(term: number): Promise<boolean | undefined> {
    const text = 'UPDATE cluster_lease SET beat = beat + 1 WHERE term = ? AND run = ?'
    const outcome = await this.#client.change([encodeStatement(text, [term, this.#run])])
    if (outcome.kind !== 'committed' || !outcome.results) return undefined
    return outcome.results[0]?.rows_affected === 1
  }

  /** Gives the lease back, so that nobody waits for its holder. */
  async release(term: number): Promise<void> {
    const text = 'UPDATE cluster_lease SET holder = NULL, door = NULL WHERE term = ? AND run = ?'
    await this.#client.change([encodeStatement(text, [term, this.#run])])
  }

  /** Undefined where the cluster has none yet. */
  async #state(patienceMs: number): Promise<ClusterState | undefined | 'unreachable'> {
    const rows = await this.#client.query(selectState, [], patienceMs).catch(withoutTable)
    if (!rows) return 'unreachable'
    const [row] = rows
    return row && { origin: String(row[0]), sequence: Number(row[1]), digest: String(row[2]) }
  }
}

/** Looks at a lease again and again, by one's own clock. */
export class LeaseWatch {
  readonly #wish: LeaseWish
  #seen: LeaseRow | undefined
  #since = 0
  #moves = 0

  constructor(wish: LeaseWish) {
    this.#wish = wish
  }

  /** How long the beat has stood still. */
  silentMs(now = performance.now()): number {
    return now - this.#since
  }

  /** Whether it may be taken, its holder lives, or that is yet to be seen. */
  see(row: LeaseRow, now = performance.now()): 'free' | 'alive' | 'unsure' {
    if (!isForOthers(row, this.#wish)) return 'free'
    const seen = this.#seen
    const hasMoved = seen?.term !== row.term || seen.beat !== row.beat
    if (hasMoved) {
      this.#seen = row
      this.#since = now
      this.#moves += 1
      // The first is its coming into sight, and the second may be the last of one that ends.
      return this.#moves > 2 ? 'alive' : 'unsure'
    }
    return now - this.#since >= silenceMs ? 'free' : 'unsure'
  }
}

function stateAfter(before: ClusterState, what: string): ClusterState {
  const digest = createHash('sha256').update(`${before.digest} ${what}`).digest('hex')
  return { ...before, sequence: before.sequence + 1, digest }
}

/** Moves a database on, so that what was made on the state before is stale. */
export function stepStatement({ before, after }: NonNullable<HeldLease['step']>): string {
  const text =
    'UPDATE cluster_state SET sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = ?'
  return encodeStatement(text, [before.sequence, before.digest, after.digest])
}

function withoutTable(error: unknown): [] {
  if (String(error).includes('no such table')) return []
  throw error
}
