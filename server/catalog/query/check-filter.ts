import type { Family } from '#shared/attributes.ts'
import { type FieldError, type IssueCode, isIssueCode } from '#shared/errors.ts'
import { parseUuid, queryableSystemFields, type QueryableSystemField } from '#shared/entities.ts'
import {
  isOperator,
  type Operator,
  maxFilterClauses,
  maxInValues,
  type OperatorArity,
  operators,
} from '#shared/filters.ts'
import { parsePeriod, toDay, parseDate, parseTimestamp, toIso, toMoment } from '#shared/iso-times.ts'
import { kindOf } from '#shared/kinds.ts'
import { asMessage, message, sentences } from '#shared/messages/message.ts'
import { guess } from '#shared/nearest.ts'
import { foldText, keysOf, splitList } from '#shared/text.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { IdQuery } from '../../store/plan/list-ids.ts'
import type { ClauseOperator } from '../../store/query/predicates.ts'
import { clausesIn, isGroup, type Clause, type ClauseGroup, type Source } from '../../store/query/clause.ts'
import type { Comparable } from '../../store/tables/values.ts'
import { parseNumber } from '../attributes/data-types/data-types.ts'
import { refuseCompleteness } from '../channels/completeness-plans.ts'
import { Faults } from '../errors.ts'
import { findSource } from './find-source.ts'
import type { FilterClause, ListRequest } from './list-request.ts'
import { findPath, nameAtEnd, refusePath } from './reference-path.ts'
import { checkRelation } from './relation-keys.ts'

const systemFamilies: Record<QueryableSystemField, Family> = {
  id: 'id',
  parent_id: 'id',
  created_at: 'timestamp',
  updated_at: 'timestamp',
}

export type CheckedFilter = Pick<IdQuery, 'clauses' | 'join' | 'tree'>

/** The typed clauses of a request; every invalid one is a separate fault (specification, Filter rules). */
export function checkFilter(
  db: ReadableDb,
  attributes: AttributeSet,
  { clauses, join, tree }: Pick<ListRequest, 'clauses' | 'join' | 'tree'>,
  faults: Faults,
): CheckedFilter {
  if (clauses.length + clausesIn(tree).length > maxFilterClauses)
    faults.addExpected('filter', 'too_many_values', { max_items: maxFilterClauses })
  const checked = checkClauses(db, attributes, clauses, faults)
  return { clauses: checked, join, ...(tree && { tree: checkGroup(db, attributes, tree, faults) }) }
}

const membersByIssue: Partial<Record<IssueCode, 'attribute' | 'operator'>> = {
  not_a_defined_attribute: 'attribute',
  unknown_operator: 'operator',
  operator_not_supported_for_type: 'operator',
}

export function memberOf(issue: string): 'attribute' | 'operator' | 'value' {
  return (isIssueCode(issue) && membersByIssue[issue]) || 'value'
}

function checkGroup(
  db: ReadableDb,
  attributes: AttributeSet,
  { join, parts }: ClauseGroup<FilterClause>,
  faults: Faults,
): ClauseGroup {
  const checked = parts.flatMap((part): ClauseGroup['parts'] => {
    if (isGroup(part)) return [checkGroup(db, attributes, part, faults)]
    const own = new Faults()
    const clause = checkClauses(db, attributes, [part], own)
    for (const fault of own.list) faults.addAll(`${part.field}.${memberOf(fault.issue)}`, [fault])
    return clause
  })
  return { join, parts: checked }
}

export function checkParts(
  db: ReadableDb,
  attributes: AttributeSet,
  parts: ClauseGroup<FilterClause>['parts'],
  faults: Faults,
): ClauseGroup['parts'] {
  return parts.flatMap((part): ClauseGroup['parts'] =>
    isGroup(part) ? [checkGroup(db, attributes, part, faults)] : checkClauses(db, attributes, [part], faults),
  )
}

export function checkClauses(
  db: ReadableDb,
  attributes: AttributeSet,
  requests: readonly FilterClause[],
  faults: Faults,
): Clause[] {
  return requests.flatMap((request) => checkClause(db, attributes, request, faults) ?? [])
}

function checkClause(
  db: ReadableDb,
  attributes: AttributeSet,
  request: FilterClause,
  faults: Faults,
): Clause | undefined {
  const { field, key } = request
  const relation = checkRelation(db, attributes, request, faults)
  if (relation) return relation.clause
  if (key.includes('.')) return checkPath(db, attributes, request, faults)
  const source = findSource(db, attributes, key)
  if (!source) return refuseKey(db, attributes, { field, key }, faults)
  const operator = checkOperator(source, request, faults)
  if (!operator) return undefined
  const isPart = operators[operator].families.every((fits) => fits === 'text')
  const compared = isMoment(source) && !isPart ? 'moment' : familyOf(source)
  const period = parsePeriodClause(operator, compared, request.value)
  if (period) return { source, ...period }
  const own = new Faults()
  const values = parseValues[operators[operator].arity](compared, request, own)
  const byName = values === undefined ? nameAtEnd(db, attributes, key) : undefined
  faults.addAll(
    field,
    own.list.map((fault) => offerName(fault, byName)),
  )
  return values && { source, operator, values }
}

function checkOperator(
  source: Source,
  { field, operator }: Pick<FilterClause, 'field' | 'operator'>,
  faults: Faults,
): Operator | undefined {
  const fitting = operatorsOf(source)
  if (!isOperator(operator)) {
    const unknown = {
      issue: 'unknown_operator' as const,
      expected: { operators: fitting },
      ...guess(operator, fitting),
    }
    return faults.addAll(field, [isRange(operator) ? { ...unknown, message: useTwo } : unknown])
  }
  return fitting.includes(operator)
    ? operator
    : faults.addExpected(field, 'operator_not_supported_for_type', { operators: fitting })
}

/** A text in place of an id is mostly a name, which is compared at the end of the reference. */
function offerName(fault: FieldError, name: string | undefined): FieldError {
  if (fault.issue !== 'expected_uuid' || name === undefined) return fault
  const byId = message('filter.reference_by_id', { name })
  const words = fault.message === undefined ? byId : sentences(fault.message, byId)
  return { ...fault, ...asMessage(words), did_you_mean: name }
}

function checkPath(
  db: ReadableDb,
  attributes: AttributeSet,
  request: FilterClause,
  faults: Faults,
): Clause | undefined {
  const path = findPath(db, attributes, request.key)
  const { via, end, key = '' } = path ?? {}
  if (!via || !end || !findSource(db, end, key)) return refusePath(db, attributes, request, faults)
  const clause = checkClause(db, end, { ...request, key }, faults)
  if (!clause) return undefined
  const { operator, values } = clause
  return { source: { kind: 'path', via, type: end.type, clause }, operator, values }
}

const periodOperators: Partial<
  Record<Operator, { readonly operator: ClauseOperator; readonly bounds: readonly ('from' | 'end')[] }>
> = {
  eq: { operator: 'within', bounds: ['from', 'end'] },
  ne: { operator: 'outside', bounds: ['from', 'end'] },
  gt: { operator: 'gte', bounds: ['end'] },
  gte: { operator: 'gte', bounds: ['from'] },
  lt: { operator: 'lt', bounds: ['from'] },
  lte: { operator: 'lt', bounds: ['end'] },
}

const toBound: Partial<Record<ComparingOperator, (day: Date) => Comparable>> = {
  date: toDay,
  timestamp: (day) => day.getTime(),
  moment: (day) => toIso(day).toLowerCase(),
}

function parsePeriodClause(
  operator: Operator,
  compared: ComparingOperator,
  value: string,
): Pick<Clause, 'operator' | 'values'> | undefined {
  const [row, bound] = [periodOperators[operator], toBound[compared]]
  const period = row && bound && parsePeriod(value)
  return period && { operator: row.operator, values: row.bounds.map((end) => bound(period[end])) }
}

export function operatorsOf(source: Source): Operator[] {
  const families: readonly Family[] = isMoment(source) ? [familyOf(source), 'timestamp'] : [familyOf(source)]
  return keysOf(operators).filter((name) => operators[name].families.some((fits) => families.includes(fits)))
}

function isRange(operator: string): boolean {
  return operator === 'between' || operator === 'range'
}

const useTwo =
  'There is no operator for a range. Send two clauses, gte with the least value and lte with the most.'

/** Notes a key that a filter or sort cannot name, with a suggestion. */
export function refuseKey(
  db: ReadableDb,
  attributes: AttributeSet,
  named: { readonly field: string; readonly key: string },
  faults: Faults,
): undefined {
  if (refuseCompleteness(db, attributes, named, faults)) return undefined
  const known = [...attributes.byKey.keys(), ...queryableSystemFields]
  return faults.addUnknown(named.field, 'not_a_defined_attribute', named.key, known)
}

export function describeSystem(key: string): string {
  return `${key} is set by the system, so that there is nothing to group or sum up. Name an attribute.`
}

export function familyOf(source: Source): Family {
  if (source.kind === 'computed') return source.plan.family
  return source.kind === 'attribute' ? source.attribute.traits.family : systemFamilies[source.field]
}

type ComparingOperator = Family | 'moment'

export function isMoment(source: Source): boolean {
  if (source.kind === 'system') return false
  const { attribute } = source.kind === 'computed' ? source.plan : source
  return kindOf(attribute.extras.constraints)?.family === 'timestamp'
}

type ParseValues = (
  family: ComparingOperator,
  request: FilterClause,
  faults: Faults,
) => Comparable[] | undefined

const parseValues: Record<OperatorArity, ParseValues> = {
  boolean(_family, { field, value }, faults) {
    if (value !== 'true' && value !== 'false') return faults.add(field, 'expected_boolean')
    return [value === 'true' ? 1 : 0]
  },
  one(family, { field, value }, faults) {
    if (value.trim() === '') return faults.add(field, 'expected_value_or_use_exists')
    return parseValue(family, field, value, faults)
  },
  many(family, { field, value }, faults) {
    const tokens = splitList(value)
    if (tokens.length === 0) return faults.add(field, 'expected_values')
    if (tokens.length > maxInValues)
      return faults.addExpected(field, 'too_many_values', { max_items: maxInValues })
    const values = tokens.map((token) => toComparable[family](token))
    const unfit = values.indexOf(undefined)
    if (unfit >= 0) return faults.addOneOf(field, issuesByFamily[family], tokens[unfit])
    return values.flatMap((value) => value ?? [])
  },
}

function parseValue(
  family: ComparingOperator,
  field: string,
  text: string,
  faults: Faults,
): Comparable[] | undefined {
  const value = toComparable[family](text)
  return value === undefined ? faults.add(field, issuesByFamily[family]) : [value]
}

/** Converts a text to the comparable of a family; undefined where it is invalid. */
export const toComparable: Record<ComparingOperator, (text: string) => Comparable | undefined> = {
  text: foldText,
  number: parseNumber,
  date: parseDate,
  timestamp: parseTimestamp,
  moment: (text) => toMoment(text)?.toLowerCase(),
  boolean: parseBoolean,
  id: parseUuid,
}

function parseBoolean(text: string): Comparable | undefined {
  if (text !== 'true' && text !== 'false') return undefined
  return text === 'true' ? 1 : 0
}

const issuesByFamily = {
  text: 'expected_value_or_use_exists',
  number: 'expected_number',
  date: 'expected_date',
  timestamp: 'expected_date',
  moment: 'expected_date',
  boolean: 'expected_boolean',
  id: 'expected_uuid',
} as const satisfies Record<ComparingOperator, string>
