/**
 * The wire form of entities, spliced from the stored document and the references instead of being built as objects:
 * a page of 50 costs a third of that.
 */
import { entityTypes, type EntityType, pluralOf, toEntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { computedJson } from './computed-json.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { entityJsonCache, rowKey } from './json-cache.ts'
import { referencesJson } from './references-json.ts'

/** 201 with the full resource, and where it is from now on. */
export function createdAnswer(db: ReadableDb, type: EntityType, row: EntityRow): Answer {
  return dataAnswer(201, rowJson(db, row), `/${pluralOf[type]}/${row.uuid}`)
}

/** The JSON of one row that has been read already. */
export function rowJson(db: ReadableDb, row: EntityRow): string {
  return entitiesJson(db, [row])[0] as string
}

/** The JSON of the entities with those internal ids, which are of one type, in their order; UTF-8 where it is known. */
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
  const read = entitiesJson(db, rows, fields)
  rows.forEach(({ id }, index) => cache?.addWhenRepeated(rowKey(id), () => Buffer.from(read[index] ?? '')))
  let next = 0
  return found.map((row) => row ?? (read[next++] as string))
}

/** The JSON of each row, in order, with all references read in one statement. Rows must be of one entity type. */
export function entitiesJson(
  db: ReadableDb,
  rows: readonly EntityRow[],
  fields?: ReadonlySet<string>,
): string[] {
  const [first] = rows
  if (!first) return []
  const attributes = attributesOf(db, toEntityType(first.type))
  const sources = rows.map(({ id }) => id)
  const references = referencesJson(db, sources, attributes, fields)
  const computed = computedJson(db, rows, attributes, fields)
  return rows.map((row) => splice(row, joined(references.get(row.id), computed?.get(row.id)), fields))
}

function joined(references = '', computed = ''): string {
  return references && computed ? `${references},${computed}` : references || computed
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
