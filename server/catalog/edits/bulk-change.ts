import { type BulkEdit, operationsOn } from '#shared/bulk-operations.ts'
import { isObject } from '#shared/exact-json.ts'
import { asMessage, type Message, message } from '#shared/messages/message.ts'
import { splitList } from '#shared/text.ts'
import type { EntityType } from '#shared/entities.ts'
import {
  type Attribute,
  type AttributeSet,
  attributesOf,
  isReference,
} from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type AttributeWrite, parseWrites } from '../entities/parse-writes.ts'
import { resolveWrites } from '../entities/resolve-writes.ts'
import { Faults } from '../errors.ts'
import type { Values } from '../entities/current-values.ts'
import { checkOperations } from './check-operations.ts'
import { splitSet } from './formula-sets.ts'

type BulkChange = Pick<BulkEdit, 'set' | 'clear' | 'append' | 'replace'>

/** Checks the parts of a bulk edit that are the same for every entity; each fault names its own field. */
export function checkBulkChange(db: ReadableDb, type: EntityType, change: BulkChange, faults: Faults): void {
  const { set = {}, clear = [], append = {}, replace } = change
  const attributes = attributesOf(db, type)
  refuseNothing(change, faults)
  const { plain, own } = splitSet(attributes, set)
  checkSet(db, attributes, plain, faults)
  checkOperations(db, { type, changed: changedKeys(attributes, change) }, set, faults)
  for (const [key, { sent }] of own) checkAdded(db, attributes, key, sent['add_items'], faults)
  clear.forEach((key, index) =>
    checkValues(db, attributes, cleared(attributes, key), () => `clear[${index}]`, faults),
  )
  checkAppend(db, attributes, append, faults)
  if (replace) checkReplace(attributes, replace, faults)
  refuseTwice(change, faults)
}

const members = ['set', 'clear', 'append', 'replace'] as const

function refuseNothing(change: BulkChange, faults: Faults): void {
  const given = members.filter((member) => change[member] !== undefined)
  if (given.length === 0) faults.addSentence('body', 'Send at least one of set, clear, append and replace.')
  for (const member of given)
    if (Object.keys(change[member] ?? {}).length === 0) faults.add(member, 'expected_values')
}

function cleared({ byKey }: AttributeSet, key: string): Values {
  return { [key]: byKey.get(key)?.traits.shape === 'reference_list' ? [] : null }
}

function checkValues(
  db: ReadableDb,
  attributes: AttributeSet,
  values: Values,
  placeOf: (key: string) => string,
  faults: Faults,
): void {
  for (const [key, value] of Object.entries(values)) {
    const found = new Faults()
    resolveWrites(db, parseWrites(attributes, { [key]: value }, found), found)
    faults.addAll(placeOf(key), found.list)
  }
}

/** Checks the values of `set`, and answers what was meant as a computation with how that is written. */
function checkSet(db: ReadableDb, attributes: AttributeSet, values: Values, faults: Faults): void {
  for (const [key, value] of Object.entries(values)) {
    const found = new Faults()
    checkValues(db, attributes, { [key]: value }, () => `set.${key}`, found)
    const attribute = attributes.byKey.get(key)
    const remedy = attribute && remedyOfSet(attribute, value)
    for (const fault of found.list)
      faults.addAll(fault.field, [{ ...fault, ...(remedy && asMessage(remedy)) }])
  }
}

const maxShown = 200

/** How a value is written that was meant as a computation: an unknown operation, or a formula as a text. */
function remedyOfSet({ traits }: Attribute, value: unknown): Message | undefined {
  if (typeof value === 'string' && value.includes('{{') && value.length <= maxShown)
    return message('edit.formula_as_text', { formula: JSON.stringify({ formula: value }).replace(':', ': ') })
  if (!isObject(value) || Object.hasOwn(value, 'id')) return undefined
  const operations = ['formula', 'from', ...operationsOn(traits)]
  return message('edit.no_such_operation', { operations: operations.join(', ') })
}

function checkAdded(
  db: ReadableDb,
  attributes: AttributeSet,
  key: string,
  items: unknown,
  faults: Faults,
): void {
  const field = `set.${key}.add_items`
  if (!Array.isArray(items) || faults.list.some((fault) => fault.field === field)) return
  const value = attributes.byKey.get(key)?.traits.hasTokens ? items.join(', ') : items
  checkValues(db, attributes, { [key]: value }, () => field, faults)
}

function checkAppend(db: ReadableDb, attributes: AttributeSet, append: Values, faults: Faults): void {
  for (const [key, value] of Object.entries(append)) {
    const field = `append.${key}`
    const attribute = attributes.byKey.get(key)
    const isText = attribute?.traits.isFreeText
    if (attribute && !mayAppend(attribute)) faults.explain(field, 'operator_not_supported_for_type', noAppend)
    else if (isText && typeof value !== 'string') faults.add(field, 'expected_scalar')
    // A piece of text need not be a value in itself, such as a whole URL.
    else if (!isText) checkValues(db, attributes, { [key]: value }, () => field, faults)
  }
}

const noAppend =
  'Only texts, multi selects and lists of references can be added to. Send the whole value in set.'
const noReplace = 'Parts can be replaced in texts only. Leave the key out, or send the whole value in set.'

function describeRepeated(key: string, first: string, second: string): string {
  const places = first === second ? `twice in ${first}` : `in ${first} and in ${second}`
  return `${key} stands ${places}, and one edit changes an attribute in one way only. Leave one of the two out.`
}

function mayAppend({ traits }: Attribute): boolean {
  return traits.isFreeText || traits.hasTokens || traits.shape === 'reference_list'
}

function checkReplace(
  { byKey }: AttributeSet,
  { find, attributes = [] }: NonNullable<BulkChange['replace']>,
  faults: Faults,
): void {
  if (find === '') faults.add('replace.find', 'required')
  attributes.forEach((key, index) => {
    const field = `replace.attributes[${index}]`
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
    else if (!attribute.traits.isFreeText) faults.explain(field, 'not_a_text_attribute', noReplace)
  })
}

function refuseTwice({ set = {}, clear = [], append = {}, replace }: BulkChange, faults: Faults): void {
  const seen = new Map(Object.keys(set).map((key) => [key, 'set']))
  const claim = (key: string, member: string, field: string) => {
    const first = seen.get(key)
    if (first !== undefined)
      faults.explain(member + field, 'invalid_value', describeRepeated(key, first, member))
    seen.set(key, first ?? member)
  }
  clear.forEach((key, index) => claim(key, 'clear', `[${index}]`))
  for (const key of Object.keys(append)) claim(key, 'append', `.${key}`)
  replace?.attributes?.forEach((key, index) => claim(key, 'replace.attributes', `[${index}]`))
}

const nothing = { find: '', with: '' }

export function bulkWrites(
  attributes: AttributeSet,
  change: BulkChange,
  own: Values,
  faults: Faults,
): AttributeWrite[] {
  const { set = {}, clear = [], append = {} } = change
  const given: Record<string, unknown> = { ...set }
  for (const key of clear) Object.assign(given, cleared(attributes, key))
  for (const [key, value] of Object.entries(append)) given[key] = appended(attributes, key, own[key], value)
  const { find, with: other } = change.replace ?? nothing
  for (const key of replacedKeys(attributes, change)) {
    const text = own[key]
    if (typeof text === 'string' && text.includes(find)) given[key] = text.replaceAll(find, () => other)
  }
  return parseWrites(attributes, given, faults)
}

function appended({ byKey }: AttributeSet, key: string, old: unknown, value: unknown): unknown {
  const attribute = byKey.get(key)
  if (attribute && isReference(attribute)) return [old ?? [], value].flat()
  if (typeof old !== 'string') return value
  const more = typeof value === 'string' ? value : JSON.stringify(value)
  return attribute?.traits.hasTokens ? [...splitList(old), ...splitList(more)].join(', ') : `${old}${more}`
}

export function readKeys(attributes: AttributeSet, change: BulkChange): string[] {
  return [...Object.keys(change.append ?? {}), ...replacedKeys(attributes, change)]
}

function changedKeys(attributes: AttributeSet, change: BulkChange): ReadonlySet<string> {
  return new Set([...Object.keys(change.set ?? {}), ...(change.clear ?? []), ...readKeys(attributes, change)])
}

/**
 * Without a list of attributes, text is replaced in every attribute that the edit does not change otherwise.
 */
function replacedKeys(
  { list }: AttributeSet,
  { replace, set = {}, clear = [], append = {} }: BulkChange,
): string[] {
  if (!replace) return []
  const others = new Set([...Object.keys(set), ...clear, ...Object.keys(append)])
  const all = list.filter(({ traits }) => traits.isFreeText).map(({ key }) => key)
  return replace.attributes ? [...replace.attributes] : all.filter((key) => !others.has(key))
}
