/**
 * The lease of a database in a cluster: only the server that holds it writes. Clocks of different machines are never compared. Writes are
 * fenced by the term, which each taking counts up; the beat, which the holder counts up, only tells another server when it may try.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LeaseRow, selectLease } from './cluster-state.ts'
import { type ClusterState, selectState, writerTable } from '../../store/file/cluster-tables.ts'
import { encodeStatement } from './batch.ts'
import type { RqliteClient } from './rqlite-client.ts'

export interface HeldLease {
  readonly term: number
  readonly run: string
  readonly step?: { readonly before: ClusterState; readonly after: ClusterState } | undefined
}

export type LeaseClaim =
  | ({ readonly kind: 'taken' } & HeldLease)
  | { readonly kind: 'held'; readonly by: LeaseRow }
  | { readonly kind: 'unreachable' }

export interface LeaseRequest {
  /** The lasting name of the server: no other process can have it, since its copy is locked. */
  readonly holder: string
  readonly address?: string | undefined
  /** The server holds the lease of vitrine.db, so it takes this one at once from any holder. */
  readonly takesAtOnce?: boolean | undefined
}

export const beatMs = 500
/** How long a beat must stand still before another server may take the lease. */
export const silenceMs = 2000
const lookMs = 250

/** Whether another server holds the lease, which must be found silent before it is taken. */
export function isForOthers({ holder }: LeaseRow, wish: LeaseRequest): boolean {
  return holder !== null && holder !== wish.holder && wish.takesAtOnce !== true
}

export class Lease {
  readonly #client: RqliteClient
  readonly #wish: LeaseRequest
  readonly #run: string

  constructor(client: RqliteClient, wish: LeaseRequest, run: string = randomUUID()) {
    this.#client = client
    this.#wish = wish
    this.#run = run
  }

  /** The row of the lease, without a holder where there is none yet; undefined where no majority answers. */
  async read(patienceMs = 0): Promise<LeaseRow | undefined> {
    const rows = await this.#client.query(selectLease, [], patienceMs).catch(withoutTable)
    if (!rows) return undefined
    const [term = 0, beat = 0, holder = null, run = null, address = null] = rows[0] ?? []
    return { term, beat, holder, run, door: address } as LeaseRow
  }

  /** Takes the lease where nobody holds it or the holder is silent; waits only as long as it takes to find that out. */
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

  /** Takes the lease if its row is still the one given; undefined where it has changed, or where the outcome is unknown. */
  async take(seen: LeaseRow, patienceMs = 0): Promise<HeldLease | undefined> {
    const before = await this.#state(patienceMs)
    // Only a new state of the database makes batches of the former holder stale.
    if (before === 'unreachable') return undefined
    const term = seen.term + 1
    const step = before && { before, after: stateAfter(before, `${term} ${this.#run}`) }
    await this.#client.change([
      encodeStatement(writerTable, []),
      encodeStatement('INSERT OR IGNORE INTO cluster_lease (one, term, beat) VALUES (1, 0, 0)', []),
      this.#takingStatement(seen),
      ...(step ? [stepStatement(step)] : []),
    ])
    // A request without an answer may have been carried out all the same.
    const row = await this.read(patienceMs)
    const isTaken = row?.term === term && row.run === this.#run
    return isTaken ? { term, run: this.#run, step } : undefined
  }

  #takingStatement({ term, beat }: LeaseRow): string {
    const { holder, address: listener = null } = this.#wish
    const text = `UPDATE cluster_lease SET term = CASE WHEN term = ? AND beat = ? THEN term + 1 END,
      beat = 0, holder = ?, run = ?, door = ?`
    return encodeStatement(text, [term, beat, holder, this.#run, listener])
  }

  /** Counts the beat up: false where this server has lost the lease, undefined where no majority answers. */
  async beat(term: number): Promise<boolean | undefined> {
    const text = 'UPDATE cluster_lease SET beat = beat + 1 WHERE term = ? AND run = ?'
    const outcome = await this.#client.change([encodeStatement(text, [term, this.#run])])
    if (outcome.kind !== 'committed' || !outcome.results) return undefined
    return outcome.results[0]?.rows_affected === 1
  }

  /** Gives the lease back, so that the next server need not wait until the holder counts as silent. */
  async release(term: number): Promise<void> {
    const text = 'UPDATE cluster_lease SET holder = NULL, door = NULL WHERE term = ? AND run = ?'
    await this.#client.change([encodeStatement(text, [term, this.#run])])
  }

  async #state(patienceMs: number): Promise<ClusterState | undefined | 'unreachable'> {
    const rows = await this.#client.query(selectState, [], patienceMs).catch(withoutTable)
    if (!rows) return 'unreachable'
    const [row] = rows
    return row && { origin: String(row[0]), sequence: Number(row[1]), digest: String(row[2]) }
  }
}

/** Watches the beat of a lease by this server's own clock. */
export class LeaseWatch {
  readonly #wish: LeaseRequest
  #seen: LeaseRow | undefined
  #since = 0
  #moves = 0

  constructor(wish: LeaseRequest) {
    this.#wish = wish
  }

  silentMs(now = performance.now()): number {
    return now - this.#since
  }

  see(row: LeaseRow, now = performance.now()): 'free' | 'alive' | 'unsure' {
    if (!isForOthers(row, this.#wish)) return 'free'
    const seen = this.#seen
    const hasMoved = seen?.term !== row.term || seen.beat !== row.beat
    if (hasMoved) {
      this.#seen = row
      this.#since = now
      this.#moves += 1
      // The first value seen proves nothing, and the second may be the last beat of a server that ends.
      return this.#moves > 2 ? 'alive' : 'unsure'
    }
    return now - this.#since >= silenceMs ? 'free' : 'unsure'
  }
}

function stateAfter(before: ClusterState, what: string): ClusterState {
  const digest = createHash('sha256').update(`${before.digest} ${what}`).digest('hex')
  return { ...before, sequence: before.sequence + 1, digest }
}

/** Moves a database on to a new state, so that batches made on the former one fail. */
export function stepStatement({ before, after }: NonNullable<HeldLease['step']>): string {
  const text =
    'UPDATE cluster_state SET sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = ?'
  return encodeStatement(text, [before.sequence, before.digest, after.digest])
}

function withoutTable(error: unknown): [] {
  if (String(error).includes('no such table')) return []
  throw error
}
