import { parseJson } from '../../store/database/json.ts'
import { parseUuid } from '#shared/entities.ts'
import { type Attribute, type AttributeSet, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow, Document } from '../../store/tables/entities.ts'
import { listTargets } from '../../store/tables/references.ts'
import { rowJson, stubsJson } from './entity-json.ts'
import { parseValue, type Scalar } from '../attributes/data-types/data-types.ts'
import { foldText } from '#shared/text.ts'
import type { Comparable } from '../../store/tables/values.ts'

export type Values = Readonly<Record<string, unknown>>

export function shownValues(db: ReadableDb, row: EntityRow, keys: readonly string[]): Values {
  const { attributes } = parseJson(rowJson(db, row))
  return Object.fromEntries(keys.map((key) => [key, readMember(attributes, key)]))
}

export interface StoredEntity {
  readonly row: EntityRow
  readonly document: Readonly<Document>
}

let latest: StoredEntity | undefined

export function readStored(row: EntityRow): StoredEntity {
  if (latest?.row !== row) latest = { row, document: parseJson(row.attributes) }
  return latest
}

export function readValue(document: Readonly<Document>, key: string): Scalar | undefined {
  return Object.hasOwn(document, key) ? document[key] : undefined
}

export function ownValues(
  db: ReadableDb,
  row: EntityRow,
  { byKey }: AttributeSet,
  keys: readonly string[],
): Values {
  const { document } = readStored(row)
  return Object.fromEntries(
    keys.map((key) => {
      const attribute = byKey.get(key)
      return [
        key,
        attribute && isReference(attribute) ? references(db, row, attribute) : readMember(document, key),
      ]
    }),
  )
}

function readMember(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : null
}

function references(db: ReadableDb, row: EntityRow, { id, traits }: Attribute): unknown {
  const ids = listTargets(db, row.id, id).map((target) => target.id)
  const stubs = stubsJson(db, ids)
  const list = ids.flatMap((id): unknown => JSON.parse(stubs.get(id) ?? '[]'))
  if (traits.shape === 'reference') return list[0] ?? null
  return list.length > 0 ? list : null
}

/**
 * Whether two values of an attribute are the same; of references only the ids count, and a blank is null,
 * "" or [].
 */
export function isSameValue(attribute: Attribute, one: unknown, other: unknown): boolean {
  const form = isReference(attribute) ? idsOf : scalarOf
  return form(one) === form(other)
}

function scalarOf(value: unknown): string {
  return value === undefined || value === '' ? 'null' : JSON.stringify(value)
}

function idsOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  return (Array.isArray(value) ? value : [value]).map(idOf).join()
}

function idOf(reference: unknown): string {
  const id: unknown =
    typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference
  return parseUuid(id) ?? JSON.stringify(id)
}

const plain = /^-?\d{1,15}(\.\d{1,15})?$/

export function exactNumber(text: string): number | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return plain.test(text.trim()) && digits.length <= 15 ? Number(text) : undefined
}

/** The comparable form of a folded text in a merge key; undefined if a numeric key gets no number. */
export function keyComparable(attribute: Attribute, text: string): Comparable | undefined {
  return attribute.traits.isFreeText ? textComparable(attribute, text) : exactNumber(text)
}

/** A GTIN matches in every spelling; the writes report a value that cannot be stored. */
function textComparable(attribute: Attribute, text: string): Comparable {
  if (attribute.extras.constraints.kind === undefined) return text
  const parsed = parseValue(text, attribute)
  return 'value' in parsed ? foldText(String(parsed.value ?? '')) : text
}
