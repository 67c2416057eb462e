/** Asks nodes of rqlite for their state and changes the members; their content is written elsewhere. */
import { Check } from 'typebox/schema'
import { type Static, type TSchema, Type } from 'typebox'
import { request } from 'undici'
import type { DatabaseCluster } from '../database/cluster-file.ts'
import { connectNodes, type NodeConnections, isDamage } from '../database/rqlite-client.ts'

export interface NodeReport {
  readonly address: string
  readonly id: string
  readonly raft: string
  readonly version: string
  readonly leader: string | undefined
  readonly isLeader: boolean
  readonly applied: number
  readonly committed: number
  readonly sequence: number | undefined
  /** The error of its database where that cannot be read. */
  readonly damage?: string | undefined
}

export interface SilentNode {
  readonly address: string
  readonly fault: string
}

export interface Member {
  readonly id: string
  readonly raft: string
  readonly voter: boolean
  readonly reachable: boolean
  readonly leader: boolean
}

export function isReport(report: NodeReport | SilentNode): report is NodeReport {
  return 'id' in report
}

export class NodeError extends Error {}

const Status = Type.Object({
  build: Type.Object({ version: Type.String() }),
  store: Type.Object({
    node_id: Type.String(),
    addr: Type.String(),
    leader: Type.Object({ node_id: Type.String() }),
    raft: Type.Object({
      state: Type.String(),
      applied_index: Type.Number(),
      commit_index: Type.Number(),
    }),
  }),
})
const Members = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      addr: Type.String(),
      voter: Type.Boolean(),
      reachable: Type.Boolean(),
      leader: Type.Boolean(),
    }),
  ),
})
const Rows = Type.Object({
  results: Type.Array(
    Type.Object({
      values: Type.Optional(Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])))),
      error: Type.Optional(Type.String()),
    }),
  ),
})

const Texts = Type.Object({
  results: Type.Array(
    Type.Object({ values: Type.Optional(Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])))) }),
  ),
})

const patienceMs = 5000
const maxAnswer = 4 * 1024 * 1024
// Reads from the node's own database, not through the leader, so that nodes can be compared.
const sequencePath = `/db/query?level=none&q=${encodeURIComponent('SELECT sequence FROM cluster_state')}`
const holderQuery = "SELECT holder, CAST(term AS TEXT) || ' ' || beat FROM cluster_lease"
const holderPath = `/db/query?level=weak&q=${encodeURIComponent(holderQuery)}`

export class ClusterNodes {
  readonly #connections: NodeConnections

  constructor(cluster: Pick<DatabaseCluster, 'credentials' | 'authority'>) {
    this.#connections = connectNodes(cluster, {
      connectMs: patienceMs,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
      maxResponseSize: maxAnswer,
    })
  }

  /** Returns the state of a node. Never rejects: a silent node is a finding. */
  async report(address: string): Promise<NodeReport | SilentNode> {
    try {
      const [{ build, store }, { sequence, damage }] = await Promise.all([
        this.#get(`${address}/status`, Status),
        this.#sequence(address),
      ])
      return {
        address,
        id: store.node_id,
        raft: store.addr,
        version: build.version,
        leader: store.leader.node_id || undefined,
        isLeader: store.raft.state === 'Leader',
        applied: store.raft.applied_index,
        committed: store.raft.commit_index,
        sequence,
        damage,
      }
    } catch (error) {
      return { address, fault: error instanceof NodeError ? error.message : 'It does not answer.' }
    }
  }

  /**
   * Returns the server that has the lease, as a node that knows the leader reports it; undefined where
   * none has it.
   */
  /** The holder of the lease, and the beat by which it is seen to be alive; undefined where there is none. */
  async holder(address: string): Promise<{ readonly name: string; readonly beat: string } | undefined> {
    const answer = await this.#get(address + holderPath, Texts).catch(() => undefined)
    const [name, beat = ''] = answer?.results[0]?.values?.[0] ?? []
    return name ? { name, beat: beat ?? '' } : undefined
  }

  /** The members of the cluster as that node sees them. Rejects with NodeError. */
  async members(address: string): Promise<Member[]> {
    const { nodes } = await this.#get(`${address}/nodes?nonvoters&ver=2&timeout=2s`, Members)
    return nodes.map(({ id, addr, voter, reachable, leader }) => ({
      id,
      raft: addr,
      voter,
      reachable,
      leader,
    }))
  }

  /** Removes a node from the cluster through any other. Rejects with NodeError. */
  async remove(address: string, id: string): Promise<void> {
    await this.#ask(`${address}/remove`, { method: 'DELETE', body: JSON.stringify({ id }) })
  }

  close(): Promise<void> {
    return this.#connections.agent.close()
  }

  async #sequence(address: string): Promise<Pick<NodeReport, 'sequence' | 'damage'>> {
    const answer = await this.#get(address + sequencePath, Rows).catch(() => undefined)
    const [result] = answer?.results ?? []
    const damage = isDamage(result?.error) ? result?.error : undefined
    return { sequence: result?.values?.[0]?.[0] ?? undefined, damage }
  }

  async #get<S extends TSchema>(url: string, schema: S): Promise<Static<S>> {
    const answer = inJson(await this.#ask(url, { method: 'GET' }))
    if (Check(schema, answer)) return answer
    throw new NodeError(`${new URL(url).origin} answers, but not as a node of rqlite 8 or later does.`)
  }

  async #ask(url: string, { method, body }: { readonly method: 'GET' | 'DELETE'; readonly body?: string }) {
    const { origin } = new URL(url)
    const { statusCode, body: answer } = await request(url, {
      method,
      headers: {
        ...this.#connections.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      dispatcher: this.#connections.agent,
    }).catch((cause: unknown) => {
      throw new NodeError(`${origin} does not answer (${reasonOf(cause)}).`, { cause })
    })
    const text = await answer.text()
    if (statusCode < 300) return text
    throw new NodeError(refusalOf(origin, statusCode, text))
  }
}

function inJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(origin: string, statusCode: number, text: string): string {
  if (statusCode === 401) return `${origin} does not take the user and password of the file of clusters.`
  return `${origin} refused (${statusCode}): ${text.trim().slice(0, 200) || 'it does not say why'}.`
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
}
