import { join } from 'node:path'
import { scopes } from '#shared/scopes.ts'
import { sendRequest, type TestRequest, type TestResponse } from '../../../server/testing/http-client.ts'
import { HttpClient } from '../../processes/http-client.ts'
import { type StartingServer, startVitrine } from '../../processes/vitrine.ts'
import type { Database, ServerSetup } from './trial-machines.ts'

export class TrialServer {
  readonly dataDir: string
  readonly #place: ServerSetup
  readonly #options: readonly string[]
  #running: StartingServer | undefined
  #listener: ServerSetup['listener']
  isPaused = false
  firstOwnerUrl: string | undefined

  constructor(dataDir: string, clusterFile: string, setup: ServerSetup) {
    this.dataDir = dataDir
    this.#place = setup
    this.#options = ['--team', '--rate-limit', '0', '--cluster', clusterFile, ...setup.options]
    this.#listener = setup.listener
  }

  async start(): Promise<void> {
    const port =
      this.#place.listener || !this.#listener ? [] : ['--port', new URL(this.#listener.origin).port]
    this.#running = startVitrine(this.dataDir, [], [...this.#options, ...port], this.#place.within)
    const { said } = await this.#running.listening
    const origin = String(said['origin'])
    this.#listener ??= { origin, headers: { origin } }
    if (typeof said['first_owner_url'] === 'string') this.firstOwnerUrl = said['first_owner_url']
  }

  async kill(): Promise<void> {
    await this.#running?.kill()
  }

  async stop(): Promise<void> {
    const running = await this.#running?.listening
    await running?.stop()
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused
    if (this.#running) process.kill(this.#running.pid, isPaused ? 'SIGSTOP' : 'SIGCONT')
  }

  get canBeIsolated(): boolean {
    return this.#place.isolate !== undefined
  }

  isolate(isIsolated: boolean): void {
    this.#place.isolate?.(isIsolated)
  }

  /** The command prefix for its commands, which must run on the same machine. */
  get within(): readonly string[] {
    return this.#place.within
  }

  client(key: string): HttpClient {
    const { origin, headers } = this.#requireListener()
    return new HttpClient(`${origin}/api/v1`, key, 1, headers)
  }

  async ask(request: TestRequest): Promise<TestResponse> {
    const { origin, headers } = this.#requireListener()
    const answer = await sendRequest(origin, { ...request, headers: { ...headers, ...request.headers } })
    if (answer.status < 300) return answer
    throw new Error(`${request.path} answered ${answer.status}: ${answer.text}`)
  }

  #requireListener(): NonNullable<ServerSetup['listener']> {
    if (this.#listener) return this.#listener
    throw new Error('The server was never started.')
  }
}

export interface SharedCatalog {
  readonly key: string
  readonly workspaceId: string
}

export async function makeSharedCatalog(
  { firstOwnerUrl = '' }: TrialServer,
  server: TrialServer,
): Promise<SharedCatalog> {
  const name: Database = 'Trial'
  const token = new URL(firstOwnerUrl).hash.split('=')[1]
  const person = { name: 'Owner', email: 'owner@trial.example', password: 'seven slow otters carry lanterns' }
  const accepted = await server.ask({
    method: 'POST',
    path: '/app/v1/invitations/accept',
    body: { token, ...person },
  })
  const cookie = (accepted.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const post = async (path: string, body: object) =>
    (await server.ask({ method: 'POST', path, body, headers: { cookie } })).body.data
  const { id: workspaceId } = await post('/app/v1/workspaces', { name })
  const { key } = await post(`/app/v1/workspaces/${workspaceId}/keys`, { name: 'Trial', scopes })
  return { key, workspaceId }
}

export async function startTrialServers(
  folder: string,
  clusterFile: string,
  setups: readonly ServerSetup[],
): Promise<TrialServer[]> {
  const servers = setups.map(
    (setup, index) => new TrialServer(join(folder, `server-${index}`), clusterFile, setup),
  )
  for (const server of servers) await server.start()
  return servers
}
