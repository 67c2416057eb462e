/** A rule as conditions: its scope, and the failing entities per attribute. */
import { checkKinds, defaultOutlierTimes, type QualityCheck } from '#shared/quality.ts'
import { isKeyOf } from '#shared/text.ts'
import { type Attribute, type AttributeSet, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { compileGroup } from '../../store/plan/choose-driver.ts'
import { anyOf, type Condition, negate, nothing } from '../../store/query/condition.ts'
import {
  allCapitals,
  areParents,
  areVariants,
  badGtin,
  holdsBadHtml,
  holdsHtml,
  holdsPlace,
  holdsWord,
  lacking,
  likeParent,
  noneOf,
  otherUnit,
  outsideLength,
  unlikePattern,
  meetsNone,
  outsideRange,
  tooFine,
  tooManyItems,
  unreferred,
} from '../../store/quality/check-conditions.ts'
import {
  isAccepted,
  isFound,
  allOf,
  holdsAny,
  holdsValue,
  type FindingSubject,
} from '../../store/quality/value-conditions.ts'
import {
  type Dependencies,
  dependenciesOfAll,
  dependenciesOfFilter,
  dependenciesOfSold,
  dependenciesOf,
} from '../../store/quality/dependencies.ts'
import { outlying } from '../../store/quality/outliers.ts'
import { repeating } from '../../store/quality/repeating.ts'
import { listAcceptedRules, listChecked } from '../../store/tables/quality.ts'
import { Faults } from '../errors.ts'
import { checkFunctions } from './check-functions.ts'
import { attributesNamed, checkRuleFilter, type RuleFilter, isEditable, type Rule } from './known-rules.ts'
import { raw, sql } from '../../store/database/fragment.ts'
import { notAccepted } from '../../store/query/compile-relation.ts'
import { channelRules } from '../channels/channel-rules.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'

/** The conditions of a rule, cached until a write; a part with a missing attribute finds nothing. */
export function compileRule(db: ReadableDb, rule: Rule): CompiledRule {
  return cacheUntilWritten(db, `rule ${JSON.stringify(rule)}`, () => compile(db, rule))
}

/** Kinds whose findings on one entity depend on values of others, or of its parent. */
const relatedDependencies: Readonly<Record<string, Dependencies['of']>> = {
  unique_together: 'others',
  outlier: 'others',
  parent_differs: 'lineage',
}

function checkNetworkOptions(
  db: ReadableDb,
  kind: string,
  attributes: readonly Attribute[],
): Dependencies | undefined {
  const dependencies = dependenciesOfAll(attributes.map((attribute) => dependenciesOf(db, attribute)))
  const of = relatedDependencies[kind]
  if (!dependencies || !of) return dependencies
  return { ...dependencies, keys: new Set([...dependencies.keys, 'parent_id']), of }
}

function compile(db: ReadableDb, rule: Rule): CompiledRule {
  db.defineFunctions(checkFunctions)
  const attributes = attributesOf(db, rule.entity_type)
  const faults = new Faults()
  const filter = checkRuleFilter(db, attributes, { text: rule.applies_to, field: 'applies_to' }, faults)
  const hasAccepted = listAcceptedRules(db).has(rule.id)
  if (!faults.isEmpty) return { rule, applies: [nothing], dependencies: undefined, parts: [], hasAccepted }
  const isOfSold = countsSold(db, rule)
  const population = [...groupConditions(db, rule, filter), ...(isOfSold ? [negate(areParents)] : [])]
  const chosen = dependenciesOfAll([dependenciesOfFilter(filter), ...(isOfSold ? [dependenciesOfSold] : [])])
  const named = (rule.check.attributes ?? []).flatMap((key) => attributes.byKey.get(key) ?? [])
  const input: CheckInput = { db, rule, check: rule.check, attributes, named, population, chosen }
  const parts = partsOf(input).map(({ subject, failing, dependencies }) => ({
    subject,
    dependencies: dependenciesOfAll([chosen, dependencies]),
    failing: population.length > 0 ? allOf(rule.entity_type, [...population, failing]) : failing,
  }))
  const dependencies = dependenciesOfAll([chosen, checkNetworkOptions(db, 'required', named)])
  return { rule, applies: [...population, ...applicability(input)], dependencies, parts, hasAccepted }
}

/**
 * A missing value counts at what is sold: not at a product with variants, unless a channel lists it too
 * (work-surfaces.4.4). A wrong value counts wherever it stands.
 */
function countsSold(db: ReadableDb, { entity_type: type, check }: Rule): boolean {
  if (type !== 'product') return false
  if (check.kind === 'required') return true
  const channel = listWorkspaceChannels(db).find(({ template }) => template.key === check.channel)
  return check.kind === 'channel' && channel !== undefined && channel.settings.parents !== 'count'
}

function groupConditions(db: ReadableDb, { entity_type: type }: Rule, filter: RuleFilter): Condition[] {
  return filter ? compileGroup(db, type, filter) : []
}

interface CheckInput {
  readonly db: ReadableDb
  readonly rule: Rule
  readonly check: QualityCheck
  readonly attributes: AttributeSet
  readonly named: readonly Attribute[]
  readonly population: readonly Condition[]
  readonly chosen: Dependencies | undefined
}

function applicability({ db, rule, check, named }: CheckInput): Condition[] {
  const { kind } = check
  if (kind === 'filter' || kind === 'required' || !isEditable(rule)) return []
  if (kind === 'unique_together') return named.map((attribute) => holdsValue(db, attribute))
  const holds = holdsAny(db, named)
  return kind === 'parent_differs' ? [areVariants, holds] : [holds]
}

type FailingOf = (input: CheckInput, attribute: Attribute) => Condition

const failingByKind: Readonly<Record<string, FailingOf>> = {
  required: ({ db }, attribute) => lacking(db, attribute),
  length: ({ db, check: { min, max } }, attribute) =>
    min === undefined && max === undefined ? nothing : outsideLength(db, attribute, { min, max }),
  pattern: ({ db, check: { pattern = '' } }, attribute) => unlikePattern(db, attribute, pattern),
  one_of: ({ db, check: { values = [] } }, attribute) => noneOf(db, attribute, values),
  gtin: ({ db }, attribute) => badGtin(db, attribute),
  banned_words: ({ db, check: { words = [] } }, attribute) => holdsWord(db, attribute, words),
  no_html: ({ db }, attribute) => holdsHtml(db, attribute),
  valid_html: ({ db }, attribute) => holdsBadHtml(db, attribute),
  no_upper_case_text: ({ db, check }, attribute) => allCapitals(db, attribute, check.word_length),
  no_placeholder: ({ db }, attribute) => holdsPlace(db, attribute),
  same_unit: ({ db }, attribute) => otherUnit(db, attribute),
  unique_together: ({ db, named, population, chosen }) =>
    repeating(
      db,
      named,
      population,
      dependenciesOfAll([chosen, checkNetworkOptions(db, 'unique_together', named)]),
    ),
  parent_differs: ({ db, named }, attribute) => likeParent(db, attribute, named),
  outlier: ({ db, check, attributes, population, chosen }, attribute) =>
    outlying(db, {
      chosen,
      attribute,
      within: attributes.byKey.get(check.within ?? ''),
      times: check.times ?? defaultOutlierTimes,
      population,
    }),
}

function partsOf(input: CheckInput): RulePart[] {
  const { db, rule, check, attributes, named } = input
  const { kind } = check
  if (kind === 'constraint') return constraintParts(db, rule, named)
  if (kind === 'channel') return channelParts(db, rule)
  if (kind === 'filter') return [filterPart(input)]
  const isByJob = isKeyOf(checkKinds, kind) && checkKinds[kind].isMadeByJob
  return named.flatMap((attribute) => {
    const subject = { rule: rule.id, attribute, inputs: [attribute] }
    const failing = failingByKind[kind]
    if (isByJob)
      return isChecked(db, rule)
        ? [{ subject, failing: foundByJob(input, subject), dependencies: undefined }]
        : []
    const within = attributes.byKey.get(check.within ?? '')
    const dependencies = checkNetworkOptions(db, kind, [
      attribute,
      ...(isOfAll(kind) ? named : []),
      ...(within ? [within] : []),
    ])
    return failing ? [{ subject, failing: failing(input, attribute), dependencies }] : []
  })
}

/** The findings of a job; an image that is used again is no longer unused. */
function foundByJob({ db, rule, check }: CheckInput, subject: FindingSubject): Condition {
  const found = isFound(db, subject)
  return check.problem === 'unused' ? allOf(rule.entity_type, [found, unreferred()]) : found
}

function isOfAll(kind: string): boolean {
  return kind === 'unique_together' || kind === 'parent_differs'
}

function isChecked(db: ReadableDb, { id }: Rule): boolean {
  return listChecked(db).has(id)
}

function filterPart({ db, rule, check, attributes }: CheckInput): RulePart {
  const text = check.must_match ?? ''
  const faults = new Faults()
  const filter = checkRuleFilter(db, attributes, { text, field: 'must_match' }, faults)
  const inputs = attributesNamed(attributes, text).flatMap((key) => attributes.byKey.get(key) ?? [])
  const attribute = inputs.length === 1 ? inputs[0] : undefined
  const subject = { rule: rule.id, attribute, inputs }
  if (!filter || !faults.isEmpty) return { subject, failing: nothing, dependencies: undefined }
  const matching = groupConditions(db, rule, filter)
  return { subject, failing: anyOf(matching.map(negate)), dependencies: dependenciesOfFilter(filter) }
}

export function openOf(db: ReadableDb, { hasAccepted, rule }: CompiledRule, part: RulePart): Condition {
  if (!hasAccepted) return part.failing
  return allOf(rule.entity_type, [negate(isAccepted(db, part.subject)), part.failing])
}

export function acceptedOf(db: ReadableDb, { hasAccepted, rule }: CompiledRule, part: RulePart): Condition {
  if (!hasAccepted) return nothing
  return allOf(rule.entity_type, [isAccepted(db, part.subject), part.failing])
}

export function failingRule(db: ReadableDb, compiled: CompiledRule): Condition {
  return compiled.parts.length === 0
    ? nothing
    : anyOf(compiled.parts.map((part) => openOf(db, compiled, part)))
}

function constraintParts(db: ReadableDb, { id }: Rule, attributes: readonly Attribute[]): RulePart[] {
  return attributes.flatMap((attribute) => {
    const broken = brokenConstraints(db, attribute)
    if (broken.length === 0) return []
    const subject = { rule: id, attribute, inputs: [attribute] }
    return [{ subject, failing: anyOf(broken), dependencies: dependenciesOf(db, attribute) }]
  })
}

function brokenConstraints(db: ReadableDb, attribute: Attribute): Condition[] {
  const { traits, extras, options } = attribute
  const { required, max_items: items } = extras.constraints
  // Computed values are not stored, so a fault in them cannot be corrected.
  if (isComputed(attribute) && !traits.writable) return []
  return [
    ...(required === true ? [lacking(db, attribute)] : []),
    ...(traits.family === 'number' ? brokenNumbers(db, attribute) : brokenTexts(db, attribute)),
    ...(items !== undefined && (traits.hasTokens || extras.constraints.kind === 'file')
      ? [tooManyItems(db, attribute, items)]
      : []),
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

function channelParts(db: ReadableDb, { id, check }: Rule): RulePart[] {
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
      dependencies: dependenciesOf(db, attribute),
    }
  })
  const unmet = conditions
    .filter(({ attribute }) => attribute !== undefined)
    .map(({ attribute, alternatives }): RulePart => ({
      subject: { rule: id, attribute, inputs: attribute ? [attribute] : [] },
      failing: meetsNone(db, alternatives),
      dependencies: dependenciesOfAll(alternatives.flat().map((part) => dependenciesOf(db, part.attribute))),
    }))
  return mergeParts([...ofAttributes, ...unmet])
}

/** A form of the condition for one entity, by which SQLite reads only that row. */
function lookedUp(condition: Condition): Condition {
  const { members } = condition.sql
  if (!members || condition === nothing) return condition
  const test: Condition['sql']['test'] = (entity) =>
    sql`EXISTS (SELECT 1 FROM (${members}) u WHERE ${raw('u.entity')} = ${entity})`
  return { ...condition, sql: { ...condition.sql, test } }
}

function mergeParts(parts: readonly RulePart[]): RulePart[] {
  return [...Map.groupBy(parts, ({ subject }) => subject.attribute?.id)].flatMap(([, same]) => {
    const [first] = same
    if (!first) return []
    const failing = same.map((part) => part.failing)
    const { attribute } = first.subject
    const dependencies = dependenciesOfAll(same.map((part) => part.dependencies))
    return [
      {
        subject: first.subject,
        failing: attribute ? eitherOf(attribute, failing) : anyOf(failing),
        dependencies,
      },
    ]
  })
}

function eitherOf(attribute: Attribute, conditions: readonly Condition[]): Condition {
  const either = anyOf(conditions)
  const [one, other, ...others] = conditions.filter((condition) => condition !== nothing)
  if (!one || !other || others.length > 0) return either
  const isBlankOrBroken =
    [one, other].some(isLackOf(attribute)) &&
    [one, other].some(({ stats }) => stats.attribute === attribute.id)
  return isBlankOrBroken ? { ...either, parts: { ...either.parts, disjoint: [one, other] } } : either
}

function isLackOf({ id }: Attribute): (condition: Condition) => boolean {
  return ({ parts: { complement = [] } }) =>
    complement.length === 1 &&
    complement.every(({ sql, stats }) => sql.count !== undefined && stats.attribute === id)
}

export interface RulePart {
  readonly subject: FindingSubject
  readonly failing: Condition
  /** Dependencies of the findings; undefined where every write makes them stale. */
  readonly dependencies: Dependencies | undefined
}

export interface CompiledRule {
  readonly rule: Rule
  readonly applies: readonly Condition[]
  readonly dependencies: Dependencies | undefined
  readonly parts: readonly RulePart[]
  readonly hasAccepted: boolean
}
