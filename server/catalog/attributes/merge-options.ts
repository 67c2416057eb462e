import type { Change } from '#shared/events.ts'
import { joinOptions, splitList, splitOptions } from '#shared/text.ts'
import { listDistinctStored } from '../../store/computed/attribute-values.ts'
import { type Attribute, type AttributeExtras, changeAttribute } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { refuseRestricted } from './attribute-config.ts'

export interface MergedOptions {
  readonly removed: readonly string[]
  readonly remaining: readonly string[]
}

/**
 * Plans which options no entity holds once the values of `targets` have changed. `held` reads what others
 * hold.
 */
export function planOptions(
  attribute: Attribute,
  targets: ReadonlyMap<string, string>,
  held: () => Iterable<string>,
): MergedOptions | undefined {
  if (attribute.options.length === 0) return undefined
  const merged = attribute.options.filter((option) => (targets.get(option) ?? option) !== option)
  const left = merged.length === 0 ? new Set<string>() : itemsOf(attribute, held())
  return {
    removed: merged.filter((option) => !left.has(option)),
    remaining: merged.filter((option) => left.has(option)),
  }
}

function itemsOf({ traits }: Attribute, values: Iterable<string>): ReadonlySet<string> {
  return new Set([...values].flatMap((value) => (traits.hasTokens ? splitList(value) : value)))
}

/**
 * Removes merged options that no entity holds, with an event of the edit; a default among them becomes its
 * target.
 */
export function mergeOptions(
  tx: WritableDb,
  attribute: Attribute,
  targets: ReadonlyMap<string, string>,
  context: WriteContext,
): MergedOptions | undefined {
  const planned = planOptions(attribute, targets, () => listDistinctStored(tx, attribute))
  if (!planned || planned.removed.length === 0) return planned
  const { default_value: initial } = attribute.extras
  const gone = new Set(planned.removed)
  const changes: Change[] = [
    {
      attribute: 'acceptable_values',
      old: attribute.extras.acceptable_values,
      new: joinOptions(attribute.options.filter((option) => !gone.has(option))),
    },
  ]
  const [next] = [initial].flatMap((value) => (typeof value === 'string' ? (targets.get(value) ?? []) : []))
  if (next !== undefined && next !== initial)
    changes.push({ attribute: 'default_value', old: initial, new: next })
  writeMembers(tx, attribute, changes, context)
  return planned
}

export function writeMembers(
  tx: WritableDb,
  attribute: Attribute,
  changes: readonly Change[],
  context: WriteContext,
): void {
  refuseRestricted([attribute], context)
  const { name, dataType, isPrimary, extras } = attribute
  const changed = Object.fromEntries(changes.map(({ attribute: member, new: value }) => [member, value]))
  const after = changeAttribute(tx, attribute, {
    name,
    dataType,
    isPrimary,
    extras: withoutNoMeaning({ ...extras, ...changed }),
  })
  recordAttributeEvent(tx, 'attribute.updated', after, changes, context)
}

function withoutNoMeaning({ semantic_type: type, ...extras }: AttributeExtras): AttributeExtras {
  return { ...extras, ...(type && { semantic_type: type }) }
}

/**
 * Reverts `mergeOptions` or a semantic type, or their undo. Options added or removed meanwhile stay so: in a list that has
 * changed since, the removed options come back in their places.
 */
export function takeBackMembers(
  tx: WritableDb,
  attribute: Attribute,
  written: readonly Change[],
  context: WriteContext,
): boolean {
  const { extras } = attribute
  const changes = written.flatMap(({ attribute: member, old, new: left }): Change[] => {
    if (member === 'default_value' || member === 'semantic_type')
      return (extras[member] ?? null) === left ? [{ attribute: member, old: left, new: old }] : []
    const now = extras.acceptable_values
    const next =
      now === left
        ? old
        : backInPlace(attribute.options, splitOptions(String(old)), splitOptions(String(left)))
    return next === now ? [] : [{ attribute: member, old: now, new: next }]
  })
  if (changes.length > 0) writeMembers(tx, attribute, changes, context)
  return changes.length > 0
}

function backInPlace(now: readonly string[], old: readonly string[], left: readonly string[]): string {
  const options = now.filter((option) => old.includes(option) || !left.includes(option))
  old.forEach((option, index) => {
    if (left.includes(option) || options.includes(option)) return
    const before = old.slice(0, index).findLast((one) => options.includes(one))
    options.splice(before === undefined ? 0 : options.indexOf(before) + 1, 0, option)
  })
  return joinOptions(options)
}
