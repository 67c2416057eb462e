import { dataTypeTraits, type DataType, type Family } from '#shared/attributes.ts'
import type { Misfit } from '#shared/imports.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

type Check = (value: unknown, column: PlannedColumn) => boolean

const isNumber: Check = (value) => String(value).trim() !== '' && Number.isFinite(Number(value))
const isOption: Check = (value, { acceptable_values: allowed }) =>
  allowed.length === 0 || allowed.some((option) => foldText(option) === foldText(String(value)))

interface Expectation {
  readonly isRight: Check
  readonly sentence: string
}

const byFamily = cachedByLanguage((): Readonly<Record<Family, Expectation | undefined>> => ({
  text: undefined,
  number: { isRight: isNumber, sentence: t('Not a number. Choose how numbers are written.') },
  date: {
    isRight: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
    sentence: t('Not a date. Choose the order of day, month and year.'),
  },
  boolean: {
    isRight: (value) => typeof value === 'boolean',
    sentence: t('Neither yes nor no. Replace it with true or false.'),
  },
  timestamp: undefined,
  id: undefined,
}))
const url = cachedByLanguage((): Expectation => ({
  isRight: (value) => /^https?:\/\/\S+$/.test(String(value)),
  sentence: t('Not a web address that starts with http:// or https://.'),
}))
const option = cachedByLanguage((): Expectation => ({
  isRight: isOption,
  sentence: t('None of the options.'),
}))
const options = cachedByLanguage((): Expectation => ({
  isRight: (value, column) => splitList(String(value)).every((member) => isOption(member, column)),
  sentence: t('Some of it is not among the options.'),
}))

function expectationOf(type: DataType): Expectation | undefined {
  const traits = dataTypeTraits[type]
  if (type === 'url') return url()
  if (traits.options === 'none') return byFamily()[traits.family]
  return traits.hasTokens ? options() : option()
}

export function sampleProblem(column: PlannedColumn, index: number): string | undefined {
  const isValue = column.kind === 'attribute' || column.kind === 'new'
  const check = isValue ? expectationOf(column.data_type) : undefined
  const value = column.converted[index]
  const isCovered =
    check === undefined ||
    isEmptied(column, index, value) ||
    isRemedied(column, index) ||
    check.isRight(value ?? '', column)
  return isCovered ? undefined : check.sentence
}

function isRemedied({ rule, samples, misfits }: PlannedColumn, index: number): boolean {
  const found = misfits.find(({ samples: cells }) => cells.some(({ cell }) => cell === samples[index]))
  return found !== undefined && (rule.remedies?.[found.kind] ?? found.remedy) !== 'refuse'
}

function isEmptied({ rule, samples }: PlannedColumn, index: number, value: unknown): boolean {
  const sample = foldText(samples[index] ?? '')
  const mapped = Object.entries(rule.values ?? {}).find(([from]) => foldText(from) === sample)
  return value === null && mapped?.[1] === ''
}

export function countRefused({ misfits, rule }: PlannedColumn): number {
  return misfits
    .filter(({ kind, remedy }) => (rule.remedies?.[kind] ?? remedy) === 'refuse')
    .flatMap((misfit) => openCells(misfit, rule))
    .reduce((sum, count) => sum + count, 0)
}

function openCells({ count, samples }: Misfit, { values = {} }: PlannedColumn['rule']): number[] {
  const unseen = count - samples.reduce((sum, one) => sum + one.count, 0)
  return [unseen, ...samples.filter(({ cell }) => !(cell in values)).map((one) => one.count)]
}

/**
 * Returns the refused samples of a column, each once; options count as valid where they are created.
 * Numbers and dates are judged as a whole.
 */
export function misfitsOf(column: PlannedColumn, areOptionsCreated: boolean): string[] {
  if (areOptionsCreated && column.acceptable_values.length > 0) return []
  if (column.misfits.length > 0) return []
  const cells = column.samples.filter((_, index) => sampleProblem(column, index) !== undefined)
  return [...new Set(cells)]
}
