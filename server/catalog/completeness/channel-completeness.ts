import type { ChannelCompleteness, ChannelIssue, Completeness } from '#shared/channels.ts'
import {
  type CompleteQuery,
  countComplete,
  countInvalid,
  countMeeting,
  countParents,
  type CountedProducts,
  countPresent,
  type MeasuredAttribute,
} from '../../store/computed/completeness.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countEntities, type EntityRow, listVariants } from '../../store/tables/entities.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, notFound } from '../errors.ts'
import {
  type AttributeRule,
  channelRules,
  type ChannelRules,
  type ConditionRule,
} from '../channels/channel-rules.ts'
import {
  type WorkspaceChannel,
  listWorkspaceChannels,
  type MappedField,
  isAcceptable,
  countCharacters,
} from '../channels/channels.ts'
import { type ChannelRequest, findChannel } from '../channels/read-channels.ts'
import { parseJson } from '../../store/database/json.ts'
import type { FieldError } from '#shared/errors.ts'
import { plainText } from '#shared/html-to-text.ts'
import { foldText } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { getScalarRules, type Scalar } from '../attributes/data-types/data-types.ts'
import { getEntity } from '../entities/update-entity.ts'
import { countedProducts, noChannel, describeSwitchedOff } from '../channels/completeness-plans.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective } from '../../store/computed/reads.ts'
import { listReferences } from '../../store/tables/references.ts'
import { textOf } from '#shared/messages/message.ts'

/** How complete all products are for one enabled channel: 200. 404 for a channel that is not enabled, before faults. */
export function channelCompleteness(db: ReadableDb, { key, faults }: ChannelRequest): Answer {
  const channel = findChannel(db, key)
  if (!channel.enabled)
    throw notFound(`The enabled channel ${key}`, 'The owner of the workspace turns it on in the app.')
  new Faults(faults).throwIfAny()
  return dataAnswer(200, answerFor(db, channel))
}

/** How complete all products are for each enabled channel. */
export function measureEnabled(db: ReadableDb): ChannelCompleteness[] {
  return listWorkspaceChannels(db)
    .filter(({ enabled }) => enabled)
    .map((channel) => JSON.parse(answerFor(db, channel)) as ChannelCompleteness)
}

function answerFor(db: ReadableDb, channel: WorkspaceChannel): string {
  return cacheUntilWritten(db, `completeness of ${channel.template.key}`, () => countFor(db, channel))
}

function countFor(db: ReadableDb, channel: WorkspaceChannel): string {
  const rules = channelRules(channel)
  const counted = countedProducts(db, channel)
  const products = countEntities(db, 'product') - (counted === 'sold' ? countParents(db) : 0)
  return JSON.stringify(sumUp(channel.template.key, rules, measure(db, rules, { products, counted })))
}

interface Measures {
  readonly products: number
  readonly complete: number
  readonly present: ReadonlyMap<number, number>
  readonly meeting: ReadonlyMap<ConditionRule, number>
  readonly invalid: readonly {
    readonly rule: AttributeRule
    readonly issue: ChannelIssue
    readonly products: number
  }[]
}

interface CompletenessRequest {
  readonly id: string
  readonly channel?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * The completeness of a product for one enabled channel, or of all as a list: 200. 404 comes before
 * faults.
 */
export function productCompleteness(db: ReadableDb, request: CompletenessRequest): Answer {
  const row = getEntity(db, 'product', request.id)
  const channels = listWorkspaceChannels(db)
  const enabled = channels.filter(({ enabled }) => enabled)
  const faults = new Faults(request.faults)
  const keys = enabled.map(({ template }) => template.key)
  if (request.channel !== undefined && keys.length === 0)
    faults.explain('channel', 'invalid_value', noChannel)
  else if (
    channels.some(({ template, enabled }) => !enabled && template.key === request.channel?.toLowerCase())
  )
    faults.explain('channel', 'invalid_value', describeSwitchedOff(request.channel ?? ''), keys)
  else requireOneOf(keys, 'channel', request.channel, faults)
  faults.throwIfAny()
  const drafts = enabled.flatMap(({ fields }) => fields.flatMap(draftOf))
  const variants = listVariants(db, 'product', row.uuid, maxMeasured)
  const valuesOf = new Map([row, ...variants].map((one) => [one, effectiveValues(db, one, drafts)] as const))
  const answers = enabled
    .filter(({ template }) => request.channel === undefined || template.key === request.channel)
    .map((channel) => {
      const isSold = variants.length === 0 || countedProducts(db, channel) === 'all'
      const sold = (isSold ? [row] : variants).flatMap((one) => valuesOf.get(one) ?? [])
      return addUp(sold.map((values) => measureCompleteness(channel, row.uuid, values)))
    })
  return dataAnswer(200, JSON.stringify(request.channel === undefined ? answers : answers[0]))
}

const maxMeasured = 5000

/** The completeness of what a product is sold as: of itself, or of its variants together. */
function addUp([first, ...others]: readonly Completeness[]): Completeness | undefined {
  if (!first || others.length === 0) return first
  const all = [first, ...others]
  const sum = (of: (one: Completeness) => Completeness['required']) => ({
    filled: all.reduce((total, one) => total + of(one).filled, 0),
    total: all.reduce((total, one) => total + of(one).total, 0),
  })
  const required = sum((one) => one.required)
  return {
    ...first,
    complete: all.every(({ complete }) => complete),
    percent: toPercent(required),
    required,
    recommended: sum((one) => one.recommended),
    missing: distinct(all.flatMap(({ missing }) => missing)),
    invalid: distinct(all.flatMap(({ invalid }) => invalid)),
  }
}

function distinct<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}

function measureCompleteness(
  channel: WorkspaceChannel,
  productId: string,
  values: EffectiveValues,
): Completeness {
  const rules = channelRules(channel)
  const isFilled = ({ attribute }: AttributeRule) => values.has(attribute.id)
  const isMet = (rule: ConditionRule) => isConditionMet(rule, values)
  const required = countRequired(rules, isFilled, isMet)
  const invalid = rules.attributes.flatMap((rule) => findInvalid(rule, values))
  return {
    product_id: productId,
    channel: channel.template.key,
    complete: required.filled === required.total && invalid.length === 0,
    percent: toPercent(required),
    required,
    recommended: countFilled(rules, 'recommended', isFilled),
    missing: missingFields(rules, 1, (rule) =>
      ('condition' in rule ? isMet(rule) : isFilled(rule)) ? 0 : 1,
    ).map(({ products: _products, ...missing }) => missing),
    invalid,
  }
}

function countRequired(
  rules: ChannelRules,
  isFilled: (rule: AttributeRule) => boolean,
  isMet: (rule: ConditionRule) => boolean,
): Completeness['required'] {
  const { filled, total } = countFilled(rules, 'required', isFilled)
  return { filled: filled + rules.conditions.filter(isMet).length, total }
}

function isConditionMet({ alternatives }: ConditionRule, values: EffectiveValues): boolean {
  const holds = (part: MeasuredAttribute): boolean => {
    const value = values.get(part.id)
    if (value === undefined || part.acceptable.length === 0) return value !== undefined
    return value !== referred && isAccepted(value, part)
  }
  return alternatives.some((parts) => parts.every(holds))
}

function countFilled(
  { attributes, totals }: ChannelRules,
  requirement: 'required' | 'recommended',
  isFilled: (rule: AttributeRule) => boolean,
): Completeness['required'] {
  const filled = attributes.reduce((sum, rule) => sum + (isFilled(rule) ? rule.fields[requirement] : 0), 0)
  return { filled, total: totals[requirement] }
}

/** floor(100 · filled / total), 100 where nothing is asked (decisions, Completeness). */
function toPercent({ filled, total }: Completeness['required']): number {
  return total === 0 ? 100 : Math.floor((100 * filled) / total)
}

function findInvalid(
  { attribute, measured }: AttributeRule,
  values: EffectiveValues,
): Completeness['invalid'] {
  const value = values.get(attribute.id)
  if (value === undefined || value === referred || attribute.traits.shape !== 'scalar') return []
  return findIssues(value, { attribute, measured }).map((issue) => ({ key: attribute.key, issue }))
}

function findIssues(
  value: Scalar,
  { attribute, measured }: Pick<AttributeRule, 'attribute' | 'measured'>,
): ChannelIssue[] {
  const { maxLength } = measured
  const issues: [ChannelIssue, boolean][] = [
    ['too_long', maxLength !== undefined && countCharacters(countedText(value, attribute)) > maxLength],
    ['not_an_acceptable_value', !isAccepted(value, measured)],
  ]
  return issues.filter(([, isBroken]) => isBroken).map(([issue]) => issue)
}

function isAccepted(value: Scalar, { attribute, storage, acceptable }: MeasuredAttribute): boolean {
  const isTyped = storage === 'values' || typeof value !== 'string'
  const comparable = isTyped ? getScalarRules(attribute.dataType).toComparable(value) : foldText(value)
  return acceptable.every((comparables) => isAcceptable(comparable, comparables))
}

/** The text that the channel counts; rich text without its markup. */
function countedText(value: Scalar, { traits }: Attribute): string {
  return traits.layout === 'html' ? plainText(String(value)) : String(value)
}

type EffectiveValues = ReadonlyMap<number, Scalar | typeof referred>

const referred = Symbol('referred')

function draftOf({ attribute, formula }: MappedField): Attribute[] {
  return formula === undefined || !attribute ? [] : [attribute]
}

/**
 * The values of a product that count for a channel, with the formulas that only channels have. This alone
 * decides it for one product.
 */
function effectiveValues(
  db: ReadableDb,
  { id, attributes }: EntityRow,
  drafts: readonly Attribute[],
): EffectiveValues {
  const { byKey, computed: defined } = attributesOf(db, 'product')
  const computed = [...defined, ...drafts]
  const scalars = Object.entries(parseJson(attributes))
  const values = new Map<number, Scalar | typeof referred>()
  for (const [key, value] of scalars) {
    const attribute = byKey.get(key)
    if (attribute) values.set(attribute.id, value)
  }
  for (const [, attribute] of listReferences(db, [id])) values.set(attribute, referred)
  const plans = computed.map((attribute) => getValuePlan(db, attribute))
  const shown = computed.length === 0 ? undefined : readEffective(db, plans, [id]).get(id)
  computed.forEach((attribute, index) => {
    const value = shown?.[index] ?? null
    if (Array.isArray(value) && value.length > 0) values.set(attribute.id, referred)
    else if (value !== null && typeof value !== 'object') values.set(attribute.id, value)
  })
  return values
}

/**
 * A field without a value; `data_type` is null where no attribute fills the field, which then appears
 * under its own name.
 */
type Missing = Completeness['missing'][number]

type Lacking = Missing & { readonly products: number }

type CountLacking = (rule: AttributeRule | ConditionRule) => number

/**
 * The required, then the recommended attributes that some product lacks, and the fields that nothing
 * fills. A condition appears once, by its own name, under the attribute to fill first.
 */
function missingFields(
  { attributes, conditions, unmapped }: ChannelRules,
  products: number,
  countLacking: CountLacking,
): Lacking[] {
  const missing = [
    ...attributes
      .filter(({ requirement }) => requirement !== 'optional')
      .map((rule) => ({ ...toMissing(rule), products: countLacking(rule) })),
    ...conditions.map((rule) => ({ ...unmet(rule), products: countLacking(rule) })),
    ...unmapped.map(({ target, requirement }) => ({
      key: target,
      name: target,
      data_type: null,
      requirement: requirement === 'required' ? requirement : ('recommended' as const),
      products,
    })),
  ].filter(({ products }) => products > 0)
  return [
    ...missing.filter(({ requirement }) => requirement === 'required'),
    ...missing.filter(({ requirement }) => requirement === 'recommended'),
  ]
}

function toMissing({ attribute, requirement }: AttributeRule): Missing {
  const { key, name, dataType } = attribute
  return { key, name, data_type: dataType, requirement }
}

function unmet({ condition: { name, anyOf }, attribute }: ConditionRule): Missing {
  const key = attribute?.key ?? anyOf[0]?.[0]?.target ?? textOf(name)
  return { key, name: textOf(name), data_type: attribute?.dataType ?? null, requirement: 'required' }
}

function measure(
  db: ReadableDb,
  { attributes, conditions, unmapped }: ChannelRules,
  { products, counted }: { readonly products: number; readonly counted: CountedProducts },
): Measures {
  const measured = attributes.map((rule) => rule.measured)
  const present = countPresent(db, measured, counted)
  const byId = new Map(attributes.map((rule) => [rule.attribute.id, rule]))
  const invalid = countInvalid(db, measured, counted).flatMap(({ attribute, ...count }) => {
    const rule = byId.get(attribute)
    return rule ? [{ rule, ...count }] : []
  })
  const presentOf = ({ id }: { id: number }) => present.get(id) ?? 0
  const lacking = measured
    .filter((attribute) => attribute.isRequired && presentOf(attribute) < products)
    .sort((a, b) => presentOf(a) - presentOf(b))
  const counts = countMeeting(
    db,
    conditions.map(({ alternatives }) => alternatives),
    counted,
  )
  const meeting = new Map(conditions.map((rule, index) => [rule, counts[index] ?? 0]))
  const unmet = conditions.filter((rule) => (meeting.get(rule) ?? 0) < products)
  const isHopeless =
    unmapped.some(({ requirement }) => requirement === 'required') ||
    lacking.some((a) => presentOf(a) === 0) ||
    unmet.some((rule) => meeting.get(rule) === 0)
  const broken = [...new Set(invalid.map(({ rule }) => rule.measured))]
  const complete = isHopeless
    ? 0
    : countCompleteProducts(
        db,
        { lacking, broken, unmet: unmet.map(({ alternatives }) => alternatives) },
        { products, counted },
      )
  return { products, complete, present, meeting, invalid }
}

/** Attributes that every product holds and limits that no value breaks need no query. */
function countCompleteProducts(
  db: ReadableDb,
  query: CompleteQuery,
  { products, counted }: { readonly products: number; readonly counted: CountedProducts },
): number {
  const isOpen = Object.values(query).some(({ length }) => length > 0)
  return isOpen ? countComplete(db, query, counted) : products
}

function sumUp(
  channel: ChannelCompleteness['channel'],
  rules: ChannelRules,
  { products, complete, present, meeting, invalid }: Measures,
): ChannelCompleteness {
  const presentOf = ({ attribute }: AttributeRule) => present.get(attribute.id) ?? 0
  const filledOf = (requirement: 'required' | 'recommended') => ({
    filled: rules.attributes.reduce((sum, rule) => sum + presentOf(rule) * rule.fields[requirement], 0),
    total: products * rules.totals[requirement],
  })
  const { filled, total } = filledOf('required')
  const required = { filled: [...meeting.values()].reduce((sum, count) => sum + count, filled), total }
  return {
    channel,
    products,
    complete,
    percent: toPercent(required),
    required,
    recommended: filledOf('recommended'),
    missing: missingFields(rules, products, (rule) =>
      'condition' in rule ? products - (meeting.get(rule) ?? 0) : products - presentOf(rule),
    ),
    invalid: invalid.map(({ rule, issue, products }) => ({ key: rule.attribute.key, issue, products })),
  }
}
