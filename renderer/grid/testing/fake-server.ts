import {
  pluralOf,
  type AttributeValue,
  type EntityResource,
  type EntityType,
  type ReferenceStub,
} from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { GridAttribute } from '../../query/columns.ts'
import { answerEdits, answerUndo, type StoredEdit } from './fake-edits.ts'

type Values = Record<string, unknown>

/** An entity as it is kept: references by their ids. */
export interface Stored {
  readonly id: string
  readonly type: EntityType
  readonly parentId: string | null
  values: Values
  isTrashed: boolean
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly params: URLSearchParams
  readonly body: unknown
}

/**
 * What the grid asks of a workspace, over plain objects in memory: lists by position, edits with their undo, new rows, the
 * trash. It refuses what the checks of a grid need refused; every other rule is the real server's, tested there.
 */
export class FakeServer {
  readonly attributes: (GridAttribute & { readonly entity_type: EntityType })[] = []
  readonly stored = new Map<string, Stored>()
  readonly edits = new Map<string, StoredEdit>()
  /** Every call that arrived, as `POST /edits`. */
  readonly calls: string[] = []
  /** How many calls have not been answered yet. */
  inFlight = 0
  readonly #snapshots = new Map<string, readonly string[]>()
  #count = 0

  /** Adds an attribute; `key` follows from the name as it does on the server. */
  define(
    type: EntityType,
    name: string,
    dataType: GridAttribute['data_type'],
    more: Partial<GridAttribute> = {},
  ): void {
    const key = name.toLowerCase().replaceAll(' ', '_')
    this.attributes.push({
      ...{ key, name, entity_type: type, data_type: dataType, is_primary: false, is_multivalue: false },
      ...{ writable: true, acceptable_values: [], constraints: {}, ...more },
    } as GridAttribute & { readonly entity_type: EntityType })
  }

  create(type: EntityType, values: Values, parentId: string | null = null): string {
    const id = this.newId()
    this.stored.set(id, { id, type, parentId, values: { ...values }, isTrashed: false })
    return id
  }

  /** Changes values as a script does. */
  write(id: string, values: Values): void {
    Object.assign(this.get(id).values, values)
  }

  /** The values of an entity as the API answers them. */
  read(id: string): Readonly<Record<string, AttributeValue>> {
    return this.toResource(this.get(id)).attributes
  }

  /** The entities of a type that are not in the trash, in the order of their creation. */
  list(type: EntityType): EntityResource[] {
    return this.#listed(type).map((entity) => this.toResource(entity))
  }

  /** What every entity of a type holds for a key; undefined where that is nothing. */
  column(type: EntityType, key: string): unknown[] {
    return this.list(type).map(({ attributes }) => attributes[key])
  }

  /** Forgets the orders that were frozen. */
  expireSnapshots(): void {
    this.#snapshots.clear()
  }

  get(id: string): Stored {
    const found = this.stored.get(id)
    if (!found) throw new Error(`There is no entity ${id}.`)
    return found
  }

  newId(): string {
    this.#count += 1
    return `00000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`
  }

  /** Takes the place of the page's `fetch`. */
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

  toResource({ id, type, parentId, values }: Stored): EntityResource {
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

  /** Why values cannot be written. */
  faultsOf(type: EntityType, values: Values, id?: string): FieldError[] {
    return Object.entries(values).flatMap(([key, value]) => {
      const issue = this.#issueOf(type, { key, value, id })
      return issue === undefined ? [] : [{ field: `attributes.${key}`, issue }]
    })
  }

  #issueOf(
    type: EntityType,
    { key, value, id }: { readonly key: string; readonly value: unknown; readonly id: string | undefined },
  ): string | undefined {
    const attribute = this.attributesOf(type).find((one) => one.key === key)
    if (!attribute) return 'not_a_defined_attribute'
    if (value === null) return undefined
    const { min, unique } = attribute.constraints ?? {}
    if (attribute.data_type === 'number' && typeof value !== 'number') return 'expected_number'
    if (min !== undefined && Number(value) < min) return 'out_of_range'
    const isTaken = this.#listed(type).some((other) => other.id !== id && other.values[key] === value)
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

  #listed(type: EntityType): Stored[] {
    return [...this.stored.values()].filter((entity) => entity.type === type && !entity.isTrashed)
  }

  #answer(call: Call): Response {
    const { method, path, body } = call
    const [, first = '', second, third] = path.split('/')
    const type = (Object.keys(pluralOf) as EntityType[]).find((one) => pluralOf[one] === first)
    if (type && method === 'GET') return this.#answerList(type, call.params)
    if (type && second === 'batch') return this.#answerBatch(type, body)
    if (type && method === 'POST') return this.#answerCreate(type, body)
    if (first === 'edits' && third === 'undo') return Response.json(answerUndo(this, second ?? ''))
    if (first === 'edits') return Response.json(answerEdits(this, body))
    if (path === '/grid/aggregates') return this.#answerAggregates(call.params)
    if (first === 'trash') return this.#answerTrash(second === 'restore', body)
    return refuse(404, 'not_found', `There is no ${method} ${path}.`)
  }

  #answerList(type: EntityType, params: URLSearchParams): Response {
    const [offset, limit] = [Number(params.get('offset') ?? 0), Number(params.get('limit') ?? 50)]
    const asked = params.get('snapshot')
    const frozen = this.#snapshots.get(asked ?? '')
    const unknown = filtersOf(params).find(([key]) => !this.#isKey(type, key))
    if (unknown)
      return refuse(400, 'validation_failed', 'Faults.', [{ field: unknown[0], issue: 'unknown_attribute' }])
    if (asked !== null && asked !== 'new' && !frozen)
      return refuse(400, 'validation_failed', 'Faults.', [{ field: 'snapshot', issue: 'invalid_value' }])
    const ids = frozen ?? this.#select(type, params)
    const snapshot = asked === 'new' ? this.newId() : (asked ?? '')
    if (asked === 'new') this.#snapshots.set(snapshot, ids)
    const window = ids.slice(offset, offset + limit)
    const isThere = (id: string): boolean => this.stored.get(id)?.isTrashed === false
    const gone = window.flatMap((id, index) => (isThere(id) ? [] : [offset + index]))
    const data = window.filter(isThere).map((id) => this.toResource(this.get(id)))
    const total = ids.length
    return Response.json({
      data,
      pagination: { total, limit, offset, has_more: offset + limit < total, snapshot, gone },
    })
  }

  /** The ids that the parameters ask for: those of a list, those that are equal to a text, and one sort. */
  #select(type: EntityType, params: URLSearchParams): string[] {
    const wanted = params.get('filter[id][in]')?.split(',')
    const q = params.get('q')?.toLowerCase() ?? ''
    const [sort = ''] = (params.get('sort') ?? '').split(',')
    const key = sort.replace('-', '')
    const sign = sort.startsWith('-') ? -1 : 1
    const equal = filtersOf(params)
    const found = this.#listed(type).filter(
      ({ id, values }) =>
        equal.every(([name, value]) => String(values[name] ?? '') === value) &&
        (wanted === undefined || wanted.includes(id)) &&
        Object.values(values).some((value) => String(value).toLowerCase().includes(q)),
    )
    if (key !== '')
      found.sort((a, b) => sign * String(a.values[key] ?? '').localeCompare(String(b.values[key] ?? '')))
    return found.map(({ id }) => id)
  }

  #isKey(type: EntityType, key: string): boolean {
    return this.attributesOf(type).some((attribute) => attribute.key === key)
  }

  #answerCreate(type: EntityType, body: unknown): Response {
    const { attributes, parent_id: parentId = null } = body as {
      attributes: Values
      parent_id?: string
    }
    const faults = this.faultsOf(type, attributes)
    if (faults.length > 0) return refuse(400, 'validation_failed', 'The request has faults.', faults)
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

  #answerAggregates(params: URLSearchParams): Response {
    const type = params.get('type') as EntityType
    const frozen = this.#snapshots.get(params.get('snapshot') ?? '') ?? this.#listed(type).map(({ id }) => id)
    const ids = frozen.slice(
      Number(params.get('first_row') ?? 0),
      Number(params.get('last_row') ?? frozen.length - 1) + 1,
    )
    const columns = (params.get('keys') ?? '').split(',').map((key) => {
      const values = ids.flatMap((id) => this.get(id).values[key] ?? [])
      const numbers = values.filter((value) => typeof value === 'number')
      const sum = numbers.reduce((total, value) => total + value, 0)
      const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
      const measure = numbers.length === values.length ? 'number' : null
      return [key, { filled: values.length, measure, sum, average: sum / numbers.length, least, greatest }]
    })
    return Response.json({ data: { rows: ids.length, columns: Object.fromEntries(columns) } })
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

function refuse(
  status: number,
  code: string,
  message: string,
  field_errors: readonly FieldError[] = [],
): Response {
  const error = { code, message, field_errors, is_retriable: false, request_id: 'test' }
  return Response.json({ error }, { status })
}

/** The clauses that ask for an equal value. */
function filtersOf(params: URLSearchParams): [key: string, value: string][] {
  return [...params].flatMap(([name, value]): [string, string][] => {
    const [, key] = /^filter\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value]]
  })
}
