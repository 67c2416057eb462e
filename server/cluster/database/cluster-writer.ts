/**
 * The writer of a workspace that lives in a cluster. Each transaction runs on the writer's own copy, its statements are sent as one, and
 * the copy commits when the cluster has. Where the cluster is in another state by then, the copy is made equal to it and the transaction
 * runs again; catalog, readers and jobs notice nothing.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type CatalogWriter, writerOf } from '../../catalog/connections/writer.ts'
import type { CollectedStatement, WritableDb, ReadableDb } from '../../store/database/database.ts'
import {
  advanceClusterState,
  markDifferent,
  isLeftBehind,
  leavingStatement,
  isSameState,
} from './cluster-state.ts'
import { type ClusterState, readClusterState } from '../../store/file/cluster-tables.ts'
import { type Batch, encodeStatement, headLength, headStatements, makeBatch } from './batch.ts'
import type { StepNews } from './batch-feed.ts'
import {
  denied,
  refuseLargeBatch,
  refuseLargeFiles,
  takenOver,
  unconfirmed,
  unreachable,
} from './cluster-faults.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import type { LeaseRequest } from './lease.ts'
import { Link, type StartLink } from './link.ts'
import { claimLease, type CopyOptions, fetchCopy, openCopy, type OwnCopy } from './own-copy.ts'
import { packStatements, readDependencies } from './pack-statements.ts'
import type { Outcome, StatementResult } from './rqlite-client.ts'

export interface ClusterWriterOptions {
  readonly backupFolder?: string | undefined
  readonly cluster: DatabaseCluster
  /**
   * The server that writes, where several may; without it the copy's path names the server, and no other
   * takes over while it is alive.
   */
  readonly wish?: LeaseRequest | undefined
  readonly startLink: StartLink
  /** How long a write waits for the cluster, if not ten seconds. */
  readonly patienceMs?: number
  readonly onSteps?: OnSteps | undefined
}

export type OnSteps = (news: StepNews) => void

/** Opens a workspace of a cluster for writing by this process alone. Throws WorkspaceFileError. */
export async function openClusterWriter(
  file: string,
  {
    cluster,
    startLink,
    backupFolder,
    wish = wishOf(file),
    patienceMs = writerPatienceMs,
    onSteps,
  }: ClusterWriterOptions,
): Promise<CatalogWriter> {
  const link = new Link(cluster, startLink)
  try {
    const options = { database: cluster.database, backupFolder, wish }
    const copy = await openCopy(file, link, options)
    onSteps?.({ kind: 'begun', state: copy.state, step: copy.step })
    return clusterWriter(copy, { file, link, patienceMs, options, onSteps })
  } catch (error) {
    link.close()
    throw error
  }
}

/** Without a group of servers the copy's path is the name of the server: no other process can have it open. */
export function wishOf(file: string): LeaseRequest {
  return { holder: `${hostname()}:${file}` }
}

type IsSame = (statement: CollectedStatement, result: StatementResult | undefined) => boolean

/** Compares the results that statements report: the changed rows and the id of an added row. */
function resultComparison(db: ReadableDb): IsSame {
  const withoutIds = new Set(
    db.column<string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr = 1"),
  )
  /** A statement that may change a row instead of adding one reports the id of an earlier row. */
  const isAdded = (text: string) => {
    const table = adding.exec(text)?.[1]
    return table !== undefined && !withoutIds.has(table) && !text.includes('ON CONFLICT')
  }
  return ({ text, done }, { rows_affected: changes = 0, last_insert_id: id } = {}) => {
    if (!done || !changing.test(text)) return true
    return done.changes === changes && (changes === 0 || !isAdded(text) || done.lastInsertRowid === id)
  }
}

const changing = /^\s*(?:INSERT|REPLACE|UPDATE|DELETE)\b/i
const adding = /^\s*(?:INSERT|REPLACE)\s+INTO\s+(\w+)/i

export function senderOf(
  copy: OwnCopy,
  parts: Pick<SenderParts, 'file' | 'link' | 'patienceMs' | 'options' | 'onSteps'>,
): Sender {
  const { database } = copy.opened
  // The cluster's content outlives this disk, and a copy that lost its last moments is made equal to it.
  database.sqlite.pragma('synchronous = NORMAL')
  const statements = database.collectStatements()
  const readState = () => database.read(readClusterState)
  const isSame = database.read(resultComparison)
  return new Sender({ ...parts, statements, isSame, readState }, copy)
}

export function clusterWriter(copy: OwnCopy, parts: Parameters<typeof senderOf>[1]): CatalogWriter {
  const { file, link } = parts
  const sender = senderOf(copy, parts)
  const writer = writerOf(copy.opened, file, (tx) => sender.send(tx))
  return {
    ...writer,
    write: (fn, isAwaited) => sender.settle(() => writer.write(fn, isAwaited)),
    home: {
      equalize: () => sender.equalize(),
      leave() {
        sender.leave()
        link.close()
      },
    },
    close() {
      writer.close()
      link.close()
    },
  }
}

class StaleCopy extends Error {}

export const writerPatienceMs = 10_000
const impatienceMs = 1500
const maxTries = 4

interface SenderParts {
  readonly file: string
  readonly options: CopyOptions
  readonly link: Link
  readonly patienceMs: number
  readonly statements: CollectedStatement[]
  readonly isSame: IsSame
  readonly readState: () => ClusterState | undefined
  readonly onSteps?: OnSteps | undefined
}

export class Sender {
  readonly #parts: SenderParts
  #term: number | undefined
  #state: ClusterState | undefined
  #next: ClusterState | undefined
  /** The cluster did not answer last time, so the next write waits for it only briefly. */
  #isLost = false
  #isDifferent = false
  #known: { readonly schema: string; readonly bondsOf: ReturnType<typeof readDependencies> } | undefined

  constructor(parts: SenderParts, { state, term }: Pick<OwnCopy, 'state' | 'term'>) {
    this.#parts = parts
    this.#state = state
    this.#term = term
  }

  settle<T>(write: () => T): T {
    for (let tries = 1; ; tries += 1) {
      this.#next = this.#state
      try {
        const value = write()
        this.#state = this.#next
        if (this.#isDifferent) this.#mendDifference()
        return value
      } catch (error) {
        // The cluster may have committed what the copy has not.
        if (this.#next !== this.#state) this.#state = undefined
        if (!(error instanceof StaleCopy) || tries === maxTries) throw error
        this.#catchUp()
      } finally {
        this.#parts.statements.length = 0
      }
    }
  }

  collect(text: string, params: readonly unknown[]): void {
    this.#parts.statements.push({ text, params })
  }

  /** Has the cluster commit what the transaction has written; throws where it does not, and the copy is rolled back. */
  send(tx: WritableDb): void {
    const { statements, link } = this.#parts
    if (statements.length === 0) return
    if (!this.#state) throw new StaleCopy('The copy is behind its cluster.')
    for (const { params } of statements) refuseLargeFiles(params)
    const batch = makeBatch(this.#state, randomUUID(), packStatements([...statements], this.#bonds(tx)))
    refuseLargeBatch(batch.body)
    advanceClusterState(tx, headStatements(batch))
    const { body, requestId } = batch
    this.#next = undefined
    this.#conclude(tx, batch, link.call('commit', { body, requestId, patienceMs: this.#patience() }))
  }

  #bonds(tx: WritableDb): ReturnType<typeof readDependencies> {
    if (this.#known?.schema !== tx.schemaVersion)
      this.#known = { schema: tx.schemaVersion, bondsOf: readDependencies(tx) }
    return this.#known.bondsOf
  }

  #conclude(tx: WritableDb, batch: Batch, outcome: Outcome): void {
    this.#isLost = outcome.kind === 'lost'
    if (outcome.kind === 'committed') {
      this.#next = batch.to
      this.#describeOf(batch)
      if (outcome.results && !this.#isSame(batch, outcome.results)) {
        // The commit of the cluster counts; the copy is marked until it is made equal.
        markDifferent(tx)
        this.#isDifferent = true
        this.#next = undefined
      }
      return
    }
    if (outcome.kind === 'lost' && outcome.mayHappen) throw unconfirmed()
    if (outcome.kind === 'lost' || outcome.kind === 'denied') {
      this.#next = this.#state
      throw outcome.kind === 'lost' ? unreachable() : denied()
    }
    throw new StaleCopy(
      outcome.kind === 'refused' ? `The cluster refused: ${outcome.error}` : 'The cluster has gone on.',
    )
  }

  #describeOf({ from, to, body }: Batch): void {
    this.#parts.onSteps?.({ kind: 'taken', batch: { from, to, body } })
  }

  #isSame({ statements }: Batch, results: readonly StatementResult[]): boolean {
    return statements.every((statement, index) => this.#parts.isSame(statement, results[index + headLength]))
  }

  /** Makes sure that the copy equals the cluster. Throws where that is impossible. */
  equalize(): void {
    this.#catchUp()
  }

  /** Marks the database in the cluster as moved away, so that a server which does not know of the move cannot write to it. */
  leave(): void {
    const { link } = this.#parts
    if (!this.#state) return
    const [text, ...params] = leavingStatement(this.#state)
    const body = `[${encodeStatement(text, params)}]`
    // The move is valid whether or not this succeeds.
    link.call('commit', { body, requestId: randomUUID(), patienceMs: impatienceMs })
  }

  #catchUp(): void {
    const { file, link, readState, options } = this.#parts
    const look = () => link.call('look', { patienceMs: this.#patience() })
    let content = look()
    this.#isLost = content.kind === 'unreachable'
    if (content.kind !== 'workspace') throw unreachable()
    if (isLeftBehind(content.state)) throw takenOver()
    if (this.#term === undefined) {
      this.#term = claimLease(link, options)?.term
      content = look()
      if (content.kind !== 'workspace') throw unreachable()
    }
    if (content.term !== this.#term) throw takenOver()
    const own = readState()
    if (!own || !isSameState(own, content.state))
      fetchCopy(link, { file, format: options.format, term: this.#term })
    this.#state = readState()
    this.#parts.onSteps?.({ kind: 'begun', state: this.#state })
  }

  #mendDifference(): void {
    this.#isDifferent = false
    try {
      this.#catchUp()
    } catch {
      // The next write tries it again.
    }
  }

  #patience(): number {
    return Math.min(this.#parts.patienceMs, this.#isLost ? impatienceMs : Infinity)
  }
}
