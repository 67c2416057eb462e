import type { ChannelCompleteness, ChannelIssue } from '#shared/channels.ts'
import {
  type CompleteQuery,
  countComplete,
  countInvalid,
  countMeeting,
  countPresent,
} from '../../store/computed/completeness.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, notFound } from '../errors.ts'
import {
  type AttributeRule,
  channelRules,
  type ChannelRules,
  type ConditionRule,
} from '../channels/channel-rules.ts'
import { missingFields } from './missing-fields.ts'
import type { WorkspaceChannel } from '../channels/channels.ts'
import { toPercent } from './product-completeness.ts'
import { type ChannelRequest, findChannel } from '../channels/read-channels.ts'

/** How complete all products are for one enabled channel: 200. 404 for a channel that is not enabled, before faults. */
export function channelCompleteness(db: ReadableDb, { key, faults }: ChannelRequest): Answer {
  const channel = findChannel(db, key)
  if (!channel.enabled)
    throw notFound(`The enabled channel ${key}`, 'The owner of the workspace turns it on in the app.')
  new Faults(faults).throwIfAny()
  // Every product is measured: a second at a million of them.
  return dataAnswer(
    200,
    cacheUntilWritten(db, `completeness of ${key}`, () => answerFor(db, channel)),
  )
}

function answerFor(db: ReadableDb, channel: WorkspaceChannel): string {
  const rules = channelRules(channel)
  const products = countEntities(db, 'product')
  return JSON.stringify(sumUp(channel.template.key, rules, measure(db, rules, products)))
}

interface Measures {
  readonly products: number
  readonly complete: number
  /** How many products hold a value, by attribute id. */
  readonly present: ReadonlyMap<number, number>
  /** How many products meet each condition. */
  readonly meeting: ReadonlyMap<ConditionRule, number>
  readonly invalid: readonly {
    readonly rule: AttributeRule
    readonly issue: ChannelIssue
    readonly products: number
  }[]
}

function measure(
  db: ReadableDb,
  { attributes, conditions, unmapped }: ChannelRules,
  products: number,
): Measures {
  const measured = attributes.map((rule) => rule.measured)
  const present = countPresent(db, measured)
  const byId = new Map(attributes.map((rule) => [rule.attribute.id, rule]))
  const invalid = countInvalid(db, measured).flatMap(({ attribute, ...count }) => {
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
        products,
      )
  return { products, complete, present, meeting, invalid }
}

/** Attributes that every product holds and limits that nothing breaks need no look. */
function countCompleteProducts(db: ReadableDb, query: CompleteQuery, products: number): number {
  const isOpen = Object.values(query).some(({ length }) => length > 0)
  return isOpen ? countComplete(db, query) : products
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
