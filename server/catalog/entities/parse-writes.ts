import type { Shape } from '#shared/attributes.ts'
import { isFileList } from '#shared/files.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import { parseValue, type Scalar } from '../attributes/data-types/data-types.ts'
import type { Faults } from '../errors.ts'
import { type EntityType, parseUuid, pluralOf, toEntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntityAlias } from '../../store/tables/aliases.ts'
import { keyComparable } from './current-values.ts'
import {
  type EntityIdentity,
  type EntityRow,
  listEntitiesByComparable,
  listEntityRows,
} from '../../store/tables/entities.ts'
import { requestValueIndex } from '../../store/tables/indexes.ts'

export interface ScalarWrite {
  readonly kind: 'scalar'
  readonly attribute: Attribute
  /** `null` clears the value. */
  readonly value: Scalar | null
}

export interface ReferenceWrite {
  readonly kind: 'reference'
  readonly attribute: Attribute
  /** UUIDs in lower case, and names, in order; an empty list clears. */
  readonly targets: readonly Target[]
}

export type AttributeWrite = ScalarWrite | ReferenceWrite

/**
 * Turns an attribute write map into typed writes; every value that fails its type or options is noted in `faults`
 * under `attributes.<key>` (specification, Attribute write map and Write issue codes). Other constraints: `resolveWrites`.
 */
export function parseWrites(
  attributes: AttributeSet,
  writes: Readonly<Record<string, unknown>>,
  faults: Faults,
): AttributeWrite[] {
  return Object.entries(writes).flatMap(([key, input]) => {
    const attribute = attributes.byKey.get(key)
    const write = attribute
      ? parsers[attribute.traits.shape](attribute, input, faults)
      : faults.addUnknown(fieldOf(key), 'not_a_defined_attribute', key, attributes.byKey)
    return write ? [write] : []
  })
}

type Parser = (attribute: Attribute, input: unknown, faults: Faults) => AttributeWrite | undefined

const parsers: Readonly<Record<Shape, Parser>> = {
  scalar: parseScalar,
  reference: parseReference,
  reference_list: parseReferenceList,
  inverse: refuse,
  computed: refuse,
}

function refuse({ key }: Attribute, _input: unknown, faults: Faults): undefined {
  return faults.add(fieldOf(key), 'read_only_attribute')
}

function parseScalar(attribute: Attribute, input: unknown, faults: Faults): ScalarWrite | undefined {
  const field = fieldOf(attribute.key)
  const sent = isTexts(input) && isFileList(attribute.extras.constraints) ? input.join(', ') : input
  if (sent === null || sent === '') return clear(attribute, faults)
  if (!isScalar(sent)) return faults.add(field, 'expected_scalar')
  const parsed = parseValue(sent, attribute)
  if ('issue' in parsed) return faults.addAll(field, [parsed])
  if (parsed.value === null) return clear(attribute, faults)
  return { kind: 'scalar', attribute, value: parsed.value }
}

function clear(attribute: Attribute, faults: Faults): ScalarWrite | undefined {
  if (attribute.extras.constraints.required) return faults.add(fieldOf(attribute.key), 'required')
  return { kind: 'scalar', attribute, value: null }
}

function parseReference(attribute: Attribute, input: unknown, faults: Faults): ReferenceWrite | undefined {
  if (input === null) return requireTargets(attribute, [], faults)
  const target = parseTarget(input)
  if (!target) return faults.add(fieldOf(attribute.key), 'expected_uuid_or_null')
  return { kind: 'reference', attribute, targets: [target] }
}

function parseReferenceList(
  attribute: Attribute,
  input: unknown,
  faults: Faults,
): ReferenceWrite | undefined {
  if (!Array.isArray(input)) return faults.add(fieldOf(attribute.key), 'expected_uuid_array')
  const unfit = input.findIndex((one) => parseTarget(one) === undefined)
  if (unfit >= 0) return faults.addOneOf(fieldOf(attribute.key), 'expected_uuid_array', input[unfit])
  return requireTargets(attribute, [...new Set(input.flatMap((one) => parseTarget(one) ?? []))], faults)
}

function requireTargets(attribute: Attribute, targets: Target[], faults: Faults): ReferenceWrite | undefined {
  const { required } = attribute.extras.constraints
  if (required && targets.length === 0) return faults.add(fieldOf(attribute.key), 'required')
  return { kind: 'reference', attribute, targets }
}

function isTexts(input: unknown): input is readonly string[] {
  return Array.isArray(input) && input.every((one) => typeof one === 'string')
}

function isScalar(input: unknown): input is Scalar {
  return typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean'
}

function fieldOf(key: string): string {
  return `attributes.${key}`
}

/** An entity told by a value of a text attribute, or by its label, in place of its id. */
export interface NamedTarget {
  /** The key of the attribute; undefined for the label. */
  readonly mergeKey: string | undefined
  readonly value: string
}

export type Target = string | NamedTarget

export function isName(input: unknown): boolean {
  return typeof input === 'object' && input !== null && ('label' in input || 'merge_key' in input)
}

/** A written reference: an id, `{id}`, `{merge_key, value}` or `{label}`; undefined for anything else. */
export function parseTarget(input: unknown): Target | undefined {
  if (typeof input !== 'object' || input === null) return parseUuid(input)
  if ('id' in input) return parseUuid(input.id)
  if ('label' in input) return nameOf(undefined, input.label)
  if (!('merge_key' in input && 'value' in input) || typeof input.merge_key !== 'string') return undefined
  return nameOf(input.merge_key, input.value)
}

function nameOf(mergeKey: string | undefined, value: unknown): NamedTarget | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : { mergeKey, value: String(value) }
}

const maxNamesakes = 20

/** The entities with the value, in every spelling of a GTIN; else the one to which an alias leads. */
function namesakesOf(db: ReadableDb, attribute: Attribute, value: string): EntityRow[] {
  const text = foldText(value)
  const comparable = keyComparable(attribute, text) ?? text
  const rows = listEntitiesByComparable(db, attribute.id, comparable, maxNamesakes)
  const alias = rows.length === 0 ? findEntityAlias(db, attribute, value) : undefined
  return alias ? listEntityRows(db, [Number(alias.entity)]) : rows
}

/** The only entity of a type with that name; notes a fault on `field` for none and for several. */
export function findNamed(
  db: ReadableDb,
  type: EntityType,
  { mergeKey, value }: NamedTarget,
  { field, faults }: { readonly field: string; readonly faults: Faults },
): EntityIdentity | undefined {
  const { byKey, primary } = attributesOf(db, type)
  const attribute = mergeKey === undefined ? primary : byKey.get(mergeKey)
  if (mergeKey !== undefined && !attribute)
    return faults.addUnknown(field, 'not_a_defined_attribute', mergeKey, byKey)
  if (!attribute?.traits.isFreeText) return faults.add(field, 'not_a_text_attribute')
  requestValueIndex(db, attribute.id)
  const [row, ...others] = namesakesOf(db, attribute, value)
  const { key } = attribute
  if (!row) {
    const none = message('reference.not_named', { plural: pluralOf[type], key, value })
    return faults.explain(field, 'referenced_entity_not_found', none)
  }
  if (others.length === 0) return { ...row, type: toEntityType(row.type) }
  const ids = [row, ...others].map(({ uuid }) => uuid).join(', ')
  const several = message('reference.ambiguous', { plural: pluralOf[type], key, value, ids })
  return faults.explain(field, 'ambiguous_reference', several)
}
