/**
 * The wire form of entities, spliced from the stored document and references: a page of 50 costs a third of
 * building objects.
 */
import { type Json, parseJson } from '../../store/database/json.ts'
import {
  entityTypes,
  type EntityType,
  pluralOf,
  toEntityType,
  type EntityResource,
} from '#shared/entities.ts'
import {
  attributesOf,
  type AttributeSet,
  type Attribute,
  isComputed,
  isReference,
} from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows, listStubRows, type StubRow } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer, tagOf } from '../answer.ts'
import { getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, readEffective, isLinks } from '../../store/computed/reads.ts'
import { measuredKeyPlan } from '../channels/completeness-plans.ts'
import { listReferences, type ReferenceRow } from '../../store/tables/references.ts'
import type { ReadCache } from '#shared/read-cache.ts'
import { cachePart } from '../../store/database/caches.ts'

export function createdAnswer(db: ReadableDb, type: EntityType, row: EntityRow): Answer {
  return taggedAnswer(201, rowJson(db, row), `/${pluralOf[type]}/${row.uuid}`)
}

/** The full resource with its ETag, which a later write may send as its precondition. */
export function taggedAnswer(status: number, json: EntityJson, location?: string): Answer {
  return { ...dataAnswer(status, json, location), etag: tagOf(json) }
}

export type EntityJson = Json<EntityResource>

export function rowJson(db: ReadableDb, row: EntityRow): EntityJson {
  return entitiesJson(db, [row])[0] as EntityJson
}

/**
 * The JSON of rows as UTF-8 and of stubs as text: neighbouring pages share rows, and nearly every row has
 * a vendor. 64 MB hold about 50,000 products; the next write empties the cache.
 */
const entityJson = cachePart<number, Buffer | string>({
  maxSize: 64 * 1024 * 1024,
  sizeOf: ({ length }) => length,
})

function entityJsonCache(db: ReadableDb): ReadCache<number, Buffer | string> | undefined {
  return db.isReadonly ? db.caches.data.part(entityJson) : undefined
}

const rowKey = (id: number): number => id * 2
const stubKey = (id: number): number => id * 2 + 1

export function stubsJson(db: ReadableDb, ids: readonly number[]): ReadonlyMap<number, string> {
  const cache = entityJsonCache(db)
  const stubs = new Map<number, string>()
  const missing = new Set<number>()
  for (const id of ids) {
    const known = stubs.has(id) ? undefined : cache?.get(stubKey(id))
    if (known !== undefined) stubs.set(id, known.toString())
    else if (!stubs.has(id)) missing.add(id)
  }
  if (missing.size === 0) return stubs
  for (const row of listStubRows(db, [...missing])) {
    const json = stubJson(row)
    stubs.set(row[0], json)
    cache?.add(stubKey(row[0]), json)
  }
  return stubs
}

function stubJson([, uuid, type, label]: StubRow): string {
  return `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)}}`
}

/**
 * The JSON of entities of one type in their order. It may end early: computed values of many large entities
 * at once would need much memory.
 */
export function pageJson(
  db: ReadableDb,
  ids: readonly number[],
  fields: ReadonlySet<string> | undefined,
): (string | Buffer)[] {
  const cache = fields ? undefined : entityJsonCache(db)
  const found = ids.map((id) => cache?.get(rowKey(id)))
  const missing = ids.filter((_, index) => found[index] === undefined)
  if (missing.length === 0) return found.flatMap((row) => row ?? [])
  const rows = listEntityRows(db, missing)
  const first = rows.slice(0, readableAtOnce(db, rows))
  const read = entitiesJson(db, first, fields)
  first.forEach(({ id }, index) => cache?.addWhenRepeated(rowKey(id), () => Buffer.from(read[index] ?? '')))
  const page: (string | Buffer)[] = []
  let next = 0
  for (const row of found) {
    const json = row ?? read[next++]
    if (json === undefined) break
    page.push(json)
  }
  return page
}

const maxHeld = 2 * 1024 * 1024
const maxWithLongTexts = 4

export function readableAtOnce(db: ReadableDb, rows: readonly EntityRow[]): number {
  const [first] = rows
  const { computed } = first ? attributesOf(db, toEntityType(first.type)) : { computed: [] }
  if (computed.length === 0) return rows.length
  const most = computed.some(({ traits }) => traits.isLong) ? maxWithLongTexts : rows.length
  let held = 0
  const end = rows.findIndex(({ attributes }) => (held += attributes.length) > maxHeld)
  return Math.min(most, end === -1 ? rows.length : Math.max(1, end))
}

/** The JSON of each row, in order, with all references read in one statement. Rows must be of one entity type. */
export function entitiesJson(
  db: ReadableDb,
  rows: readonly EntityRow[],
  fields?: ReadonlySet<string>,
): EntityJson[] {
  const [first] = rows
  if (!first) return []
  const attributes = attributesOf(db, toEntityType(first.type))
  const sources = rows.map(({ id }) => id)
  const references = referencesJson(db, sources, attributes, fields)
  const computed = computedJson(db, rows, attributes, fields)
  const readable = fields ?? readableKeys(db, attributes)
  return rows.map((row) => splice(row, joined(references.get(row.id), computed?.get(row.id)), readable))
}

/** A row that was read before a write holds all values, also those that the reader of the answer may not read. */
function readableKeys({ hidden }: ReadableDb, { byKey }: AttributeSet): ReadonlySet<string> | undefined {
  return hidden && new Set(byKey.keys())
}

function joined(references = '', computed = ''): string {
  return references && computed ? `${references},${computed}` : references || computed
}

function splice(row: EntityRow, stubs: string, fields: ReadonlySet<string> | undefined): EntityJson {
  const scalars = fields ? pick(row.attributes, fields) : row.attributes.slice(1, -1)
  const separator = scalars && stubs ? ',' : ''
  const { uuid, type, label, parent_uuid: parent } = row
  const json = `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)},"parent_id":${
    parent === null ? 'null' : `"${parent}"`
  },"created_at":"${isoTime(row.created_at)}","updated_at":"${isoTime(row.updated_at)}","attributes":{${scalars}${separator}${stubs}}}`
  return json as EntityJson
}

const dayMs = 86_400_000
let knownDay = { number: NaN, text: '' }

/**
 * ISO 8601 to the millisecond. A page has hundreds of times, nearly all of one day, so the text of the day
 * is cached.
 */
function isoTime(milliseconds: number): string {
  const number = Math.floor(milliseconds / dayMs)
  if (number !== knownDay.number) {
    knownDay = { number, text: new Date(number * dayMs).toISOString().slice(0, 11) }
  }
  const seconds = Math.floor((milliseconds - number * dayMs) / 1000)
  const minutes = Math.floor(seconds / 60)
  const fraction = `${milliseconds % 1000}`.padStart(3, '0')
  return `${knownDay.text}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${fraction}Z`
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

function pick(document: EntityRow['attributes'], fields: ReadonlySet<string>): string {
  return Object.entries(parseJson(document))
    .filter(([key]) => fields.has(key))
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',')
}

function computedJson(
  db: ReadableDb,
  rows: readonly EntityRow[],
  set: AttributeSet,
  fields: ReadonlySet<string> | undefined,
): ReadonlyMap<number, string> | undefined {
  const { computed } = set
  const measured = [...(fields ?? [])].flatMap((key) => measuredKeyPlan(db, set, key) ?? [])
  const shown = fields ? computed.filter(({ key }) => fields.has(key)) : computed
  const plans = [...shown.map((attribute) => getValuePlan(db, attribute)), ...measured]
  if (plans.length === 0) return undefined
  const values = readEffective(
    db,
    plans,
    rows.map(({ id }) => id),
  )
  const targets = [...values.values()].flatMap((row) => row.flatMap((value) => (isLinks(value) ? value : [])))
  const stubs = stubsJson(db, targets)
  return new Map(
    rows.map((row) => {
      const holds = holdsKey(row.attributes)
      const members = plans.flatMap((plan, index) => {
        const value = values.get(row.id)?.[index] ?? null
        const { key } = plan.attribute
        const json = holds(key) ? undefined : valueJson(plan, value, stubs)
        return json === undefined ? [] : [`"${key}":${json}`]
      })
      return [row.id, members.join(',')]
    }),
  )
}

/** Few documents have a computed key: they are parsed only where the text may name it. */
function holdsKey(document: EntityRow['attributes']): (key: string) => boolean {
  let parsed: object | undefined
  return (key) => document.includes(`"${key}":`) && Object.hasOwn((parsed ??= parseJson(document)), key)
}

function valueJson(
  { attribute, isSeveral }: ValuePlan,
  value: EffectiveValue,
  stubs: ReadonlyMap<number, string>,
): string | undefined {
  if (value === null) return undefined
  if (!isLinks(value)) return JSON.stringify(value)
  const list = value.flatMap((id) => stubs.get(id) ?? [])
  if (list.length === 0) return undefined
  const isList = attribute.traits.shape === 'reference' ? list.length > 1 : isSeveral
  return isList ? `[${list.join(',')}]` : list[0]
}

function referencesJson(
  db: ReadableDb,
  sources: readonly number[],
  { list, byId }: AttributeSet,
  fields: ReadonlySet<string> | undefined,
): ReadonlyMap<number, string> {
  if (!list.some(isReference)) return none
  const references = listReferences(db, sources)
  const targets = references.map(([, , target]) => target)
  const stubs = stubsJson(db, targets)
  const members = new Map<number, string>()
  for (let start = 0, end = 0; start < references.length; start = end) {
    const reference = references[start]
    if (!reference) break
    const [source, attributeId] = reference
    end = endOfList(references, start, reference)
    const attribute = byId.get(attributeId)
    if (!attribute || fields?.has(attribute.key) === false || isComputed(attribute)) continue
    const list = listJson(targets, stubs, start, end)
    if (list === '') continue
    const before = members.get(source)
    members.set(source, before ? `${before},${memberJson(attribute, list)}` : memberJson(attribute, list))
  }
  return members
}

const none: ReadonlyMap<number, string> = new Map()

function endOfList(
  references: readonly ReferenceRow[],
  start: number,
  [source, attribute]: ReferenceRow,
): number {
  let end = start + 1
  while (references[end]?.[0] === source && references[end]?.[1] === attribute) end += 1
  return end
}

// Concatenates texts instead of collecting them: a page has hundreds of them.
function listJson(
  targets: readonly number[],
  stubs: ReadonlyMap<number, string>,
  start: number,
  end: number,
): string {
  let list = ''
  for (let index = start; index < end; index++) {
    const stub = stubs.get(targets[index] ?? 0)
    if (stub !== undefined) list += list === '' ? stub : `,${stub}`
  }
  return list
}

function memberJson({ key, traits }: Attribute, list: string): string {
  return traits.shape === 'reference_list' ? `"${key}":[${list}]` : `"${key}":${list}`
}
