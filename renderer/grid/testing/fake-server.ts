import {
  pluralOf,
  type AttributeValue,
  type EntityResource,
  type EntityType,
  type ReferenceStub,
} from '#shared/entities.ts'
import type { FieldError, IssueCode } from '#shared/errors.ts'
import type { Actor } from '#shared/events.ts'
import type { GridAttribute } from '../../query/columns.ts'
import { answerEdits, answerUndo, type StoredEdit } from './fake-edits.ts'

type Values = Record<string, unknown>

interface StoredEntity {
  readonly id: string
  readonly type: EntityType
  readonly parentId: string | null
  values: Values
  isTrashed: boolean
}

type FakeAttribute = GridAttribute & { readonly entity_type: EntityType }

interface Call {
  readonly method: string
  readonly path: string
  readonly params: URLSearchParams
  readonly body: unknown
}

/**
 * The routes that the grid uses, over plain objects in memory: lists by position, edits with their undo,
 * new rows, the trash. It makes only the refusals that tests of the grid need; all other rules are tested
 * on the real server.
 */
export class FakeServer {
  readonly attributes: FakeAttribute[] = []
  readonly stored = new Map<string, StoredEntity>()
  readonly edits = new Map<string, StoredEdit>()
  readonly unplaced: { readonly name: string; readonly path: string }[] = []
  readonly required: string[] = []
  readonly calls: string[] = []
  inFlight = 0
  /** Who has written what `write` wrote, as far as the answers to edits know. */
  otherWriter: { readonly actor: Actor; readonly at: string } | undefined
  readonly snapshots = new Map<string, readonly string[]>()
  /** How many cells one search names at most. */
  maxFoundCells = 10_000
  #count = 0

  define(
    type: EntityType,
    name: string,
    dataType: GridAttribute['data_type'],
    more: Partial<GridAttribute> = {},
  ): void {
    const key = name.toLowerCase().replaceAll(' ', '_')
    const blank = { is_primary: false, is_multivalue: false, writable: true, acceptable_values: [] }
    const attribute = { ...blank, constraints: {}, key, name, data_type: dataType, ...more }
    this.attributes.push({ ...attribute, entity_type: type } as unknown as FakeAttribute)
  }

  create(type: EntityType, values: Values, parentId: string | null = null): string {
    const id = this.newId()
    this.stored.set(id, { id, type, parentId, values: { ...values }, isTrashed: false })
    return id
  }

  write(id: string, values: Values): void {
    Object.assign(this.get(id).values, values)
  }

  read(id: string): Readonly<Record<string, AttributeValue>> {
    return this.toResource(this.get(id)).attributes
  }

  list(type: EntityType): EntityResource[] {
    return this.listed(type).map((entity) => this.toResource(entity))
  }

  column(type: EntityType, key: string): unknown[] {
    return this.list(type).map(({ attributes }) => attributes[key])
  }

  get(id: string): StoredEntity {
    const found = this.stored.get(id)
    if (!found) throw new Error(`There is no entity ${id}.`)
    return found
  }

  newId(): string {
    this.#count += 1
    return `00000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace(/^\/(api|app)\/v1/, '')
    this.calls.push(`${request.method} ${path}`)
    this.inFlight += 1
    try {
      const text = await request.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      return this.#answer({ method: request.method, path, params: searchParams, body })
    } finally {
      this.inFlight -= 1
    }
  }

  toResource({ id, type, parentId, values }: StoredEntity): EntityResource {
    const attributes: Record<string, AttributeValue> = {}
    for (const { key, data_type: dataType } of this.attributesOf(type)) {
      const value = values[key]
      if (value !== undefined && value !== null) attributes[key] = this.#toValue(value, dataType)
    }
    const label = this.labelOf(type, values)
    return { id, type, label, parent_id: parentId, created_at: null, updated_at: null, attributes }
  }

  attributesOf(type: EntityType): GridAttribute[] {
    return this.attributes.filter(({ entity_type: of }) => of === type)
  }

  labelOf(type: EntityType, values: Values): string | null {
    const primary = this.attributesOf(type).find(({ is_primary: isPrimary }) => isPrimary)
    const label = primary && values[primary.key]
    return typeof label === 'string' ? label : null
  }

  faultsOf(type: EntityType, values: Values, id?: string): FieldError[] {
    return Object.entries(values).flatMap(([key, value]) => {
      const issue = this.#issueOf(type, { key, value, id })
      return issue === undefined ? [] : [{ field: `attributes.${key}`, issue }]
    })
  }

  #issueOf(
    type: EntityType,
    { key, value, id }: { readonly key: string; readonly value: unknown; readonly id: string | undefined },
  ): IssueCode | undefined {
    const attribute = this.attributesOf(type).find((one) => one.key === key)
    if (!attribute) return 'not_a_defined_attribute'
    if (value === null) return undefined
    const { min, unique } = attribute.constraints ?? {}
    if (attribute.data_type === 'number' && typeof value !== 'number') return 'expected_number'
    if (min !== undefined && Number(value) < min) return 'out_of_range'
    const isTaken = this.listed(type).some((other) => other.id !== id && other.values[key] === value)
    return unique === true && isTaken ? 'not_unique' : undefined
  }

  #toValue(value: unknown, dataType: GridAttribute['data_type']): AttributeValue {
    if (dataType === 'entity_reference') return this.#stubOf(String(value))
    if (dataType === 'entity_list_reference') return (value as string[]).map((id) => this.#stubOf(id))
    return value as AttributeValue
  }

  #stubOf(id: string): ReferenceStub {
    const { type, values } = this.get(id)
    return { id, type, label: this.labelOf(type, values) }
  }

  listed(type: EntityType): StoredEntity[] {
    return [...this.stored.values()].filter((entity) => entity.type === type && !entity.isTrashed)
  }

  #answer(call: Call): Response {
    const { method, path, params, body } = call
    const [, first = '', second = '', third] = path.split('/')
    const type = (Object.keys(pluralOf) as EntityType[]).find((one) => pluralOf[one] === first)
    if (type && method === 'GET') return answerList(this, type, params)
    if (type) return second === 'batch' ? this.#answerBatch(type, body) : this.#answerCreate(type, body)
    return (
      this.#answerFurther(call) ??
      Response.json(third === 'undo' ? answerUndo(this, second) : answerEdits(this, body))
    )
  }

  #answerChannels(isOne: boolean): Response {
    const fields = this.required.map((attribute) => ({
      target: attribute,
      attribute,
      requirement: 'required',
    }))
    return Response.json({ data: isOne ? { key: 'shop', fields } : [{ key: 'shop' }] })
  }

  #answerFurther({ path, params, body }: Call): Response | undefined {
    const [, first, second = ''] = path.split('/')
    if (first === 'attributes')
      return Response.json({ data: this.attributesOf(params.get('type') as EntityType) })
    if (first === 'aliases') return Response.json({ data: [] })
    if (first === 'unplaced-files')
      return Response.json({ data: this.unplaced.filter(({ name }) => name === params.get('name')) })
    if (first === 'channels') return this.#answerChannels(second !== '')
    if (first === 'trash') return this.#answerTrash(second === 'restore', body)
    if (first !== 'grid') return undefined
    return second === 'find' ? answerFind(this, params) : answerAggregates(this, params)
  }

  #answerCreate(type: EntityType, body: unknown): Response {
    const { attributes, parent_id: parentId = null } = body as {
      attributes: Values
      parent_id?: string
    }
    const faults = this.faultsOf(type, attributes)
    if (faults.length > 0) return refuse('The request has faults.', faults)
    return Response.json(
      { data: this.toResource(this.get(this.create(type, attributes, parentId))) },
      { status: 201 },
    )
  }

  #answerBatch(type: EntityType, body: unknown): Response {
    const { items } = body as { items: { attributes: Values }[] }
    const data = items.map(({ attributes }) => {
      const field_errors = this.faultsOf(type, attributes)
      if (field_errors.length === 0) return { data: this.toResource(this.get(this.create(type, attributes))) }
      return { error: { code: 'validation_failed', message: 'Faults.', field_errors, is_retriable: false } }
    })
    return Response.json({ data })
  }

  #answerTrash(isRestored: boolean, body: unknown): Response {
    const { ids } = body as { ids: string[] }
    const moved = [...this.stored.values()].filter(
      ({ id, parentId }) => ids.includes(id) || (parentId !== null && ids.includes(parentId)),
    )
    for (const entity of moved) entity.isTrashed = !isRestored
    return Response.json({ data: { trashed: moved.length } })
  }
}

/** Answers a window of a list; one by position comes from the order that its snapshot has frozen. */
function answerList(server: FakeServer, type: EntityType, params: URLSearchParams): Response {
  const asked = params.get('snapshot') ?? undefined
  const fault = faultOf(server, type, params)
  if (fault) return refuse('The request has faults.', [fault])
  const ids = (asked && server.snapshots.get(asked)) || select(server, type, params)
  const snapshot = asked === 'new' ? server.newId() : asked
  if (asked === 'new' && snapshot) server.snapshots.set(snapshot, ids)
  const [offset, limit] = [Number(params.get('offset') ?? 0), Number(params.get('limit') ?? 50)]
  const window = ids.slice(offset, offset + limit)
  const isThere = (id: string): boolean => !server.get(id).isTrashed
  const gone = window.flatMap((id, index) => (isThere(id) ? [] : [offset + index]))
  const data = window.filter(isThere).map((id) => server.toResource(server.get(id)))
  const pagination = {
    total: ids.length,
    limit,
    offset,
    has_more: offset + limit < ids.length,
    snapshot,
    gone,
  }
  return Response.json({ data, pagination })
}

/** Finds texts without regard to case, in the order of creation. */
function answerFind(server: FakeServer, params: URLSearchParams): Response {
  const text = params.get('text')?.toLowerCase() ?? ''
  const keys = params.get('columns')?.split(',') ?? []
  const [first, last] = [Number(params.get('first_row') ?? 0), Number(params.get('last_row') ?? Infinity)]
  const found = server.listed(params.get('type') as EntityType).flatMap(({ id, values }, position) => {
    if (position < first || position > last) return []
    const cells = keys.map((key) => ({ position, id, key, text: textOf(values[key]) }))
    return cells.filter((cell) => cell.text.toLowerCase().includes(text))
  })
  const rows = new Set(found.map(({ id }) => id)).size
  return Response.json({ data: { cells: found.slice(0, server.maxFoundCells), total: found.length, rows } })
}

function answerAggregates(server: FakeServer, params: URLSearchParams): Response {
  const type = params.get('type') as EntityType
  const frozen = server.snapshots.get(params.get('snapshot') ?? '') ?? server.listed(type).map(({ id }) => id)
  const [first, last] = [params.get('first_row') ?? 0, params.get('last_row') ?? frozen.length - 1]
  const ids = frozen.slice(Number(first), Number(last) + 1)
  const columns = (params.get('keys') ?? '').split(',').map((key) => {
    const values = ids.flatMap((id) => server.get(id).values[key] ?? [])
    const numbers = values.filter((value) => typeof value === 'number')
    const sum = numbers.reduce((total, value) => total + value, 0)
    const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
    const measure = numbers.length === values.length ? 'number' : null
    return [key, { filled: values.length, measure, sum, average: sum / numbers.length, least, greatest }]
  })
  return Response.json({ data: { rows: ids.length, columns: Object.fromEntries(columns) } })
}

function faultOf(server: FakeServer, type: EntityType, params: URLSearchParams): FieldError | undefined {
  const asked = params.get('snapshot')
  if (asked !== null && asked !== 'new' && !server.snapshots.has(asked))
    return { field: 'snapshot', issue: 'invalid_value' }
  const keys = new Set(server.attributesOf(type).map(({ key }) => key))
  const unknown = equalsIn(params).find(([key]) => !keys.has(key))
  return unknown && { field: `filter[${unknown[0]}]`, issue: 'not_a_defined_attribute' }
}

function select(server: FakeServer, type: EntityType, params: URLSearchParams): string[] {
  const wanted = params.get('filter[id][in]')?.split(',')
  const equals = equalsIn(params)
  const q = params.get('q')?.toLowerCase() ?? ''
  const found = server
    .listed(type)
    .filter(
      (entity) =>
        (wanted === undefined || wanted.includes(entity.id)) &&
        equals.every(([key, value]) => textOf(entity.values[key]) === value) &&
        Object.keys(entity.values).some((key) => textOf(entity.values[key]).toLowerCase().includes(q)),
    )
  const [sort = ''] = (params.get('sort') ?? '').split(',')
  const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  if (key !== '') found.sort((a, b) => sign * textOf(a.values[key]).localeCompare(textOf(b.values[key])))
  return found.map(({ id }) => id)
}

function equalsIn(params: URLSearchParams): [key: string, value: string][] {
  return [...params].flatMap(([name, value]): [string, string][] => {
    const [, key] = /^filter\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value]]
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function refuse(message: string, field_errors: readonly FieldError[]): Response {
  const error = { code: 'validation_failed', message, field_errors, is_retriable: false, request_id: 'test' }
  return Response.json({ error }, { status: 400 })
}
