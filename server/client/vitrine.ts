/**
 * The client of the public API.
 *
 * const vitrine = new Vitrine({ url: 'http://127.0.0.1:7777', key })
 * for await (const product of vitrine.products.list({ filter: { price: { gte: 100 } } })) console.log(product.label)
 */
import { Entities, toBodyFilter } from './entities.ts'
import { followEvents, type FollowOptions } from './follow-events.ts'
import { type CallOptions, type ClientOptions, pause, Transport } from './transport.ts'
import type {
  AnyCatalog,
  Axes,
  ChangeEvent,
  EntityType,
  Filter,
  Job,
  MadeVariants,
  PlannedVariant,
  StoredFile,
} from './types.ts'

export { VitrineError } from './vitrine-error.ts'
export type { Entities, ListOptions, WriteOptions, BatchItem } from './entities.ts'
export type * from './types.ts'
export type { CallOptions, ClientOptions, FollowOptions }

export interface BulkEditOptions extends CallOptions {
  readonly type: EntityType
  readonly filter: Filter
  /** Values, or operations such as `{ percent: 4 }`. */
  readonly set?: Readonly<Record<string, unknown>>
  readonly clear?: readonly string[]
  readonly append?: Readonly<Record<string, unknown>>
  /** Counts and compares, and writes nothing. */
  readonly dryRun?: boolean
}

export interface ImportOptions extends CallOptions {
  readonly type: EntityType
  readonly mergeKey?: string
  readonly fileName?: string
  readonly dryRun?: boolean
  /** Further fields of `POST /imports`, such as `mapping`. */
  readonly fields?: Readonly<Record<string, string>>
}

export interface ExportOptions extends CallOptions {
  readonly type?: EntityType
  readonly channel?: string
  readonly format?: 'csv' | 'xlsx' | 'jsonl'
  readonly filter?: Filter
  readonly fields?: readonly string[]
}

export interface VariantOptions extends CallOptions {
  /** Values for every new variant. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Such as `{sku}-{color}`. */
  readonly skuPattern?: string
}

/** One workspace, by a key of it. */
export class Vitrine<Catalog extends { [Plural in keyof AnyCatalog]: object } = AnyCatalog> {
  readonly #transport: Transport
  readonly products: Entities<Catalog['products']>
  readonly images: Entities<Catalog['images']>
  readonly vendors: Entities<Catalog['vendors']>
  readonly categories: Entities<Catalog['categories']>
  readonly sources: Entities<Catalog['sources']>
  readonly jobs: Jobs
  readonly events: { follow(options?: FollowOptions): AsyncGenerator<ChangeEvent, void, undefined> }
  readonly files: {
    upload(file: Blob | Uint8Array, name?: string, options?: CallOptions): Promise<StoredFile>
  }

  constructor(options: ClientOptions) {
    const transport = new Transport(options)
    this.#transport = transport
    this.products = new Entities(transport, 'products')
    this.images = new Entities(transport, 'images')
    this.vendors = new Entities(transport, 'vendors')
    this.categories = new Entities(transport, 'categories')
    this.sources = new Entities(transport, 'sources')
    this.jobs = new Jobs(transport)
    this.events = { follow: (follow = {}) => followEvents(transport, follow) }
    this.files = {
      upload: async (file, name = 'file', { signal } = {}) => {
        const form = new FormData()
        form.append('file', toBlob(file), name)
        return (await transport.json<{ data: StoredFile }>('POST', '/files', { form, signal })).data
      },
    }
  }

  /** Sends any request of the API, with the retries of all others. */
  request<Body>(
    method: string,
    path: string,
    {
      body,
      query,
      signal,
    }: CallOptions & { readonly body?: unknown; readonly query?: Readonly<Record<string, string>> } = {},
  ): Promise<Body> {
    return this.#transport.json<Body>(method, path, { body, query: new URLSearchParams(query), signal })
  }

  /** Sends a request whose answer is no JSON, such as a file. */
  send(
    method: string,
    path: string,
    { query, signal }: CallOptions & { readonly query?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    return this.#transport.send(method, path, { query: new URLSearchParams(query), signal })
  }

  /** Edits all that match, and waits for the end. `vitrine.undo(job.id)` takes it back. */
  async bulkEdit({ filter, dryRun, signal, ...edit }: BulkEditOptions): Promise<Job> {
    const body = { ...edit, filter: toBodyFilter(filter), ...(dryRun !== undefined && { dry_run: dryRun }) }
    return this.#ended('/bulk-edits', { body, signal })
  }

  /** Tells which combinations of values would become variants of a product, and writes nothing. */
  async planVariants(
    id: string,
    axes: Axes,
    options: VariantOptions = {},
  ): Promise<readonly PlannedVariant[]> {
    const path = `/products/${id}/variants/plan`
    const { signal } = options
    const call = { body: toGrid(axes, options), signal }
    return (await this.#transport.json<{ data: { rows: PlannedVariant[] } }>('POST', path, call)).data.rows
  }

  /** Makes every new combination a variant of the product. `vitrine.undo(made.edit_id)` takes it back. */
  async createVariants(id: string, axes: Axes, options: VariantOptions = {}): Promise<MadeVariants> {
    const { signal } = options
    const call = { body: { ...toGrid(axes, options), accept: 'all' }, signal }
    return (await this.#transport.json<{ data: MadeVariants }>('POST', `/products/${id}/variants`, call)).data
  }

  /** Imports a file, and waits for the end; its rows are in the result of the job. */
  async import(
    file: Blob | Uint8Array | string,
    { type, mergeKey, fileName = 'import.csv', dryRun, fields = {}, signal }: ImportOptions,
  ): Promise<Job> {
    const form = new FormData()
    form.append('type', type)
    if (mergeKey !== undefined) form.append('merge_key', mergeKey)
    if (dryRun !== undefined) form.append('dry_run', String(dryRun))
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', toBlob(file), fileName)
    return this.#ended('/imports', { form, signal })
  }

  /** Writes a file of entities, or that of a channel, and answers it. */
  async export({ signal, filter, ...options }: ExportOptions): Promise<Response> {
    const body = { ...options, ...(filter && { filter: toBodyFilter(filter) }) }
    const { id } = await this.#ended('/exports', { body, signal })
    return this.#transport.send('GET', `/exports/${id}/file`, { signal })
  }

  /** Takes an edit back, or what a job has written. */
  async undo(id: string, { signal }: CallOptions = {}): Promise<unknown> {
    try {
      return await this.#transport.json('POST', `/edits/${id}/undo`, { body: {}, signal })
    } catch (error) {
      if (!(error instanceof Error) || !('status' in error) || error.status !== 404) throw error
      return this.#transport.json('POST', `/jobs/${id}/undo`, { body: {}, signal })
    }
  }

  async #ended(path: string, call: Parameters<Transport['json']>[2]): Promise<Job> {
    const { data } = await this.#transport.json<{ data: Job }>('POST', path, call)
    return this.jobs.wait(data.id, { signal: call?.signal })
  }
}

function toGrid(axes: Axes, { set, skuPattern }: VariantOptions): object {
  const named = Object.entries(axes).map(([attribute, values]) => ({ attribute, values }))
  return { axes: named, ...(set && { set }), ...(skuPattern !== undefined && { sku_pattern: skuPattern }) }
}

const ended = ['completed', 'failed', 'cancelled']
const longestWaitSeconds = 30

class Jobs {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async get(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return (await this.#transport.json<{ data: Job }>('GET', `/jobs/${id}`, { signal })).data
  }

  /** The job once it is completed, failed or cancelled. */
  async wait(id: string, { signal }: CallOptions = {}): Promise<Job> {
    const query = new URLSearchParams({ wait: String(longestWaitSeconds) })
    for (;;) {
      const { data } = await this.#transport.json<{ data: Job }>('GET', `/jobs/${id}`, { query, signal })
      if (ended.includes(data.status)) return data
      await pause(100, signal)
    }
  }

  async cancel(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return (await this.#transport.json<{ data: Job }>('POST', `/jobs/${id}/cancel`, { body: {}, signal }))
      .data
  }
}

function toBlob(file: Blob | Uint8Array | string): Blob {
  return file instanceof Blob ? file : new Blob([typeof file === 'string' ? file : new Uint8Array(file)])
}
