/** What constraints and channels find in stored data, as the parts of rules that nobody can edit. */
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, isComputed } from '../../store/tables/attributes.ts'
import { raw, sql } from '../../store/database/fragment.ts'
import { anyOf, type Condition, nothing } from '../../store/query/condition.ts'
import { dependenciesOf, dependenciesOfAll } from '../../store/quality/dependencies.ts'
import { notAccepted } from '../../store/query/compile-relation.ts'
import {
  badGtin,
  lacking,
  noneOf,
  outsideLength,
  unlikePattern,
} from '../../store/quality/check-conditions.ts'
import { meetsNone, outsideRange, tooFine, tooManyItems } from '../../store/quality/constraint-conditions.ts'
import { channelRules } from '../channels/channel-rules.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'
import type { RulePart } from './compiled-rule.ts'
import type { Rule } from './known-rules.ts'

/** Entities whose stored value an edit of it would be refused for. */
export function constraintParts(db: ReadableDb, { id }: Rule, attributes: readonly Attribute[]): RulePart[] {
  return attributes.flatMap((attribute) => {
    const broken = brokenConstraints(db, attribute)
    if (broken.length === 0) return []
    const subject = { rule: id, attribute, inputs: [attribute] }
    return [{ subject, failing: anyOf(broken), reach: dependenciesOf(db, attribute) }]
  })
}

function brokenConstraints(db: ReadableDb, attribute: Attribute): Condition[] {
  const { traits, extras, options } = attribute
  const { required, max_items: items } = extras.constraints
  // What is computed is no stored value, and nobody could have written another one.
  if (isComputed(attribute) && !traits.writable) return []
  return [
    ...(required === true ? [lacking(db, attribute)] : []),
    ...(traits.family === 'number' ? brokenNumbers(db, attribute) : brokenTexts(db, attribute)),
    ...(items !== undefined && traits.hasTokens ? [tooManyItems(db, attribute, items)] : []),
    ...(options.length > 0 ? [noneOf(db, attribute, options)] : []),
  ]
}

function brokenNumbers(db: ReadableDb, attribute: Attribute): Condition[] {
  const { min, max, decimals } = attribute.extras.constraints
  const isBounded = min !== undefined || max !== undefined
  return [
    ...(isBounded ? [outsideRange(db, attribute, { min, max })] : []),
    ...(decimals === undefined ? [] : [tooFine(db, attribute, decimals)]),
  ]
}

function brokenTexts(db: ReadableDb, attribute: Attribute): Condition[] {
  const { min_length: min, max_length: max, pattern, check } = attribute.extras.constraints
  const isBounded = min !== undefined || max !== undefined
  return [
    ...(isBounded ? [outsideLength(db, attribute, { min, max })] : []),
    ...(pattern === undefined ? [] : [unlikePattern(db, attribute, pattern)]),
    ...(check === 'gtin' ? [badGtin(db, attribute)] : []),
  ]
}

/** Products that lack what an enabled channel requires, or hold what it does not take. */
export function channelParts(db: ReadableDb, { id, check }: Rule): RulePart[] {
  const channel = listWorkspaceChannels(db).find(
    ({ enabled, template }) => enabled && template.key === check.channel,
  )
  if (!channel) return []
  const { attributes, conditions } = channelRules(channel)
  const ofAttributes = attributes.map(({ attribute, measured }): RulePart => {
    const broken = lookedUp(notAccepted(db, measured, undefined))
    const failing = measured.isRequired ? [lacking(db, attribute), broken] : [broken]
    const known = attribute.id === 0 ? undefined : attribute
    return {
      subject: { rule: id, attribute: known, inputs: known ? [known] : [] },
      failing: eitherOf(attribute, failing),
      reach: dependenciesOf(db, attribute),
    }
  })
  const unmet = conditions
    .filter(({ attribute }) => attribute !== undefined)
    .map(({ attribute, alternatives }): RulePart => ({
      subject: { rule: id, attribute, inputs: attribute ? [attribute] : [] },
      failing: meetsNone(db, alternatives),
      reach: dependenciesOfAll(alternatives.flat().map((part) => dependenciesOf(db, part.attribute))),
    }))
  return mergeParts([...ofAttributes, ...unmet])
}

/** Of one entity that is asked for SQLite looks into its row alone. */
function lookedUp(condition: Condition): Condition {
  const { members } = condition
  if (!members || condition === nothing) return condition
  const test: Condition['test'] = (entity) =>
    sql`EXISTS (SELECT 1 FROM (${members}) u WHERE ${raw('u.entity')} = ${entity})`
  return { ...condition, test }
}

/** One finding for each attribute, whatever there is to say of it. */
function mergeParts(parts: readonly RulePart[]): RulePart[] {
  return [...Map.groupBy(parts, ({ subject }) => subject.attribute?.id)].flatMap(([, same]) => {
    const [first] = same
    if (!first) return []
    const failing = same.map((part) => part.failing)
    const { attribute } = first.subject
    const reach = dependenciesOfAll(same.map((part) => part.reach))
    return [
      {
        subject: first.subject,
        failing: attribute ? eitherOf(attribute, failing) : anyOf(failing),
        reach,
      },
    ]
  })
}

/** Any of some conditions on one attribute; no entity lacks a value and has one that is not accepted. */
function eitherOf(attribute: Attribute, conditions: readonly Condition[]): Condition {
  const either = anyOf(conditions)
  const [one, other, ...others] = conditions.filter((condition) => condition !== nothing)
  if (!one || !other || others.length > 0) return either
  const isBlankOrBroken =
    [one, other].some(isLackOf(attribute)) && [one, other].some(({ within }) => within === attribute.id)
  return isBlankOrBroken ? { ...either, disjoint: [one, other] } : either
}

function isLackOf({ id }: Attribute): (condition: Condition) => boolean {
  return ({ complement = [] }) =>
    complement.length === 1 && complement.every(({ count, within }) => count !== undefined && within === id)
}
