/**
 * The wire form of entities, spliced from the stored document and the references instead of being built as objects:
 * a page of 50 costs a third of that.
 */
import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import { type Attribute, attributesOf, type AttributeSet } from '../../store/attributes.ts'
import type { ReadableDb } from '../../store/database.ts'
import { type EntityRow, getEntityRow } from '../../store/entities.ts'
import { listReferences, type ReferenceRow } from '../../store/references.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { stubsJson } from './stub-json.ts'

/** The JSON of one entity. */
export function entityJson(db: ReadableDb, id: number): string {
  return rowJson(db, getEntityRow(db, id))
}

/** 201 with the full resource, and where it is from now on. */
export function createdAnswer(db: ReadableDb, type: EntityType, id: number): Answer {
  const row = getEntityRow(db, id)
  return dataAnswer(201, rowJson(db, row), `/${pluralOf[type]}/${row.uuid}`)
}

/** The JSON of one row that has been read already. */
export function rowJson(db: ReadableDb, row: EntityRow): string {
  return entitiesJson(db, [row])[0] as string
}

/** The JSON of each row, in order, with all references read in one statement. Rows must be of one entity type. */
export function entitiesJson(
  db: ReadableDb,
  rows: readonly EntityRow[],
  fields?: ReadonlySet<string>,
): string[] {
  const [first] = rows
  if (!first) return []
  const attributes = attributesOf(db, entityTypes[first.type] as EntityType)
  const references = hasReferences(attributes) ? referencesOf(db, rows, attributes, fields) : noReferences
  return rows.map((row) => splice(row, references.get(row.id) ?? '', fields))
}

const noReferences: ReadonlyMap<number, string> = new Map()

function hasReferences({ list }: AttributeSet): boolean {
  return list.some(({ traits }) => traits.shape === 'reference' || traits.shape === 'reference_list')
}

/** The members that references give each entity's attributes, as JSON text by internal id. */
function referencesOf(
  db: ReadableDb,
  rows: readonly EntityRow[],
  { byId }: AttributeSet,
  fields: ReadonlySet<string> | undefined,
): ReadonlyMap<number, string> {
  const references = listReferences(
    db,
    rows.map(({ id }) => id),
  )
  const stubs = stubsJson(
    db,
    references.map(([, , target]) => target),
  )
  const members = new Map<number, string>()
  for (let start = 0, end = 0; start < references.length; start = end) {
    const [source, attributeId] = references[start] as ReferenceRow
    end = endOfList(references, start)
    const attribute = byId.get(attributeId)
    if (!attribute || (fields && !fields.has(attribute.key))) continue
    const list = references.slice(start, end).flatMap(([, , target]) => stubs.get(target) ?? [])
    if (list.length === 0) continue
    const before = members.get(source)
    members.set(source, (before ? `${before},` : '') + memberJson(attribute, list.join(',')))
  }
  return members
}

/** Where the references of one attribute of one entity, which begin at `start`, end. */
function endOfList(references: readonly ReferenceRow[], start: number): number {
  const [source, attribute] = references[start] as ReferenceRow
  let end = start + 1
  while (references[end]?.[0] === source && references[end]?.[1] === attribute) end += 1
  return end
}

function memberJson({ key, traits }: Attribute, list: string): string {
  return traits.shape === 'reference_list' ? `"${key}":[${list}]` : `"${key}":${list}`
}

function splice(row: EntityRow, stubs: string, fields: ReadonlySet<string> | undefined): string {
  const scalars = fields ? pick(row.attributes, fields) : row.attributes.slice(1, -1)
  const separator = scalars && stubs ? ',' : ''
  const { uuid, type, label, parent_uuid: parent } = row
  return `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)},"parent_id":${
    parent === null ? 'null' : `"${parent}"`
  },"created_at":"${isoTime(row.created_at)}","updated_at":"${isoTime(row.updated_at)}","attributes":{${scalars}${separator}${stubs}}}`
}

const dayMs = 86_400_000
let knownDay = { number: NaN, text: '' }

/** ISO 8601 to the millisecond. A page has hundreds of times, nearly all of one day: the day's text is kept. */
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

function pick(document: string, fields: ReadonlySet<string>): string {
  return Object.entries(JSON.parse(document) as Record<string, unknown>)
    .filter(([key]) => fields.has(key))
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',')
}
