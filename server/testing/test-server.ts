import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Workspace } from '#shared/app-surface.ts'
import { scopes as allScopes, type Scope } from '#shared/scopes.ts'
import { apiRoot } from '../edge/paths.ts'
import { startServer, type RunningServer, type ServerOptions, type TeamOptions } from '../index.ts'
import { ClusterMap } from '../cluster/database/cluster-file.ts'
import { runHere } from './in-process-host.ts'
import { sendRequest, type TestRequest, type TestResponse } from './http-client.ts'

export interface TestServerOptions {
  readonly scopes?: readonly Scope[]
  readonly attributes?: readonly object[]
  readonly rendererDir?: string
  readonly parent?: string | undefined
  readonly rateLimit?: number
  readonly lookEveryMs?: number
  readonly autoPauseMs?: number
  /** The time of schedules and of what automations gather. */
  readonly clock?: ServerOptions['clock']
  readonly port?: number
  readonly pictureFolders?: readonly string[]
  readonly team?: TeamOptions
  readonly replicate?: ServerOptions['replicate']
  readonly watching?: ServerOptions['watching']
  /** Nodes of rqlite that the workspace lives on; with CLUSTER_TESTS=1 each server has one. */
  readonly nodes?: readonly string[]
  readonly cluster?: ClusterMap
  /** Uses real threads, for concurrency. By default everything runs on the test's own thread. */
  readonly isThreaded?: boolean
}

type Headers = Readonly<Record<string, string>>

/** A server on a free port with its own data folder, one workspace and one key; `await using` ends and removes it. */
export interface TestServer extends AsyncDisposable {
  readonly server: RunningServer
  readonly dataDir: string
  readonly workspace: Workspace
  readonly key: string
  get(path: string, headers?: Headers): Promise<TestResponse>
  post(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  patch(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  delete(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  asOwner(request: TestRequest): Promise<TestResponse>
  send(request: TestRequest): Promise<TestResponse>
  endedJob(id: string): Promise<TestResponse['body']>
  issueKey(scopes: readonly Scope[], workspaceId?: string): Promise<string>
}

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = join(options.parent ?? tmpdir(), `vitrine-test-${randomUUID()}`)
  const { rendererDir, rateLimit, lookEveryMs, autoPauseMs, team, replicate, isThreaded = false } = options
  const { pictureFolders, clock, watching } = options
  const cluster = await clusterFor(options)
  const server = await startServer({
    dataDir,
    ...(cluster && { cluster: cluster.map }),
    port: options.port ?? 0,
    ...(rendererDir !== undefined && { rendererDir }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(lookEveryMs !== undefined && { lookEveryMs }),
    ...(autoPauseMs !== undefined && { autoPauseMs }),
    ...(pictureFolders && { pictureFolders }),
    ...(clock && { clock }),
    ...(team && { team }),
    ...(replicate && { replicate }),
    ...(watching && { watching }),
    ...(!isThreaded && { threadEntry: runHere }),
  })
  const send = (request: TestRequest) => sendRequest(server.origin, request)
  const asOwner = ({ headers, ...request }: TestRequest) =>
    sendRequest(server.commandOrigin, {
      ...request,
      headers: { authorization: `Bearer ${server.sessionToken}`, ...headers },
    })

  const workspace: Workspace = await created(
    asOwner({ method: 'POST', path: '/app/v1/workspaces', body: { name: 'Test' } }),
  )
  const issueKey = async (scopes: readonly Scope[], workspaceId = workspace.id): Promise<string> => {
    const path = `/app/v1/workspaces/${workspaceId}/keys`
    const { key } = await created(asOwner({ method: 'POST', path, body: { name: 'test', scopes } }))
    return key
  }
  const key = team ? '' : await issueKey(options.scopes ?? allScopes)
  const call = (method: string, path: string, body: unknown, headers: Headers = {}) =>
    send({ method, path: apiRoot + path, body, headers: { authorization: `Bearer ${key}`, ...headers } })
  const inWorkspace = { 'vitrine-workspace': workspace.id }
  for (const body of options.attributes ?? []) {
    const path = `${apiRoot}/attributes`
    await created(asOwner({ method: 'POST', path, body, headers: inWorkspace }))
  }

  return {
    server,
    dataDir,
    workspace,
    key,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
    asOwner: ({ headers, ...request }) => asOwner({ ...request, headers: { ...inWorkspace, ...headers } }),
    send,
    endedJob: async (id) => {
      for (;;) {
        const job = (await call('GET', `/jobs/${id}`, undefined)).body.data
        if (job.completed_at !== null) return job
        await setTimeout(20)
      }
    },
    issueKey,
    async [Symbol.asyncDispose]() {
      await server.close()
      await cluster?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface TestCluster {
  readonly map: ClusterMap
  readonly stop: () => Promise<void>
}

/** Lets tests of workspaces in files run on a cluster: `CLUSTER_TESTS=1 npx vitest run server/http`. */
async function clusterFor({ nodes, cluster }: TestServerOptions): Promise<TestCluster | undefined> {
  if (cluster) return { map: cluster, stop: () => Promise.resolve() }
  if (nodes) return { map: mapOf(nodes), stop: () => Promise.resolve() }
  if (process.env['CLUSTER_TESTS'] !== '1') return undefined
  const { startRqlite } = await import('./rqlite-nodes.ts')
  const started = await startRqlite()
  const stop = () => Promise.resolve(started[Symbol.asyncDispose]())
  return { map: mapOf(started.nodes.map(({ address }) => address)), stop }
}

function mapOf(nodes: readonly string[]): ClusterMap {
  return new ClusterMap('', [{ database: 'Test', nodes }])
}

async function created(pending: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, body, text } = await pending
  if (status !== 201) throw new Error(`Set-up failed with ${status}: ${text}`)
  return body.data
}
