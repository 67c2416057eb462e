import type { CallOptions, Transport } from './transport.ts'
import type { BatchResult, Entity, Filter, FilterGroup, Writes } from './types.ts'

export interface ListOptions extends CallOptions {
  readonly filter?: Filter | undefined
  readonly filterJoin?: 'and' | 'or' | undefined
  /** Keys, with `-` in front for descending. */
  readonly sort?: string | readonly string[] | undefined
  readonly fields?: readonly string[] | undefined
  readonly q?: string | undefined
  /** How many entities at most; without it all. */
  readonly limit?: number | undefined
}

export interface WriteOptions extends CallOptions {
  readonly parentId?: string | { readonly label: string } | null | undefined
  /** Called with the id of the edit, which `vitrine.undo` takes back; not where nothing has changed. */
  readonly onEdit?: ((editId: string) => void) | undefined
}

export interface BatchItem<Values> {
  readonly id?: string
  readonly parentId?: WriteOptions['parentId']
  readonly attributes: Writes<Values>
}

interface Page<Values> {
  readonly data: readonly Entity<Values>[]
  readonly pagination: {
    readonly total: number
    readonly has_more: boolean
    readonly next_cursor: string | null
  }
}

const [largestPage, itemsOfBatch] = [200, 100]

/** The entities of one type: `vitrine.products`. */
export class Entities<Values> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, plural: string) {
    this.#transport = transport
    this.#path = `/${plural}`
  }

  /** Every entity that matches, read page by page as they are taken. */
  async *list(options: ListOptions = {}): AsyncGenerator<Entity<Values>, void, undefined> {
    let left = options.limit ?? Infinity
    for (let cursor: string | null | undefined; left > 0;) {
      const page = await this.page({ ...options, limit: Math.min(left, largestPage) }, cursor ?? undefined)
      yield* page.data
      left -= page.data.length
      cursor = page.pagination.next_cursor
      if (!page.pagination.has_more || !cursor) return
    }
  }

  /** One page, with the exact total and the cursor of the next one. */
  page(options: ListOptions = {}, cursor?: string): Promise<Page<Values>> {
    const query = toQuery(options)
    if (cursor !== undefined) query.set('cursor', cursor)
    return this.#transport.json('GET', this.#path, { query, signal: options.signal })
  }

  /** How many entities match. */
  async count(options: Omit<ListOptions, 'fields' | 'sort' | 'limit'> = {}): Promise<number> {
    return (await this.page({ ...options, limit: 1 })).pagination.total
  }

  /** The first entity that matches; undefined where none does. */
  async find(
    filter: Filter,
    options: Omit<ListOptions, 'filter' | 'limit'> = {},
  ): Promise<Entity<Values> | undefined> {
    return (await this.page({ ...options, filter, limit: 1 })).data[0]
  }

  async get(
    id: string,
    { fields, signal }: Pick<ListOptions, 'fields' | 'signal'> = {},
  ): Promise<Entity<Values>> {
    return (await this.getTagged(id, { fields, signal })).data
  }

  /** The entity with its ETag, by which `update` refuses to overwrite a later change. */
  async getTagged(
    id: string,
    { fields, signal }: Pick<ListOptions, 'fields' | 'signal'> = {},
  ): Promise<{ readonly data: Entity<Values>; readonly etag: string | undefined }> {
    const query = toQuery({ fields })
    const response = await this.#transport.send('GET', `${this.#path}/${id}`, { query, signal })
    const { data } = (await response.json()) as { data: Entity<Values> }
    return { data, etag: response.headers.get('etag') ?? undefined }
  }

  create(attributes: Writes<Values>, { parentId, ...call }: WriteOptions = {}): Promise<Entity<Values>> {
    return this.#write('POST', this.#path, { ...parentOf(parentId), attributes }, call)
  }

  /** Sets values of one entity; with `ifMatch` only where it is still as that ETag says. */
  update(
    id: string,
    attributes: Writes<Values>,
    { parentId, ifMatch, ...call }: WriteOptions & { readonly ifMatch?: string | undefined } = {},
  ): Promise<Entity<Values>> {
    const headers = ifMatch === undefined ? undefined : { 'if-match': ifMatch }
    const body = { ...parentOf(parentId), attributes }
    return this.#write('PATCH', `${this.#path}/${id}`, body, { ...call, headers })
  }

  /** Updates the entity whose merge key has the value in `attributes`, or creates it. */
  upsert(
    mergeKey: string,
    attributes: Writes<Values>,
    { parentId, ...call }: WriteOptions = {},
  ): Promise<Entity<Values>> {
    const body = { merge_key: mergeKey, ...parentOf(parentId), attributes }
    return this.#write('POST', `${this.#path}/upsert`, body, call)
  }

  /** Writes any number of entities in batches; a result for each comes in the order of the items. */
  async *upsertAll(
    mergeKey: string,
    items: Iterable<BatchItem<Values>> | AsyncIterable<BatchItem<Values>>,
    call: Omit<WriteOptions, 'parentId'> = {},
  ): AsyncGenerator<BatchResult<Values>, void, undefined> {
    let written = 0
    for await (const batch of batchesOf(items)) {
      const sent = batch.map(({ id, parentId, attributes }) => ({
        ...(id === undefined ? { merge_key: mergeKey } : { id }),
        ...parentOf(parentId),
        attributes,
      }))
      const path = `${this.#path}/batch`
      const results = await this.#write<readonly BatchResult<Values>[]>('POST', path, { items: sent }, call)
      for (const result of results) yield { ...result, index: written + result.index }
      written += batch.length
    }
  }

  async #write<Written = Entity<Values>>(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    {
      onEdit,
      ...call
    }: Omit<WriteOptions, 'parentId'> & { readonly headers?: Readonly<Record<string, string>> | undefined },
  ): Promise<Written> {
    const response = await this.#transport.send(method, path, { ...call, body })
    const edit = response.headers.get('vitrine-edit-id')
    if (edit !== null) onEdit?.(edit)
    return ((await response.json()) as { data: Written }).data
  }
}

function parentOf(parentId: WriteOptions['parentId']): { parent_id?: WriteOptions['parentId'] } {
  return parentId === undefined ? {} : { parent_id: parentId }
}

async function* batchesOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < itemsOfBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The query of a list: operators in brackets, groups of clauses as JSON. */
export function toQuery({ filter = {}, filterJoin, sort, fields, q, limit }: ListOptions): URLSearchParams {
  const named = { filter_join: filterJoin, sort, fields, q, limit }
  const pairs = Object.entries(named).filter(([, value]) => value !== undefined)
  return new URLSearchParams([
    ...filterPairs(filter),
    ...pairs.map(([name, value]): [string, string] => [name, String(value)]),
  ])
}

function filterPairs(filter: Filter): [string, string][] {
  if (isGroup(filter)) return [['filter', JSON.stringify(filter)]]
  return Object.entries(filter).flatMap(([key, condition]) =>
    operatorsOf(condition).map(([operator, value]): [string, string] => [
      `filter[${key}]${operator === 'eq' ? '' : `[${operator}]`}`,
      String(value),
    ]),
  )
}

/** The filter as bodies take it: a list of values is one of `in`. */
export function toBodyFilter(filter: Filter): object {
  if (isGroup(filter)) return filter
  const conditions = Object.entries(filter).map(([key, condition]) => [
    key,
    Array.isArray(condition) ? { in: condition } : condition,
  ])
  return Object.fromEntries(conditions)
}

function isGroup(filter: Filter): filter is FilterGroup {
  return ['and', 'or'].some((join) => Array.isArray((filter as Record<string, unknown>)[join]))
}

function operatorsOf(condition: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(condition)) return [['in', condition]]
  return typeof condition === 'object' && condition !== null ? Object.entries(condition) : [['eq', condition]]
}
