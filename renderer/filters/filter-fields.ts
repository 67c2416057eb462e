import {
  type AttributeConfig,
  type AttributeDefinition,
  type DataType,
  dataTypeTraits,
  type Family,
} from '#shared/attributes.ts'
import type { ChannelSummary } from '#shared/channels.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import {
  arityOf,
  changedByKey,
  emptyInParentKey,
  hasVariantsKey,
  isOperator,
  isUsedKey,
  listOperators,
  missingValue,
  notAcceptedPrefix,
  type Operator,
  operators,
  type RemarkKind,
} from '#shared/filters.ts'
import { fileParts, isLengthKey, isPixelsKey, readFilePart } from '#shared/facets.ts'
import { ruleFilterKey, scoreKey, severityFilterKey } from '#shared/quality.ts'
import { remarksKey } from '#shared/views.ts'
import { splitList } from '#shared/text.ts'
import { completenessKeyOf, completenessName, sortKeyOf } from '../query/columns.ts'
import { nameFilePart } from '../query/file-parts.ts'
import { attributeKindOf, cellTraits } from '../query/data-types.ts'
import { isComplete, type FilterClause } from '../query/grid-query.ts'
import { t, cachedByLanguage } from '../ui/text.ts'

export interface FilterField {
  readonly key: string
  readonly name: string
  readonly family: Family
  readonly dataType: DataType | undefined
  readonly options: readonly string[]
  readonly referenceType: EntityType | undefined
  readonly only?: readonly Operator[]
  readonly labels?: Readonly<Record<string, string>>
}

const system = (key: string, name: string, family: Family, referenceType?: EntityType): FilterField => ({
  key,
  name,
  family,
  dataType: undefined,
  options: [],
  referenceType,
})

function around(key: string, name: string, labels: Readonly<Record<string, string>>): FilterField {
  return { ...system(key, name, 'text'), options: Object.keys(labels), labels, only: ['eq', 'ne', 'in'] }
}

interface FieldParts {
  readonly configs?: readonly AttributeConfig[] | undefined
  readonly channels?: readonly Pick<ChannelSummary, 'key' | 'name'>[] | undefined
}

/** All filter fields of a type, the primary attribute first. */
export function toFilterFields(
  type: EntityType,
  attributes: readonly AttributeDefinition[],
  { configs = [], channels = [] }: FieldParts = {},
): FilterField[] {
  const byKey = new Map(configs.map((config) => [config.key, config]))
  const fields = attributes
    .toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))
    .map((attribute): FilterField => ({
      key: attribute.key,
      name: attribute.name,
      family:
        cellTraits()[attributeKindOf(attribute.data_type, byKey.get(attribute.key)?.constraints)].family,
      dataType: attribute.data_type,
      options: attribute.acceptable_values,
      referenceType: byKey.get(attribute.key)?.reference?.type,
    }))
  return [
    ...fields,
    ...channels.map((channel) => system(completenessKeyOf(channel.key), completenessName(channel), 'number')),
    system(scoreKey, t('Quality score'), 'number'),
    system('created_at', t('Created'), 'timestamp'),
    system('updated_at', t('Updated'), 'timestamp'),
    system('parent_id', t('Parent'), 'id', hasParents(type) ? type : undefined),
    system('id', 'ID', 'id', type),
  ]
}

interface AroundParts extends Pick<FieldParts, 'channels'> {
  readonly fields: readonly FilterField[]
  readonly people: Readonly<Record<string, string>>
  readonly rules?: Readonly<Record<string, string>>
  readonly severities?: Readonly<Record<string, string>>
  readonly isTeam?: boolean
}

/** Lengths of texts and sizes of pictures in some clauses; there are too many to offer all. */
export function lengthFields(
  fields: readonly FilterField[],
  clauses: readonly FilterClause[],
): FilterField[] {
  const keys = new Set(clauses.map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const part = readFilePart(key)?.part
    if (!isLengthKey(key) && !isPixelsKey(key) && !part) return []
    const field = fields.find((one) => one.key === key.slice(0, key.lastIndexOf(':')))
    if (!field) return []
    const { name } = field
    if (part) return [system(key, nameFilePart(name, part), fileParts[part])]
    const text = isLengthKey(key)
      ? t('{name}: length', { name })
      : t('{name}: shorter side in pixels', { name })
    return [system(key, text, 'number')]
  })
}

/** Fields of other entities, as clauses of scripts and agents name them: `vendor.city`, `parent.sku`. */
export function pathFields(fields: readonly FilterField[], clauses: readonly FilterClause[]): FilterField[] {
  const paths = Map.groupBy(
    clauses.filter(({ key }) => key.includes('.')),
    ({ key }) => key,
  )
  return [...paths].map(([key, named]) => {
    const [step = '', end = ''] = key.split('.')
    const name = step === 'parent' ? t('Parent') : (fields.find((one) => one.key === step)?.name ?? step)
    return {
      ...system(key, `${name} › ${end}`, 'text'),
      only: named.flatMap(({ operator }) => (isOperator(operator) ? [operator] : [])),
    }
  })
}

/** The fields to sort by, under the keys that lists take for sorting. */
export function sortFields(fields: readonly FilterField[]): FilterField[] {
  return fields.flatMap((field) => {
    const { key, dataType } = field
    const sortKey = dataType === undefined ? key : sortKeyOf(key, dataTypeTraits[dataType])
    return sortKey === undefined ? [] : [{ ...field, key: sortKey }]
  })
}

export function aroundFields(
  type: EntityType,
  { fields, channels = [], people, rules = {}, severities = {}, isTeam = false }: AroundParts,
): FilterField[] {
  const attributes = fields.filter(({ dataType }) => dataType !== undefined)
  const names = Object.fromEntries(attributes.map(({ key, name }) => [key, name]))
  const refused = channels.map(({ key, name }) =>
    around(`${notAcceptedPrefix}${key}`, t('Not accepted by {name}', { name }), names),
  )
  return [
    around(changedByKey, t('Changed by'), people),
    around(ruleFilterKey, t('Found by the rule'), rules),
    around(severityFilterKey, t('Has findings'), severities),
    around(remarksKey, t('Has remarks'), remarkNames(isTeam)),
    ...(hasParents(type)
      ? [
          around(emptyInParentKey, t('Empty in the parent'), names),
          around(hasVariantsKey, t('Has variants'), { true: t('Yes'), false: t('No') }),
        ]
      : []),
    around(isUsedKey, t('Is used'), { true: t('Yes'), false: t('No') }),
    ...refused,
  ]
}

/** A desktop has no comments. */
function remarkNames(isTeam: boolean): Readonly<Record<string, string>> {
  const names = { notes: t('Notes'), to_dos: t('Open to-dos'), comments: t('Open comments') }
  const { comments: _comments, ...alone } = names satisfies Record<RemarkKind, string>
  return isTeam ? names : alone
}

function hasParents(type: EntityType): boolean {
  return type === 'product' || type === 'category'
}

export interface OperatorChoice {
  readonly id: string
  readonly operator: Operator
  readonly label: string
  /** The value that the choice sets; undefined where the user gives one. */
  readonly value: string | undefined
}

interface OperatorTexts {
  readonly label: string
  readonly dateLabel?: string
}

const checks = cachedByLanguage(
  (): Partial<Record<Family, { isFit: (text: string) => boolean; sentence: string }>> => ({
    number: { isFit: (text) => Number.isFinite(Number(text)), sentence: t('Enter a number, such as 12.5.') },
    id: { isFit: (text) => parseUuid(text) !== undefined, sentence: t('Enter the full ID of an entry.') },
  }),
)

/** Returns a fault of a clause's value that needs no server; undefined without one. */
export function valueFault(clause: FilterClause, { family }: FilterField): string | undefined {
  const check = checks()[family]
  if (check === undefined || arityOf(clause.operator) === 'boolean' || !isComplete(clause)) return undefined
  const values = arityOf(clause.operator) === 'many' ? splitList(clause.value) : [clause.value.trim()]
  return values.every(check.isFit) ? undefined : check.sentence
}

const ofCalendar = cachedByLanguage((): Readonly<Record<string, string>> => ({
  this_day: t('today'),
  last_day: t('yesterday'),
  next_day: t('tomorrow'),
  this_week: t('this week'),
  last_week: t('last week'),
  next_week: t('next week'),
  this_month: t('this month'),
  last_month: t('last month'),
  next_month: t('next month'),
  this_year: t('this year'),
  last_year: t('last year'),
  next_year: t('next year'),
}))

const counted: Readonly<Record<string, (count: number) => string>> = {
  last_day: (count) => t('last {count, plural, one {# day} other {# days}}', { count }),
  next_day: (count) => t('next {count, plural, one {# day} other {# days}}', { count }),
  last_week: (count) => t('last {count, plural, one {# week} other {# weeks}}', { count }),
  next_week: (count) => t('next {count, plural, one {# week} other {# weeks}}', { count }),
  last_month: (count) => t('last {count, plural, one {# month} other {# months}}', { count }),
  next_month: (count) => t('next {count, plural, one {# month} other {# months}}', { count }),
  last_year: (count) => t('last {count, plural, one {# year} other {# years}}', { count }),
  next_year: (count) => t('next {count, plural, one {# year} other {# years}}', { count }),
}

/** Returns a period in words, such as `last 7 days`, and any other text unchanged. */
export function periodLabel(value: string): string {
  const [, which = '', count, unit = ''] = /^(last|this|next)_(?:(\d+)_)?([a-z]+?)s?$/.exec(value) ?? []
  const period = `${which}_${unit}`
  if (count !== undefined) return counted[period]?.(Number(count)) ?? value
  return ofCalendar()[period] ?? value
}

const operatorTexts = cachedByLanguage((): Readonly<Record<Operator, OperatorTexts>> => ({
  eq: { label: t('is') },
  ne: { label: t('is not') },
  contains: { label: t('contains') },
  not_contains: { label: t('does not contain') },
  starts_with: { label: t('starts with') },
  ends_with: { label: t('ends with') },
  gt: { label: t('is greater than'), dateLabel: t('is after') },
  gte: { label: t('is at least'), dateLabel: t('is on or after') },
  lt: { label: t('is less than'), dateLabel: t('is before') },
  lte: { label: t('is at most'), dateLabel: t('is on or before') },
  exists: { label: t('has a value') },
  in: { label: t('is any of') },
}))

export function operatorChoices({ family, only }: FilterField): OperatorChoice[] {
  return (only ?? listOperators(family)).flatMap((operator): OperatorChoice[] => {
    const { arity } = operators[operator]
    const { label, dateLabel = label } = operatorTexts()[operator]
    if (arity === 'boolean') {
      return [
        { id: `${operator}:true`, operator, label, value: 'true' },
        { id: `${operator}:false`, operator, label: t('is empty'), value: 'false' },
      ]
    }
    const isDate = family === 'date' || family === 'timestamp'
    return [{ id: operator, operator, label: isDate ? dateLabel : label, value: undefined }]
  })
}

export function choiceOf({ operator, value }: FilterClause, field: FilterField): OperatorChoice | undefined {
  const id = arityOf(operator) === 'boolean' ? `${operator}:${value}` : operator
  return operatorChoices(field).find((choice) => choice.id === id)
}

/** Returns a new clause about a field: its most usual operator, without a value. */
export function newClause(field: FilterField): FilterClause {
  const isFreeText = field.family === 'text' && field.options.length === 0
  return { key: field.key, operator: isFreeText ? 'contains' : 'eq', value: '' }
}

/** Returns the clause with another operator; the value stays if it still fits, the first of several. */
export function withChoice(clause: FilterClause, choice: OperatorChoice): FilterClause {
  if (choice.value !== undefined) return { ...clause, operator: choice.operator, value: choice.value }
  return { ...clause, operator: choice.operator, value: carryValue(clause, choice) }
}

function carryValue({ operator, value }: FilterClause, choice: OperatorChoice): string {
  if (arityOf(operator) === 'boolean') return ''
  const isOneOfMany = arityOf(operator) === 'many' && arityOf(choice.operator) !== 'many'
  return isOneOfMany ? (splitList(value)[0] ?? '') : value
}

/** Returns the shown text of a value; an issue of an attribute shows the attribute's name. */
export function labelOf({ labels }: FilterField, value: string): string {
  const [key = value, issue] = value.split(':')
  const name = labels?.[value] ?? labels?.[key]
  if (name === undefined) return value
  return issue === missingValue ? t('{name} (missing)', { name }) : name
}
