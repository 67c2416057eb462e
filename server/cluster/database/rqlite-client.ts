/**
 * Writes to a cluster of rqlite and reads from it. A refused write has certainly not been carried out.
 * Without an answer the outcome is unknown, and the cluster is asked for it by the id of the request
 * before anything is sent again.
 */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request, Agent } from 'undici'
import { type Batch, staleError } from './batch.ts'
import { type DatabaseCluster, type ClusterCredentials, isThisComputer } from './cluster-file.ts'

export interface StatementResult {
  readonly last_insert_id?: number
  readonly rows_affected?: number
  readonly error?: string
}

/** The outcome of a transaction; a stale one was made on another state than the cluster's. */
export type Outcome =
  | { readonly kind: 'committed'; readonly results: readonly StatementResult[] | undefined }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'denied' }
  /** The time is up; a request that was sent may or may not have been carried out. */
  | { readonly kind: 'lost'; readonly mayHappen: boolean; readonly reason: string }

interface Answer {
  readonly status: number
  readonly text: string
  readonly location: string | undefined
}

interface RqliteAnswer {
  readonly results?: readonly (StatementResult & { readonly values?: readonly (readonly unknown[])[] })[]
  readonly error?: string
}

type Rows = readonly (readonly unknown[])[]

const connectMs = 1000
const answerMs = 4000
const bytesPerMs = 2000
const pauseMs = 50
const learnEveryMs = 10_000
const maxMembers = 15

type SendResult = Answer | { readonly fault: string; readonly wasSent: boolean }

/**
 * It begins with the nodes of the file of clusters and learns from the cluster who its members are, so that
 * nodes come and go while servers run.
 */
export class RqliteClient {
  readonly #named: readonly string[]
  readonly #connections: NodeConnections
  #nodes: readonly string[]
  #leader = 0
  #learnsAt = 0

  constructor(cluster: DatabaseCluster) {
    this.#named = cluster.nodes
    this.#nodes = cluster.nodes
    this.#connections = connectNodes(cluster, { connectMs, keepAliveTimeout: 60_000 })
  }

  async commit(batch: Pick<Batch, 'body' | 'requestId'>, patienceMs: number): Promise<Outcome> {
    const until = performance.now() + patienceMs
    let [mayHappen, reason] = [false, 'no node answered']
    for (;;) {
      const outcome = await this.#attempt(batch, mayHappen)
      if (outcome && outcome.kind !== 'lost') return outcome
      mayHappen ||= outcome?.mayHappen ?? false
      reason = outcome?.reason ?? reason
      if (performance.now() > until) return { kind: 'lost', mayHappen, reason }
      await sleep(pauseMs)
    }
  }

  /**
   * Sends a transaction; one that may have been carried out already is first looked up, and undefined
   * means that its outcome is unknown.
   */
  async #attempt(
    { body, requestId }: Pick<Batch, 'body' | 'requestId'>,
    mayHappen: boolean,
  ): Promise<Outcome | undefined> {
    const committed: Outcome = { kind: 'committed', results: undefined }
    const happened = mayHappen ? await this.#happened(requestId) : false
    if (happened === undefined) return undefined
    if (happened) return committed
    // Sending it again is safe: the transaction that is carried out first makes the other one stale.
    const timeoutMs = answerMs + body.length / bytesPerMs
    const outcome = outcomeOf(await this.#post('/db/execute?transaction&norwrandom', body, timeoutMs))
    if (outcome.kind !== 'stale' || !mayHappen) return outcome
    return (await this.#happened(requestId)) ? committed : outcome
  }

  /**
   * Has statements (each from `encodeStatement`) carried out together, once or, where the answer is lost,
   * perhaps.
   */
  async change(statements: readonly string[]): Promise<Outcome> {
    return outcomeOf(
      await this.#post('/db/execute?transaction&norwrandom', `[${statements.join(',')}]`, answerMs),
    )
  }

  /** Rows of a query, as most nodes agree on them; undefined where no leader answers within the time. */
  async query(text: string, params: readonly unknown[] = [], patienceMs = 0): Promise<Rows | undefined> {
    const until = performance.now() + patienceMs
    const body = JSON.stringify([[text, ...params]])
    for (;;) {
      const rows = rowsOf(await this.#post('/db/query?level=strong', body, answerMs))
      if (rows || performance.now() > until) return rows
      await sleep(pauseMs)
    }
  }

  /** Writes the leader's database into a file. Rejects where it is unavailable. */
  async backup(target: string): Promise<void> {
    const path = '/db/backup?redirect'
    for (let tries = 0; tries < 2 * this.#nodes.length; tries += 1) {
      const answer = await this.#ask(path, { method: 'GET' }, undefined).catch(() => undefined)
      if (answer?.statusCode === 200) return pipeline(answer.body, createWriteStream(target))
      await answer?.body.dump()
      this.#follow(answer?.headers['location']?.toString())
    }
    throw new Error('No node of the cluster gives its database.')
  }

  /** Writes the database of the asked node into a file; false where the node does not send it. */
  async backupOfNode(target: string): Promise<boolean> {
    const answer = await this.#ask('/db/backup?noleader', { method: 'GET' }, answerMs).catch(() => undefined)
    if (answer?.statusCode === 200) await pipeline(answer.body, createWriteStream(target))
    else await answer?.body.dump()
    return answer?.statusCode === 200
  }

  async load(source: string): Promise<void> {
    let reason = 'no node answered'
    for (let tries = 0; tries < 2 * this.#nodes.length; tries += 1) {
      const file = await open(source)
      try {
        const { size } = await file.stat()
        const body = file.createReadStream()
        const headers = { 'content-type': 'application/octet-stream', 'content-length': `${size}` }
        const answer = await this.#ask('/db/load?redirect', { method: 'POST', body, headers }, undefined)
        const text = await answer.body.text()
        if (answer.statusCode === 200 && !text.includes('"error"')) return
        reason = text.trim()
        this.#follow(answer.headers['location']?.toString())
      } catch (error) {
        reason = String(error)
        this.#next()
      } finally {
        await file.close()
      }
    }
    throw new Error(`The cluster does not take a database: ${reason}`)
  }

  close(): Promise<void> {
    return this.#connections.agent.destroy()
  }

  async #happened(requestId: string): Promise<boolean | undefined> {
    const rows = await this.query('SELECT 1 FROM cluster_request WHERE id = ?', [requestId])
    return rows && rows.length > 0
  }

  /** Asks the known leader, and goes on to the next node where that is none. */
  async #post(path: string, body: string, timeoutMs: number): Promise<SendResult> {
    const sent = await this.#send(`${path}&redirect`, body, timeoutMs)
    if ('fault' in sent) {
      this.#next()
      return sent
    }
    if (sent.status !== 301) {
      if (sent.status >= 500) this.#next()
      else this.#learnSoon()
      return sent
    }
    // Where the address of the leader cannot be used from here, nodes pass requests on to it themselves.
    const isKnown = this.#follow(sent.location)
    return this.#send(isKnown ? `${path}&redirect` : path, body, timeoutMs)
  }

  async #send(path: string, body: string, timeoutMs: number): Promise<SendResult> {
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await this.#ask(path, { method: 'POST', body, headers }, timeoutMs)
      const location = answer.headers['location']?.toString()
      return { status: answer.statusCode, text: await answer.body.text(), location }
    } catch (error) {
      return { fault: faultOf(error), wasSent: !neverSent.has(codeOf(error)) }
    }
  }

  #ask(
    path: string,
    options: Pick<Dispatcher.RequestOptions, 'method' | 'body'> & {
      readonly headers?: Record<string, string>
    },
    timeoutMs: number | undefined,
  ): Promise<Dispatcher.ResponseData> {
    return request(`${this.#nodes[this.#leader]}${path}`, {
      ...options,
      headers: { ...this.#connections.headers, ...options.headers },
      dispatcher: this.#connections.agent,
      ...(timeoutMs !== undefined && { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
    })
  }

  /** Asks the cluster now and then who its members are; nobody waits for the answer. */
  #learnSoon(): void {
    if (performance.now() < this.#learnsAt) return
    this.#learnsAt = performance.now() + learnEveryMs
    this.#learn().catch(() => undefined)
  }

  async #learn(): Promise<void> {
    const members = await this.#askMembers()
    const asked = this.#nodes[this.#leader] ?? ''
    this.#nodes = [...new Set([...this.#named, ...members])]
    this.#leader = Math.max(0, this.#nodes.indexOf(asked))
  }

  /** The addresses of the members, of the first node that gives them; empty where none of them can be used. */
  async members(): Promise<readonly string[]> {
    for (const _ of this.#nodes) {
      const members = await this.#askMembers().catch(() => undefined)
      if (members !== undefined) return members
      this.#next()
    }
    return []
  }

  async #askMembers(): Promise<readonly string[]> {
    const asked = await this.#ask('/nodes?ver=2&timeout=1s', { method: 'GET' }, answerMs)
    const text = await asked.body.text()
    if (asked.statusCode !== 200) throw new Error(`The node answers ${asked.statusCode}.`)
    return addressesIn(text).filter((address) => isAlike(address, this.#named))
  }

  #follow(location: string | undefined): boolean {
    const origin = location === undefined ? undefined : URL.parse(location)?.origin
    if (origin !== undefined && isAlike(origin, this.#named) && !this.#nodes.includes(origin))
      this.#nodes = [...this.#nodes, origin].slice(-2 * maxMembers)
    const index = origin === undefined ? -1 : this.#nodes.indexOf(origin)
    if (index < 0 && origin === undefined) this.#next()
    if (index >= 0) this.#leader = index
    return index >= 0
  }

  #next(): void {
    this.#leader = (this.#leader + 1) % this.#nodes.length
  }
}

/** The addresses that the members of a cluster give as their own (`-http-adv-addr`). */
function addressesIn(text: string): string[] {
  const { nodes = [] } = JSON.parse(text) as { nodes?: readonly { api_addr?: string; voter?: boolean }[] }
  return nodes
    .filter(({ voter }) => voter === true)
    .flatMap(({ api_addr: address = '' }) => URL.parse(address)?.origin ?? [])
    .slice(0, maxMembers)
}

/**
 * Whether an address that the cluster gives can be meant for this computer: encrypted as the named ones
 * are, and of this computer only where they are, too. A node without `-http-adv-addr` gives such ones.
 */
function isAlike(address: string, named: readonly string[]): boolean {
  const { protocol, hostname } = new URL(address)
  const known = named.map((node) => new URL(node))
  const isHere = isThisComputer(hostname)
  return (
    !['0.0.0.0', '[::]'].includes(hostname) &&
    known.some((node) => node.protocol === protocol && isThisComputer(node.hostname) === isHere)
  )
}

// These errors come before a connection exists: nothing has been sent.
const neverSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function faultOf(error: unknown): string {
  return codeOf(error) || String(error)
}

function rowsOf(sent: SendResult): Rows | undefined {
  if ('fault' in sent || sent.status !== 200) return undefined
  const { results, error } = parseAnswer(sent.text)
  const [result] = results
  if (isDamage(result?.error)) return undefined
  if (result?.error !== undefined) throw new Error(`The cluster refused a question: ${result.error}`)
  return error === undefined && result ? (result.values ?? []) : undefined
}

function parseAnswer(text: string): {
  readonly results: NonNullable<RqliteAnswer['results']>
  readonly error?: string
} {
  const answered = JSON.parse(text) as RqliteAnswer
  return { ...answered, results: answered.results ?? [] }
}

// A node that answers with a redirect or without a leader has not passed the request on.
const passedNothingOn = ({ status, text }: Answer) =>
  status === 301 || (status >= 500 && text.startsWith('leader not found'))

function outcomeOf(sent: SendResult): Outcome {
  if ('fault' in sent) return { kind: 'lost', mayHappen: sent.wasSent, reason: sent.fault }
  if (sent.status === 401 || sent.status === 403) return { kind: 'denied' }
  if (passedNothingOn(sent)) return { kind: 'lost', mayHappen: false, reason: 'no node leads' }
  if (sent.status !== 200) return { kind: 'lost', mayHappen: true, reason: sent.text.trim().slice(0, 200) }
  return outcomeOfAnswer(sent.text)
}

function outcomeOfAnswer(text: string): Outcome {
  const { results, error } = parseAnswer(text)
  if (error !== undefined) return { kind: 'lost', mayHappen: true, reason: error }
  const failed = results.find((result) => result.error !== undefined)?.error
  if (failed === undefined) return { kind: 'committed', results }
  // A node whose disk has failed says nothing about the others.
  if (isDamage(failed)) return { kind: 'lost', mayHappen: true, reason: failed }
  return failed === staleError ? { kind: 'stale' } : { kind: 'refused', error: failed }
}

export interface NodeConnections {
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
}

/** Opens no connection yet; the caller closes the agent. */
export function connectNodes(
  { credentials, authority }: Pick<DatabaseCluster, 'credentials' | 'authority'>,
  { connectMs, ...options }: Omit<Agent.Options, 'connect'> & { readonly connectMs: number },
): NodeConnections {
  const connect = { timeout: connectMs, ...(authority !== undefined && { ca: authority }) }
  return { agent: new Agent({ ...options, connect }), headers: credentials ? headersOf(credentials) : {} }
}

function headersOf({ user, password }: ClusterCredentials): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

/**
 * Whether an error of a node is about its disk, and not about the statement: other nodes may have carried
 * it out, for each one applies the log by itself.
 */
export function isDamage(error: string | undefined): boolean {
  return error !== undefined && /malformed|not a database|disk I\/O|disk is full/.test(error)
}
