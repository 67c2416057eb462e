/** A workspace with products and a running server, for trials of pictures. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOfTree } from '../../../server/testing/process-tree.ts'
import { createKey } from '../../catalog/build-workspace.ts'
import { HttpClient } from '../../processes/http-client.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../../processes/vitrine.ts'

const workspaceName = 'Pictures'
const text = { data_type: 'single_line_text_field' }
const attributes: readonly object[] = [
  { entity_type: 'product', name: 'SKU', key: 'sku', ...text, is_primary: true },
  { entity_type: 'product', name: 'EAN', key: 'ean', ...text },
  { entity_type: 'product', name: 'Photo', key: 'photo', data_type: 'image' },
  {
    entity_type: 'product',
    name: 'Gallery',
    key: 'gallery',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  },
]

const imageAttributes: readonly object[] = [
  { entity_type: 'image', name: 'File name', key: 'file_name', ...text, is_primary: true },
  { entity_type: 'image', name: 'Image URL', key: 'image_url', data_type: 'image' },
]

export interface PictureProduct {
  readonly sku: string
  readonly ean?: string
  readonly photo?: string
}

export interface AnsweredJob {
  readonly id: string
  readonly status: string
  readonly result: Record<string, unknown> | null
}

export interface PlanRow {
  readonly file: { readonly name: string; readonly hash: string | null }
  readonly status: string
  readonly entity: { readonly label: string } | null
  readonly note: string | null
}

export class PictureWorld {
  readonly folder: string
  readonly files: string
  readonly #dataDir: string
  readonly #key: string
  readonly #server: RunningServer
  readonly #client: HttpClient
  readonly #owner: Readonly<Record<string, string>>
  #peakMb = 0
  #looking: NodeJS.Timeout | undefined

  static async make(products: readonly PictureProduct[]): Promise<PictureWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-pictures-'))
    const dataDir = join(folder, 'data')
    await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
    const key = await createKey(dataDir, workspaceName)
    const server = await startVitrine(dataDir, [], ['--rate-limit', '100000']).listening
    const world = new PictureWorld({ folder, dataDir, key, server })
    for (const body of attributes) await world.send('POST', '/attributes', body)
    await world.addProducts(products)
    return world
  }

  private constructor(made: { folder: string; dataDir: string; key: string; server: RunningServer }) {
    this.folder = made.folder
    this.files = join(made.folder, 'files')
    mkdirSync(this.files)
    this.#dataDir = made.dataDir
    this.#key = made.key
    this.#server = made.server
    this.#client = new HttpClient(made.server.baseUrl, made.key, 60)
    const session = readFileSync(join(made.dataDir, 'session.key'), 'utf8').trim()
    this.#owner = { authorization: `Bearer ${session}` }
  }

  get peakMb(): number {
    return this.#peakMb
  }

  get pid(): number {
    return this.#server.pid
  }

  /** Lets images have a name and a file, as placing the first pictures would. */
  async defineImages(): Promise<void> {
    for (const body of imageAttributes) await this.send('POST', '/attributes', body)
  }

  get dataDir(): string {
    return this.#dataDir
  }

  async addProducts(products: readonly PictureProduct[]): Promise<void> {
    for (let start = 0; start < products.length; start += 100) {
      const items = products.slice(start, start + 100).map((values) => ({ attributes: values }))
      await this.send('POST', '/products/batch', { merge_key: 'sku', items })
    }
  }

  send<Body = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Body> {
    return this.#client.json<Body>({ method, path, body })
  }

  status(path: string): Promise<number> {
    return this.#client.send({ method: 'GET', path }).then(({ status }) => status)
  }

  /** Asks what only the app may ask. */
  ask<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
    return this.#askAsOwner(method, `/app/v1${path}`, body)
  }

  /** The public API as the owner, who may name folders. */
  askApi<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    return this.#askAsOwner(method, `/api/v1${path}`, body)
  }

  async #askAsOwner<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const origin = new URL(this.#server.baseUrl).origin
    const workspaces = await fetch(`${origin}/app/v1/workspaces`, { headers: this.#owner })
    const { data } = (await workspaces.json()) as { data: readonly { id: string }[] }
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...this.#owner,
        'vitrine-workspace': data[0]?.id ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answered = (await answer.json()) as Body
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answered)}`)
    return answered
  }

  async bytes(path: string): Promise<{ status: number; bytes: Buffer }> {
    const answer = await fetch(`${this.#server.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  /** Stores a file; its path and hash. */
  async store(bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; hash: string; path: string }> {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'file')
    const headers = { authorization: `Bearer ${this.#key}` }
    const answer = await fetch(`${this.#server.baseUrl}/files`, { method: 'POST', headers, body: form })
    const { data } = (await answer.json()) as { data?: { hash: string; path: string } }
    return { status: answer.status, hash: data?.hash ?? '', path: data?.path ?? '' }
  }

  async endedJob(id: string): Promise<AnsweredJob> {
    for (;;) {
      const { data } = await this.send<{ data: AnsweredJob }>('GET', `/jobs/${id}`)
      if (['completed', 'failed', 'cancelled'].includes(data.status)) return data
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  /** Matches the files of a folder as the app does, and returns the job and its whole plan. */
  async match(
    folder: string,
    rules: readonly object[],
    more: object = {},
  ): Promise<{ job: AnsweredJob; rows: PlanRow[] }> {
    const job = await this.endedJob(await this.beginMatch(folder, rules, more))
    return { job, rows: await this.rowsOf(job.id) }
  }

  async beginMatch(folder: string, rules: readonly object[], more: object = {}): Promise<string> {
    const body = { files: { folder }, rules, attribute: 'gallery', ...more }
    return (await this.askApi<{ data: { id: string } }>('POST', '/asset-matches', body)).data.id
  }

  async rowsOf(jobId: string): Promise<PlanRow[]> {
    const rows: PlanRow[] = []
    for (let cursor: string | undefined; ;) {
      const page = await this.send<{
        data: PlanRow[]
        pagination: { has_more: boolean; next_cursor?: string }
      }>('GET', `/asset-matches/${jobId}/rows?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      rows.push(...page.data)
      if (!page.pagination.has_more) return rows
      cursor = page.pagination.next_cursor
    }
  }

  /** Measures the memory of the server with all of its processes until the returned function is called. */
  watchMemory(): () => number {
    this.#peakMb = 0
    const look = () => {
      this.#peakMb = Math.max(this.#peakMb, memoryOfTree(this.#server.pid))
    }
    look()
    this.#looking = setInterval(look, lookEveryMs)
    return () => {
      clearInterval(this.#looking)
      look()
      return Math.round(this.#peakMb)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#looking)
    this.#client.close()
    await this.#server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const pollMs = 50
const lookEveryMs = 100
