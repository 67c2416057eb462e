import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'
import { type FakeProvider, startFakeProvider } from '../../../server/providers/testing/fake-provider.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../../processes/vitrine.ts'

/** Enough that each job can be killed at any share of it, and that merging needs a job. */
export const products = 12_000
export const workspaceName = 'Aimed'

export type EndedJob = Omit<Job, 'result'> & { readonly result: Readonly<Record<string, unknown>> }

type Path = `/api/v1/${string}` | `/app/v1/${string}`

export class Stage {
  readonly path: string
  /** The current data folder; one of the kills moves it. */
  dataDir: string
  readonly provider: FakeProvider
  /** Serves a different picture for every address. */
  readonly site: Server
  workspaceId = ''
  #server: RunningServer | undefined
  #options: readonly string[] = []
  #serial = 0
  acknowledged = 0
  #markerId = ''

  constructor(path: string, provider: FakeProvider, site: Server) {
    this.path = path
    this.dataDir = join(path, 'data')
    this.provider = provider
    this.site = site
  }

  nextSerial(): number {
    return (this.#serial += 1)
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('The server does not run.')
    return this.#server
  }

  get siteOrigin(): string {
    return `http://127.0.0.1:${(this.site.address() as AddressInfo).port}`
  }

  /** Starts the server; the options also apply after a kill, until it is restarted with others. */
  async start(options = this.#options): Promise<void> {
    this.#options = options
    this.#server = await startVitrine(this.dataDir, [], options).listening
  }

  async restart(options: readonly string[]): Promise<void> {
    await this.#server?.stop()
    await this.start(options)
  }

  async kill(): Promise<void> {
    await this.#server?.kill()
    this.#server = undefined
  }

  async ask<Answer>(
    method: string,
    path: Path,
    body?: object | FormData,
    workspaceId = this.workspaceId,
  ): Promise<Answer> {
    return JSON.parse(await this.#send(method, path, body, workspaceId)) as Answer
  }

  text(path: Path): Promise<string> {
    return this.#send('GET', path, undefined, this.workspaceId)
  }

  async #send(
    method: string,
    path: Path,
    body: object | FormData | undefined,
    workspaceId: string,
  ): Promise<string> {
    const authorization = `Bearer ${readFileSync(join(this.dataDir, 'session.key'), 'utf8').trim()}`
    const isForm = body instanceof FormData
    const response = await fetch(new URL(path, this.server.baseUrl), {
      method,
      headers: {
        authorization,
        [workspaceHeader]: workspaceId,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1000)}`)
    return text
  }

  async job(id: string): Promise<Job> {
    return (await this.ask<{ data: Job }>('GET', `/api/v1/jobs/${id}`)).data
  }

  /** Returns the job once it has ended; throws where it does not end or did not do its work. */
  async completed(id: string): Promise<EndedJob> {
    const until = performance.now() + patienceMs
    for (;;) {
      const job = await this.job(id)
      if (job.status === 'completed' && job.result !== null) return { ...job, result: { ...job.result } }
      if (job.completed_at !== null)
        throw new Error(`The job ${job.name} ${job.status}: ${JSON.stringify(job.result)}`)
      if (performance.now() > until)
        throw new Error(`The job ${job.name} has not ended: ${JSON.stringify(job)}`)
      await sleep(30)
    }
  }

  async count(query: string): Promise<number> {
    const path = `/api/v1/products?limit=1&${query}` as const
    return (await this.ask<{ pagination: { total: number } }>('GET', path)).pagination.total
  }

  /** Writes one value after the other into an entity that no job changes, until the server is gone. */
  async writeBeside(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      try {
        await this.setMark()
      } catch (error) {
        if (isStopped() || error instanceof TypeError) return
        throw error
      }
      await sleep(20)
    }
  }

  async setMark(): Promise<void> {
    const value = this.acknowledged + 1
    await this.ask('PATCH', `/api/v1/vendors/${this.#markerId}`, { attributes: { mark: value } })
    this.acknowledged = value
  }

  async readMark(): Promise<number> {
    const path = `/api/v1/vendors/${this.#markerId}` as const
    const { data } = await this.ask<{ data: { attributes: { mark?: number } } }>('GET', path)
    return data.attributes.mark ?? 0
  }

  /** Throws where an acknowledged write is missing, or a value is there that nobody has sent. */
  async assertMark(): Promise<void> {
    const mark = await this.readMark()
    if (mark !== this.acknowledged && mark !== this.acknowledged + 1)
      throw new Error(`The last acknowledged write was ${this.acknowledged}, and ${mark} is there.`)
    this.acknowledged = mark
  }

  /** Throws where an unfinished copy or file lies in the data folder. */
  assertNothingLeft(): void {
    const names = readdirSync(this.dataDir, { recursive: true, encoding: 'utf8' })
    const left = names.filter((name) => /\.(?:partial|part|restored|unpacked|tmp)/.test(name))
    if (left.length > 0) throw new Error(`Left behind: ${left.join(', ')}`)
  }

  async assertSound(): Promise<void> {
    const { lines } = await mustRunVitrine(this.dataDir, ['check', '--workspace', workspaceName])
    if (!lines.some((line) => line['ok'] === true))
      throw new Error(`vitrine check found faults: ${JSON.stringify(lines)}`)
  }

  async fill(): Promise<void> {
    const [workspace] = (await this.ask<{ data: { id: string }[] }>('GET', '/app/v1/workspaces')).data
    this.workspaceId = workspace?.id ?? ''
    for (const body of definitions) await this.ask('POST', '/api/v1/attributes', body)
    this.#markerId = (await this.createVendor('Marker')).id
    await this.createVendor('Vendor 0')
    await this.ask('PATCH', '/app/v1/settings', {
      keys_may_merge: true,
      keys_may_spend: true,
      daily_budget: 1000,
      allow_private_sources: true,
    })
    await this.ask('POST', '/app/v1/providers', {
      name: 'Fake',
      kind: 'openai_compatible',
      base_url: this.provider.baseUrl('openai_compatible'),
      models: { text: 'fake' },
    })
    await this.completed((await this.import(rowsOf(0, 'Vendor 0'))).id)
  }

  async createVendor(name: string): Promise<{ id: string }> {
    const body = { attributes: { vendor_name: name } }
    return (await this.ask<{ data: { id: string } }>('POST', '/api/v1/vendors', body)).data
  }

  async import(csv: string, more: Readonly<Record<string, string>> = {}): Promise<{ id: string }> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ type: 'product', merge_key: 'sku', ...more }))
      form.append(name, value)
    form.append('file', new Blob([csv]), 'rows.csv')
    return (await this.ask<{ data: { id: string } }>('POST', '/api/v1/imports', form)).data
  }

  async remove(): Promise<void> {
    await this.#server?.stop()
    await this.provider.close()
    this.site.closeAllConnections()
    this.site.close()
    rmSync(this.path, { recursive: true, force: true })
  }
}

const patienceMs = 180_000

const text = { data_type: 'single_line_text_field' }
const definitions: readonly object[] = [
  { entity_type: 'vendor', name: 'Vendor name', key: 'vendor_name', ...text, is_primary: true },
  { entity_type: 'vendor', name: 'Mark', key: 'mark', data_type: 'number' },
  { entity_type: 'image', name: 'File name', key: 'file_name', ...text, is_primary: true },
  { entity_type: 'image', name: 'Image URL', key: 'image_url', data_type: 'image' },
  { entity_type: 'product', name: 'SKU', key: 'sku', ...text, is_primary: true },
  { entity_type: 'product', name: 'Name', key: 'name', ...text },
  { entity_type: 'product', name: 'Colour', key: 'colour', ...text },
  { entity_type: 'product', name: 'Note', key: 'note', data_type: 'multi_line_text_field' },
  { entity_type: 'product', name: 'Price', key: 'price', data_type: 'number' },
  { entity_type: 'product', name: 'Picture', key: 'picture', data_type: 'image' },
  {
    entity_type: 'product',
    name: 'Claim',
    key: 'claim',
    ...text,
    ai_generated: true,
    custom_instructions: 'One claim about {{name}}.',
  },
  {
    entity_type: 'product',
    name: 'Vendor',
    key: 'vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  },
]

function rowsOf(price: number, vendor: string): string {
  const lines = Array.from(
    { length: products },
    (_, row) =>
      `P-${row},Chair  P-${row},Red,"A quiet chair of oak for the garden, number ${row}.",${price},${vendor}`,
  )
  return `sku,name,colour,note,price,vendor\n${lines.join('\n')}\n`
}

export async function createStage(): Promise<Stage> {
  const provider = await startFakeProvider({
    answer: () => ({ value: 'A claim', evidence: [], note: null }),
    delayMs: 10,
  })
  const site = createServer((request, response) => {
    const picture = Buffer.from(`\u0089PNG\r\n\u001a\n${request.url ?? ''}`, 'latin1')
    response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const stage = new Stage(mkdtempSync(join(tmpdir(), 'vitrine-trial-aimed-')), provider, site)
  await mustRunVitrine(stage.dataDir, ['workspace', 'create', workspaceName])
  await stage.start()
  await stage.fill()
  return stage
}
