import type { MessagePort } from 'node:worker_threads'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { makeClusterFile, replaceContent } from './cluster-state.ts'
import { type ClusterState, selectState } from '../../store/file/cluster-tables.ts'
import { removeDatabase } from '../../store/file/backup.ts'
import type { Batch } from './batch.ts'
import type { LinkAnswer, LinkStart } from './link.ts'
import { type FormatName, formatOf } from './plan-move.ts'
import { takenOver } from './cluster-faults.ts'
import { type HeldLease, Lease, type LeaseClaim, type LeaseRequest, beatMs } from './lease.ts'
import { type Outcome, RqliteClient } from './rqlite-client.ts'
import { asError } from '#shared/interrupted.ts'

export type ClusterContent =
  | {
      readonly kind: 'workspace'
      readonly state: ClusterState
      readonly version: number
      readonly term: number
    }
  | { readonly kind: 'empty' }
  /** The database has tables of something else. */
  | { readonly kind: 'foreign' }
  /** Its nodes do not enforce foreign keys. */
  | { readonly kind: 'lax' }
  | { readonly kind: 'unreachable' }

export interface LinkOperations {
  commit(input: Pick<Batch, 'body' | 'requestId'> & { readonly patienceMs: number }): Promise<Outcome>
  look(input: { readonly patienceMs: number }): Promise<ClusterContent>
  claim(input: { readonly wish: LeaseRequest; readonly patienceMs: number }): Promise<LeaseClaim>
  keep(input: HeldLease): void
  release(): Promise<void>
  fetch(input: { readonly file: string; readonly format?: FormatName | undefined }): Promise<void>
  give(input: {
    readonly file: string
    readonly state: ClusterState
    readonly term: number
    readonly format?: FormatName | undefined
  }): Promise<void>
}

class LeaseKeeper {
  readonly #client: RqliteClient
  #held: { readonly lease: Lease; readonly term: number } | undefined
  #heart: NodeJS.Timeout | undefined

  constructor(client: RqliteClient) {
    this.#client = client
  }

  async claim(wish: LeaseRequest, patienceMs: number): Promise<LeaseClaim> {
    const lease = new Lease(this.#client, wish)
    const claim = await lease.claim(patienceMs)
    if (claim.kind !== 'taken') return claim
    this.#held = { lease, term: claim.term }
    // Where servers share a vitrine.db, its lease decides who serves, and its beat is the only one.
    if (!wish.takesAtOnce) this.#beatLater()
    return claim
  }

  /** Keeps the beat going from this thread too: the thread that has taken the lease may be busy for seconds. */
  keep({ term, run }: HeldLease): void {
    this.#held = { lease: new Lease(this.#client, { holder: '' }, run), term }
    this.#beatLater()
  }

  async close(): Promise<void> {
    clearTimeout(this.#heart)
    const held = this.#held
    this.#held = undefined
    await held?.lease.release(held.term).catch(() => undefined)
  }

  /** Stops where the lease is lost; the writer notices with its next write. */
  #beatLater(): void {
    this.#heart = setTimeout(() => void this.#beat(), beatMs)
    this.#heart.unref()
  }

  async #beat(): Promise<void> {
    const held = this.#held
    const isHeld = await held?.lease.beat(held.term).catch(() => undefined)
    if (isHeld !== false && this.#held) this.#beatLater()
  }
}

/** Serves a link until the writer closes it, or its thread is gone. */
export function serveLink({ cluster, port, answered }: LinkStart, onClosed: () => void): void {
  const client = new RqliteClient(cluster)
  const keeper = new LeaseKeeper(client)
  const operations = operationsOf(client, keeper)
  port.on('message', ({ name, input }: { name: keyof LinkOperations; input: never }) => {
    void answerBy(port, async () => operations[name](input)).then(() => {
      Atomics.add(answered, 0, 1)
      return Atomics.notify(answered, 0)
    })
  })
  const end = async () => {
    await keeper.close()
    await client.close().catch(() => undefined)
    onClosed()
  }
  port.on('close', () => void end())
}

async function answerBy(port: MessagePort, run: () => Promise<unknown>): Promise<void> {
  port.postMessage(await run().then((value): LinkAnswer => ({ value }), failureOf))
}

function failureOf(error: unknown): LinkAnswer {
  if (error instanceof WorkspaceFileError) return { fileError: error.kind, message: error.message }
  return { error: asError(error) }
}

function operationsOf(client: RqliteClient, keeper: LeaseKeeper): LinkOperations {
  return {
    release: () => keeper.close(),
    keep: (held) => keeper.keep(held),
    claim: ({ wish, patienceMs }) => keeper.claim(wish, patienceMs),
    commit: ({ patienceMs, ...batch }) => client.commit(batch, patienceMs),
    look: ({ patienceMs }) => look(client, patienceMs),
    async fetch({ file, format }) {
      const given = `${file}.given`
      try {
        await client.backup(given)
        await replaceContent(given, file, await formatOf(format))
      } finally {
        removeDatabase(given)
      }
    },
    async give({ file, state, term, format }) {
      const made = `${file}.made`
      try {
        // A whole file cannot begin with a compare-and-set, so the term is checked first; the row of the lease goes along in the file.
        const lease = await new Lease(client, { holder: '' }).read()
        if (lease?.term !== term) throw takenOver()
        await makeClusterFile(file, made, { state, lease, format: await formatOf(format) })
        await client.load(made)
      } finally {
        removeDatabase(made)
      }
    },
  }
}

async function look(client: RqliteClient, patienceMs: number): Promise<ClusterContent> {
  const rows = await client.query(
    `SELECT foreign_keys, user_version, (SELECT count(*) FROM sqlite_schema WHERE name <> 'cluster_lease'),
       (SELECT count(*) FROM sqlite_schema WHERE name = 'cluster_state'),
       (SELECT count(*) FROM sqlite_schema WHERE name = 'cluster_lease') FROM pragma_foreign_keys, pragma_user_version`,
    [],
    patienceMs,
  )
  if (!rows) return { kind: 'unreachable' }
  const [keys, version, objects, isOurs, hasLease] = rows[0] ?? []
  if (keys !== 1) return { kind: 'lax' }
  if (objects === 0) return { kind: 'empty' }
  if (isOurs === 0) return { kind: 'foreign' }
  const states = await client.query(hasLease === 1 ? withTerm : selectState, [], patienceMs)
  if (!states) return { kind: 'unreachable' }
  const [origin, sequence, digest, term = 0] = states[0] ?? []
  const state = { origin: String(origin), sequence: Number(sequence), digest: String(digest) }
  return { kind: 'workspace', state, version: Number(version), term: Number(term) }
}

// In one query: whether a state may be written on depends on the term that it was read with.
const withTerm = 'SELECT origin, sequence, digest, (SELECT term FROM cluster_lease) FROM cluster_state'
