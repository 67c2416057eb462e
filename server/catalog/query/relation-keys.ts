/**
 * Filter keys that are no attributes (ext): authors of changes, missing data of the parent, comments, and
 * values that a channel rejects.
 */
import { channelIssues } from '#shared/channels.ts'
import { eventVias, keyOfActor } from '#shared/events.ts'
import {
  changedByKey,
  viaPrefix,
  emptyInParentKey,
  hasVariantsKey,
  isUsedKey,
  isOperator,
  maxInValues,
  missingValue,
  notAcceptedPrefix,
  type Operator,
  remarkKinds,
} from '#shared/filters.ts'
import { noSeverity, ruleFilterKey, severities, severityFilterKey } from '#shared/quality.ts'
import { foldText, isOneOf, splitList } from '#shared/text.ts'
import { remarksKey } from '#shared/views.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { Clause } from '../../store/query/clause.ts'
import {
  changedByActors,
  changedVia,
  emptyInParent,
  havingVariants,
  havingReferrers,
  lacksAny,
  notAccepted,
  remarked,
} from '../../store/query/compile-relation.ts'
import { type Condition, negate } from '../../store/query/condition.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import { listActors } from '../../store/tables/events.ts'
import { channelRules } from '../channels/channel-rules.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'
import { listedQuality } from '../channels/completeness-plans.ts'
import type { Faults } from '../errors.ts'
import { findSource } from './find-source.ts'
import type { FilterClause } from './list-request.ts'

interface Relation {
  readonly conditionOf: (value: string) => Condition | undefined
  readonly known: () => readonly string[]
}

const fitting: readonly Operator[] = ['eq', 'ne', 'in']

export function isRelationKey(db: ReadableDb, attributes: AttributeSet, key: string): boolean {
  return findRelation(db, attributes, key) !== undefined
}

const relations: ReadonlyMap<string, (db: ReadableDb, attributes: AttributeSet) => Relation> = new Map([
  [changedByKey, changedBy],
  [emptyInParentKey, inParent],
  [hasVariantsKey, (_: ReadableDb, attributes: AttributeSet) => withVariants(attributes)],
  [isUsedKey, withReferrers],
  [remarksKey, withRemarks],
  [ruleFilterKey, byRule],
  [severityFilterKey, bySeverity],
])

function findRelation(db: ReadableDb, attributes: AttributeSet, key: string): Relation | undefined {
  if (attributes.byKey.has(key)) return undefined
  const known = relations.get(key)
  if (known) return known(db, attributes)
  return key.startsWith(notAcceptedPrefix) && attributes.type === 'product'
    ? refusedBy(db, key.slice(notAcceptedPrefix.length))
    : undefined
}

function changedBy(db: ReadableDb, { type }: AttributeSet): Relation {
  const actors = listActors(db).map((stored) => ({ stored, actor: parseJson(stored) }))
  const asked = (name: string) =>
    actors.filter(({ actor }) => keyOfActor(actor) === name || foldText(actor.name ?? '') === name)
  return {
    conditionOf: (value) => {
      const viaName = value.startsWith(viaPrefix) ? value.slice(viaPrefix.length) : undefined
      if (isOneOf(eventVias, viaName)) return changedVia(type, viaName)
      const name = foldText(value)
      const found = asked(name)
      // A person without changes may be named; an unknown name is a fault.
      const isKnown = found.length > 0 || name === 'owner' || name === 'system'
      return isKnown
        ? changedByActors(
            db,
            type,
            found.map(({ stored }) => stored),
          )
        : undefined
    },
    known: () => [
      ...new Set(actors.map(({ actor }) => actor.name ?? keyOfActor(actor))),
      ...eventVias.map((via) => `${viaPrefix}${via}`),
    ],
  }
}

function inParent(db: ReadableDb, attributes: AttributeSet): Relation {
  return {
    conditionOf: (value) => {
      const source = attributes.byKey.has(value) ? findSource(db, attributes, value) : undefined
      return source && emptyInParent(db, attributes.type, source)
    },
    known: () => [...attributes.byKey.keys()],
  }
}

function withVariants({ type }: AttributeSet): Relation {
  const having = havingVariants(type)
  const without = negate(having)
  const conditions = new Map([
    ['true', having],
    ['false', { ...without, stats: { ...without.stats, isOfVariants: true } }],
  ])
  return { conditionOf: (value) => conditions.get(value), known: () => [...conditions.keys()] }
}

function withReferrers(db: ReadableDb, { type }: AttributeSet): Relation {
  const having = havingReferrers(db, type)
  const conditions = new Map([
    ['true', having],
    ['false', negate(having)],
  ])
  return { conditionOf: (value) => conditions.get(value), known: () => [...conditions.keys()] }
}

function withRemarks(db: ReadableDb, { type }: AttributeSet): Relation {
  return {
    conditionOf: (kind) => (isOneOf(remarkKinds, kind) ? remarked(db, type, kind) : undefined),
    known: () => remarkKinds,
  }
}

function byRule(db: ReadableDb, { type }: AttributeSet): Relation {
  return {
    conditionOf: (key) => listedQuality()?.ofRule(db, type, key),
    known: () => listedQuality()?.ruleKeys(db, type) ?? [],
  }
}

const knownSeverities = [...severities, noSeverity] as const

function bySeverity(db: ReadableDb, { type }: AttributeSet): Relation {
  return {
    conditionOf: (name) =>
      isOneOf(knownSeverities, name) ? listedQuality()?.ofSeverity(db, type, name) : undefined,
    known: () => knownSeverities,
  }
}

function refusedBy(db: ReadableDb, name: string): Relation | undefined {
  const channel = listWorkspaceChannels(db).find(({ template, enabled }) => enabled && template.key === name)
  if (!channel) return undefined
  const { attributes, conditions } = channelRules(channel)
  return {
    conditionOf: (value) => {
      const [key, issue] = value.split(':')
      if (issue === missingValue) {
        const lacking = conditions.filter(({ attribute }) => attribute?.key === key)
        return lacking.length === 0
          ? undefined
          : lacksAny(
              db,
              lacking.map(({ alternatives }) => alternatives),
            )
      }
      const rule = attributes.find(({ attribute }) => attribute.key === key)
      if (!rule || (issue !== undefined && !isOneOf(channelIssues, issue))) return undefined
      return notAccepted(db, rule.measured, issue)
    },
    known: () => attributes.map(({ attribute }) => attribute.key),
  }
}

export function checkRelation(
  db: ReadableDb,
  attributes: AttributeSet,
  request: FilterClause,
  faults: Faults,
): { readonly clause: Clause | undefined } | undefined {
  const relation = findRelation(db, attributes, request.key)
  return relation && { clause: toClause(relation, request, faults) }
}

function toClause(
  { conditionOf, known }: Relation,
  { field, operator, value }: FilterClause,
  faults: Faults,
): Clause | undefined {
  if (!isOperator(operator) || !fitting.includes(operator)) {
    const issue = isOperator(operator) ? 'operator_not_supported_for_type' : 'unknown_operator'
    return faults.addExpected(field, issue, { operators: [...fitting] })
  }
  const isSeveral = operator === 'in'
  const values = (isSeveral ? splitList(value) : [value.trim()]).filter((one) => one !== '')
  if (values.length === 0)
    return faults.add(field, isSeveral ? 'expected_values' : 'expected_value_or_use_exists')
  if (values.length > maxInValues)
    return faults.addExpected(field, 'too_many_values', { max_items: maxInValues })
  const conditions = values.map(conditionOf)
  const wrong = values.find((_, index) => conditions[index] === undefined)
  if (wrong !== undefined) return faults.add(field, 'invalid_value', known(), wrong)
  const given = conditions.flatMap((condition) => condition ?? [])
  return { source: { kind: 'relation', conditions: given }, operator, values }
}
