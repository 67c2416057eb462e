import type { ChildProcess } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Workspace } from '#shared/app-surface.ts'
import type { AttributeCreate, AttributeDefinition } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { scopes } from '#shared/scopes.ts'
import { startServe } from './serve-process.ts'

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
}

export class ServedApp {
  readonly dataFolder: string
  readonly origin: string
  /** Opens the app once: the address carries a single-use ticket. */
  readonly appUrl: string
  readonly #process: ChildProcess
  readonly #session: string
  /**
   * A file with the sample catalog: filling a workspace with it takes a second, copying the file almost
   * none.
   */
  #sampleFile: string | undefined

  /** Starts on a fresh folder, or on another server's folder at its address. */
  static async start(
    left?: Pick<ServedApp, 'dataFolder' | 'origin'>,
    more: readonly string[] = [],
  ): Promise<ServedApp> {
    const dataFolder = left?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'vitrine-e2e-')))
    const port = left ? new URL(left.origin).port : '0'
    const { child, listening } = await startServe<{ origin: string; app_url: string }>([
      '--port',
      port,
      '--data',
      dataFolder,
      ...more,
    ])
    const { origin, app_url } = listening
    const session = await readFile(join(dataFolder, 'session.key'), 'utf8')
    return new ServedApp({ child, dataFolder, origin, appUrl: app_url, session: session.trim() })
  }

  private constructor(parts: {
    child: ChildProcess
    dataFolder: string
    origin: string
    appUrl: string
    session: string
  }) {
    this.#process = parts.child
    this.dataFolder = parts.dataFolder
    this.origin = parts.origin
    this.appUrl = parts.appUrl
    this.#session = parts.session
  }

  async createWorkspace(name: string, { sample = true } = {}): Promise<Workspace> {
    if (sample && this.#sampleFile !== undefined) return this.#copySample(this.#sampleFile, name)
    const workspace = (await this.#owner('/app/v1/workspaces', { name, sample })) as Workspace
    if (sample) this.#sampleFile = await this.#backUp(workspace)
    return workspace
  }

  async sampleFile(): Promise<string> {
    if (this.#sampleFile === undefined) await this.createWorkspace('Sample to copy')
    return this.#sampleFile ?? ''
  }

  async createKey({ id }: Pick<Workspace, 'id'>): Promise<string> {
    const path = `/app/v1/workspaces/${id}/keys`
    const { key } = (await this.#owner(path, { name: 'e2e', scopes })) as { key: string }
    return key
  }

  /** Ends the server as a power cut would; its folder stays. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    const code = await ended
    await rm(this.dataFolder, { recursive: true, force: true })
    return code
  }

  async #backUp({ id }: Workspace): Promise<string> {
    const file = join(this.dataFolder, 'sample.vitrine')
    await this.#owner(`/app/v1/workspaces/${id}/backup`, { file })
    return file
  }

  async #copySample(sampleFile: string, name: string): Promise<Workspace> {
    // A workspace that is opened takes the name of its file.
    const file = join(this.dataFolder, 'workspaces', `${name.replaceAll(/[^\w ,;-]/g, ' ')}.vitrine`)
    await copyFile(sampleFile, file)
    return (await this.#owner('/app/v1/workspaces/open', { file })) as Workspace
  }

  async #owner(path: string, body: unknown): Promise<unknown> {
    const { status, body: answer } = await send(this.origin + path, 'POST', this.#session, body)
    if (status !== 200 && status !== 201)
      throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}${await this.#logged(answer)}`)
    return answer.data
  }

  /** Returns the log of a refused request, since the folder goes with the test. */
  async #logged({ error }: Answer['body']): Promise<string> {
    const log = await readFile(join(this.dataFolder, 'logs', 'server.log'), 'utf8').catch(() => '')
    const lines = log.split('\n').filter((line) => line.includes(error?.request_id ?? '-'))
    return lines.map((line) => `\n${line}`).join('')
  }
}

/** A script's view of one workspace: its own key, the public API, nothing else. */
export class Api {
  readonly #root: string
  readonly key: string

  constructor(origin: string, key: string) {
    this.#root = `${origin}/api/v1`
    this.key = key
  }

  get(path: string): Promise<Answer> {
    return send(this.#root + path, 'GET', this.key)
  }

  post(path: string, body: unknown): Promise<Answer> {
    return send(this.#root + path, 'POST', this.key, body)
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return send(this.#root + path, 'PATCH', this.key, body)
  }

  async define(definition: AttributeCreate): Promise<void> {
    expectStatus(await this.post('/attributes', definition), 201)
  }

  async create(plural: string, attributes: Record<string, unknown>): Promise<string> {
    return expectStatus(await this.post(`/${plural}`, { attributes }), 201).data.id
  }

  async write(plural: string, id: string, attributes: Record<string, unknown>): Promise<void> {
    expectStatus(await this.patch(`/${plural}/${id}`, { attributes }), 200)
  }

  async list(plural: string, query: Record<string, string> = {}): Promise<EntityResource[]> {
    const params = new URLSearchParams({ limit: '200', ...query })
    return expectStatus(await this.get(`/${plural}?${params.toString()}`), 200).data
  }

  /**
   * Returns the only entity with this text in an attribute; waits up to 30 s, as the app saves on its own
   * time.
   */
  async find(plural: string, key: string, value: string): Promise<EntityResource> {
    const deadline = Date.now() + 30_000
    for (;;) {
      const found = await this.list(plural, { [`filter[${key}]`]: value })
      if (found.length === 1) return found[0] as EntityResource
      if (Date.now() > deadline) throw new Error(`${found.length} ${plural} have the ${key} ${value}.`)
      await delay(100)
    }
  }

  /**
   * Waits until that many jobs of a name have ended; the first call of a model loads its client code,
   * which takes a while.
   */
  async jobsEnded(name: string, count: number): Promise<void> {
    for (;;) {
      const jobs: Job[] = expectStatus(await this.get('/jobs?limit=200'), 200).data
      const ended = jobs.filter((job) => job.name === name && job.completed_at !== null)
      if (ended.length >= count) return
      await delay(100)
    }
  }

  async read(plural: string, id: string): Promise<EntityResource['attributes']> {
    return expectStatus(await this.get(`/${plural}/${id}`), 200).data.attributes
  }

  async count(plural: string): Promise<number> {
    return expectStatus(await this.get(`/${plural}?limit=1`), 200).pagination.total
  }

  async attributes(type: string): Promise<AttributeDefinition[]> {
    return expectStatus(await this.get(`/attributes?type=${type}`), 200).data
  }
}

function expectStatus({ status, body }: Answer, expected: number): Answer['body'] {
  if (status !== expected) throw new Error(`The API answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function send(url: string, method: string, key: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
