import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Workspace } from '#shared/app-surface.ts'
import { scopes as allScopes, type Scope } from '#shared/scopes.ts'
import { apiRoot } from '../edge/api-root.ts'
import { startServer, type RunningServer } from '../index.ts'
import { runHere } from './in-process-host.ts'
import { sendRequest, type TestRequest, type TestResponse } from './http-client.ts'

export interface TestServerOptions {
  /** What the key of `get`, `post`, `patch` and `delete` holds; everything by default. */
  readonly scopes?: readonly Scope[]
  /** Attribute definitions to make first, as bodies of `POST /attributes`. */
  readonly attributes?: readonly object[]
  readonly rendererDir?: string
  /** Where its data folder is made; among the temporary files by default. */
  readonly parent?: string | undefined
  /** Requests a minute of one key. */
  readonly rateLimit?: number
  /** How often watched folders are looked into. */
  readonly lookEveryMs?: number
  /** Real threads, for what they do beside each other. Without them all runs on the test's own. */
  readonly isThreaded?: boolean
}

type Headers = Readonly<Record<string, string>>

/** A server on a free port with its own data folder, one workspace and one key; `await using` ends and removes it. */
export interface TestServer extends AsyncDisposable {
  readonly server: RunningServer
  readonly dataDir: string
  readonly workspace: Workspace
  readonly key: string
  /** Requests below the API root with the server's key. */
  get(path: string, headers?: Headers): Promise<TestResponse>
  post(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  patch(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  delete(path: string, body?: unknown, headers?: Headers): Promise<TestResponse>
  /** Any request with the owner's session; `path` is complete, the workspace is named in the header. */
  asOwner(request: TestRequest): Promise<TestResponse>
  /** Any request as it is, without a credential. */
  send(request: TestRequest): Promise<TestResponse>
  /** Waits until a job has ended and returns it. */
  endedJob(id: string): Promise<TestResponse['body']>
  /** Makes a further key. */
  issueKey(scopes: readonly Scope[], workspaceId?: string): Promise<string>
}

/** Starts a test server. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = join(options.parent ?? tmpdir(), `vitrine-test-${randomUUID()}`)
  const { rendererDir, rateLimit, lookEveryMs, isThreaded = false } = options
  const server = await startServer({
    dataDir,
    port: 0,
    ...(rendererDir !== undefined && { rendererDir }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(lookEveryMs !== undefined && { lookEveryMs }),
    ...(!isThreaded && { threadEntry: runHere }),
  })
  const send = (request: TestRequest) => sendRequest(server.origin, request)
  const asOwner = ({ headers, ...request }: TestRequest) =>
    send({ ...request, headers: { authorization: `Bearer ${server.sessionToken}`, ...headers } })

  const workspace: Workspace = await created(
    asOwner({ method: 'POST', path: '/app/v1/workspaces', body: { name: 'Test' } }),
  )
  const issueKey = async (scopes: readonly Scope[], workspaceId = workspace.id): Promise<string> => {
    const path = `/app/v1/workspaces/${workspaceId}/keys`
    const { key } = await created(asOwner({ method: 'POST', path, body: { name: 'test', scopes } }))
    return key
  }
  const key = await issueKey(options.scopes ?? allScopes)
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
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function created(pending: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, body, text } = await pending
  if (status !== 201) throw new Error(`Set-up failed with ${status}: ${text}`)
  return body.data
}
