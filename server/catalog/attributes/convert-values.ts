import type { FieldError } from '#shared/errors.ts'
import { kindOf } from '#shared/kinds.ts'
import { splitList } from '#shared/text.ts'
import { countHolders, eachStoredValue, replaceStoredValue } from '../../store/computed/attribute-values.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { dropSearchIndex } from '../../store/search/search-index.ts'
import { conflict } from '../errors.ts'
import { getScalarRules, parseValue, type Scalar } from './data-types/data-types.ts'
import type { Constraints, DataTypeTraits } from '#shared/attributes.ts'
import { maxValueBytes, describeTooLarge } from '#shared/value-limits.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { readDefault } from './check-definition.ts'

export type ChangedAttribute = Pick<Attribute, 'dataType' | 'entityType' | 'options' | 'traits'> & {
  readonly extras: Pick<Attribute['extras'], 'constraints'>
}

/** Throws `conflict` with counts where a stored value would be lost (decisions, Attribute definitions). */
export function refuseLosses(tx: WritableDb, before: Attribute, after: ChangedAttribute): void {
  if (before.traits.shape !== after.traits.shape) return refuseChangeOfShape(tx, before, after)
  if (before.traits.shape !== 'scalar' || !mayLoseValues(before, after)) return
  const losses = new Losses()
  for (const { value, isTrashed } of eachStoredValue(tx, before)) {
    losses.total += 1
    if (convertValue(value, after) === undefined) losses.add(lostParts(value, after), isTrashed)
  }
  if (losses.count > 0) throw toConflict(before, after, losses)
}

/** Rewrites stored values in the form of the new data type; `refuseLosses` comes first. */
export function convertValues(tx: WritableDb, before: Attribute, after: Attribute): void {
  if (before.dataType !== after.dataType || mayLoseValues(before, after))
    dropSearchIndex(tx, after.entityType)
  if (after.traits.shape !== 'scalar' || before.traits.shape !== 'scalar' || !mayLoseValues(before, after))
    return
  const { toComparable } = getScalarRules(after.dataType)
  for (const stored of eachStoredValue(tx, before)) {
    const value = convertValue(stored.value, after) as Scalar
    if (value !== stored.value)
      replaceStoredValue(tx, after, stored, { value, comparable: toComparable(value) })
  }
}

function refuseChangeOfShape(tx: WritableDb, before: Attribute, after: ChangedAttribute): void {
  const [from, to] = [before.traits.shape, after.traits.shape]
  if (from === 'reference' && to === 'reference_list') return
  const isNarrowing = from === 'reference_list' && to === 'reference'
  const count = countHolders(tx, before, isNarrowing ? 1 : 0)
  if (count === 0) return
  const values = { holders: describeHolders(count, before), name: before.name, type: after.dataType }
  throw conflict(
    isNarrowing
      ? message('attribute.type_loses_references', values)
      : message('attribute.type_loses_values', values),
    [dataTypeFault],
  )
}

/** Throws `conflict` where references are stored that would then point to entities of a wrong type. */
export function refuseChangeOfTarget(tx: WritableDb, before: Attribute): void {
  const count = countHolders(tx, before)
  if (count === 0) return
  throw conflict(
    message('attribute.target_type_has_values', {
      holders: describeHolders(count, before),
      name: before.name,
    }),
    [{ field: 'reference.type', issue: 'invalid_value' }],
  )
}

const dataTypeFault: FieldError = { field: 'data_type', issue: 'invalid_value' }
const maxKinds = 1000
const maxExamples = 5

class Losses {
  total = 0
  count = 0
  trashed = 0
  readonly #kinds = new Map<string, number>()

  add(parts: readonly string[], isTrashed: boolean): void {
    this.count += 1
    if (isTrashed) this.trashed += 1
    for (const part of parts) {
      const known = this.#kinds.get(part)
      if (known !== undefined || this.#kinds.size < maxKinds) this.#kinds.set(part, (known ?? 0) + 1)
    }
  }

  get examples(): Sentence {
    const kinds = [...this.#kinds].sort(([, a], [, b]) => b - a)
    const shown = kinds.slice(0, maxExamples).map(([part, count]) => `"${part.slice(0, 60)}" (${count})`)
    const values = shown.join(', ')
    return kinds.length > maxExamples ? message('text.and_others', { values }) : values
  }
}

function lostParts(value: Scalar, { traits, options }: ChangedAttribute): string[] {
  if (!traits.hasTokens) return [String(value)]
  return splitList(String(value)).filter((part) => !options.includes(part))
}

function toConflict(before: Attribute, after: ChangedAttribute, losses: Losses) {
  const inTrash = losses.trashed > 0 ? message('attribute.of_them_in_trash', { count: losses.trashed }) : ''
  const kind = kindOf(after.extras.constraints)
  if (kind && after.extras.constraints.kind !== before.extras.constraints.kind) {
    return conflict(
      message('attribute.values_not_of_kind', {
        holders: describeHolders(losses.count, before),
        name: before.name,
        kind: kind.name,
        trash: inTrash,
        total: losses.total,
        examples: losses.examples,
      }),
      [{ field: 'constraints.kind', issue: 'invalid_value' }],
    )
  }
  if (before.dataType === after.dataType) {
    return conflict(
      message('attribute.values_not_acceptable', {
        holders: describeHolders(losses.count, before),
        name: before.name,
        trash: inTrash,
        examples: losses.examples,
      }),
      [{ field: 'acceptable_values', issue: 'invalid_value' }],
    )
  }
  return conflict(
    message('attribute.values_not_convertible', {
      holders: describeHolders(losses.count, before),
      name: before.name,
      type: after.dataType,
      trash: inTrash,
      total: losses.total,
      examples: losses.examples,
    }),
    [dataTypeFault],
  )
}

function describeHolders(count: number, { entityType }: Attribute): Message {
  return message(`attribute.held_by_${entityType}`, { count })
}

/**
 * The data types that each type may become. A change is refused while a value would not read the same
 * afterwards.
 */
type ValueShape = Pick<Attribute, 'dataType' | 'traits' | 'options'> & {
  readonly extras: { readonly constraints: Constraints }
}
type Holder = ValueShape & Pick<Attribute, 'entityType'>

export function mayLoseValues(before: ValueShape, after: ValueShape): boolean {
  const isUnchanged =
    before.dataType === after.dataType || getScalarRules(before.dataType).fits.includes(after.dataType)
  return !isUnchanged || narrowsOptions(before, after) || asksForText(before, after)
}

function asksForText({ extras: { constraints: before } }: ValueShape, { extras }: ValueShape): boolean {
  const kind = kindOf(extras.constraints)
  return extras.constraints.kind !== before.kind && kind !== undefined && kind.base !== 'number'
}

function narrowsOptions(before: ValueShape, after: ValueShape): boolean {
  if (after.options.length === 0) return false
  const isFree = before.options.length === 0
  return isFree || !before.options.every((option) => after.options.includes(option))
}

/** The value in its new data type, or undefined where it would not read the same. */
export function convertValue(value: Scalar, after: Holder): Scalar | undefined {
  const text = String(value)
  const { dataType, entityType, traits } = after
  if (describeTooLarge(text, maxValueBytes(traits, entityType)) !== undefined) return undefined
  if (traits.layout === 'line' && /[\r\n]/.test(text.trim())) return undefined
  const parsed = parseValue(readDefault(dataType, text), after)
  if ('issue' in parsed || parsed.value === null) return undefined
  // A kind that writes the same value in another way loses nothing.
  if (traits.family === 'text' && kindOf(after.extras.constraints)) return parsed.value
  return readsTheSame(text, parsed.value, traits) ? parsed.value : undefined
}

function readsTheSame(text: string, value: Scalar, { hasTokens }: DataTypeTraits): boolean {
  if (typeof value === 'number') return withoutEmptyDecimals(text.trim()) === String(value)
  if (hasTokens) return splitList(text).join(', ') === value
  return text.trim() === String(value).trim()
}

function withoutEmptyDecimals(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
