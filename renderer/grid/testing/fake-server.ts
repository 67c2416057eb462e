import {
  pluralOf,
  type AttributeValue,
  type EntityResource,
  type EntityType,
  type ReferenceStub,
} from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { GridAttribute } from '../../query/columns.ts'
import { answerAggregates, answerList, refuse } from './fake-lists.ts'
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

type FakeAttribute = GridAttribute & { readonly entity_type: EntityType }

interface Call {
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
  readonly attributes: FakeAttribute[] = []
  readonly stored = new Map<string, Stored>()
  readonly edits = new Map<string, StoredEdit>()
  /** The attributes that the one channel requires. */
  readonly required: string[] = []
  /** Every call that arrived, as `POST /edits`. */
  readonly calls: string[] = []
  /** How many calls have not been answered yet. */
  inFlight = 0
  /** The orders that were frozen, by the names of their snapshots. */
  readonly snapshots = new Map<string, readonly string[]>()
  #count = 0

  /** Adds an attribute; `key` follows from the name as it does on the server. */
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
    return this.listed(type).map((entity) => this.toResource(entity))
  }

  /** What every entity of a type holds for a key; undefined where that is nothing. */
  column(type: EntityType, key: string): unknown[] {
    return this.list(type).map(({ attributes }) => attributes[key])
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

  listed(type: EntityType): Stored[] {
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

  /** What is asked of no single type. */
  #answerFurther({ path, params, body }: Call): Response | undefined {
    const [, first, second = ''] = path.split('/')
    if (first === 'channels') return this.#answerChannels(second !== '')
    if (first === 'trash') return this.#answerTrash(second === 'restore', body)
    return first === 'grid' ? answerAggregates(this, params) : undefined
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
