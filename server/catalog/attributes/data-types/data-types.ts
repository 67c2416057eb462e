/**
 * The server's rules for each data type: one row here for every scalar, one in linked-types.ts for each
 * other type. Everything else about a type follows from its traits (`shared/attributes.ts`).
 */
import { type Constraints, type DataType, type ScalarDataType, dataTypeTraits } from '#shared/attributes.ts'
import { isFileList, joinFiles, splitFiles, isLinked, parseLinked } from '#shared/files.ts'
import { kindOf, type TextKind } from '#shared/kinds.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { parseDate } from '#shared/iso-times.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import { guess } from '#shared/nearest.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { FieldError, IssueCode } from '#shared/errors.ts'
import type { Comparable } from '../../../store/tables/values.ts'

const longTexts = ['multi_line_text_field', 'rich_text_field'] as const
const texts = ['single_line_text_field', ...longTexts] as const

const maxGuessed = 200

function refused({ options }: Pick<Attribute, 'options'>, sent: string): ParsedScalar {
  return {
    issue: 'not_an_acceptable_value',
    acceptable_values: [...options],
    ...(options.length <= maxGuessed && guess(sent, options)),
  }
}

const toComparable = (value: Scalar) => foldText(String(value))

const singleSelectRules: OwnRules = {
  parse(input, attribute) {
    const value = String(input).trim()
    return attribute.options.includes(value) ? { value } : refused(attribute, value)
  },
  toComparable,
}

/** A status without options takes any text (decisions, Attribute definitions). */
const statusRules: OwnRules = {
  parse: (input, attribute) =>
    attribute.options.length === 0 ? { value: String(input) } : singleSelectRules.parse(input, attribute),
  toComparable,
}

const multiSelectRules: OwnRules = {
  parse(input, attribute) {
    const tokens = [...new Set(splitList(String(input)))]
    const unknown = tokens.find((token) => !attribute.options.includes(token))
    if (unknown !== undefined) return refused(attribute, unknown)
    return { value: tokens.length > 0 ? tokens.join(', ') : null }
  },
  toComparable: (value) => splitList(String(value)).map(foldText).join(', '),
}

const dateRules: OwnRules = {
  parse(input) {
    const value = parseDate(input)
    return value ? { value } : { issue: 'expected_date' }
  },
  toComparable: String,
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * The number in a JSON number or a numeric text; undefined for anything else and beyond ±2^53 (reading 7).
 */
export function parseNumber(input: Scalar): number | undefined {
  if (typeof input === 'boolean') return undefined
  if (typeof input === 'string' && !decimal.test(input.trim())) return undefined
  const number = Number(input)
  if (Math.abs(number) >= largest && !isLargest(input)) return undefined
  // Adding 0 turns -0 into 0, which JSON would otherwise lose on the way back.
  return number + 0
}

const largest = 2 ** 53

function isLargest(input: string | number): boolean {
  return /^[+-]?0*9007199254740992(\.0*)?$/.test(String(input).trim())
}

function refuseNumber(input: Scalar): RefusedScalar {
  const isTooLarge = typeof input === 'number' || decimal.test(String(input).trim())
  return { issue: 'expected_number', ...(isTooLarge && asMessage(message('value.number_too_large'))) }
}

/**
 * Numbers within the bounds of their data type. A fraction in a whole-number type is out of range, as too
 * many decimals are.
 */
function numberRules(dataType: DataType): OwnRules {
  const { bounds } = dataTypeTraits[dataType]
  const { min = -Infinity, max = Infinity, isWhole = false } = bounds
  const expected = {
    ...(bounds.min !== undefined && { min }),
    ...(bounds.max !== undefined && { max }),
    ...(isWhole && { decimals: 0 }),
  }
  return {
    parse(input) {
      const value = parseNumber(input)
      if (value === undefined) return refuseNumber(input)
      const isOutside = value < min || value > max || (isWhole && !Number.isInteger(value))
      return isOutside ? { issue: 'out_of_range', expected } : { value }
    },
    toComparable: Number,
  }
}

const booleanRules: OwnRules = {
  parse: (input) => (typeof input === 'boolean' ? { value: input } : { issue: 'expected_boolean' }),
  toComparable: (value) => (value === true ? 1 : 0),
}

export function fitsDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value
}

/** Any text, exactly as written; numbers and booleans are accepted as text (decisions, reading 7). */
const textRules: OwnRules = {
  parse: (input) => ({ value: String(input) }),
  toComparable,
}

const jsonRules: OwnRules = {
  parse(input) {
    try {
      JSON.parse(String(input))
      return { value: String(input) }
    } catch {
      return { issue: 'expected_json' }
    }
  },
  toComparable,
}

const storedFile = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/

// A parser alone would take "https:a.example" and "http:///a.example" for URLs with a host.
const withHost = /^https?:\/\/[^\s/\\?#]\S*$/i

export function isWebUrl(text: string): boolean {
  const trimmed = text.trim()
  return withHost.test(trimmed) && URL.canParse(trimmed)
}

const urlRules: OwnRules = {
  parse: (input) => (isWebUrl(String(input)) ? { value: String(input) } : { issue: 'expected_url' }),
  toComparable,
}

const mediaRules: OwnRules = {
  parse(input) {
    const text = String(input)
    if (isLinked(text) && !parseLinked(text))
      return { issue: 'invalid_value', ...asMessage(message('library.path_not_below')) }
    const isFile = storedFile.test(text) || isLinked(text)
    return isFile || isWebUrl(text) ? { value: text } : { issue: 'expected_url' }
  },
  toComparable,
}

const rules: Readonly<Record<ScalarDataType, ScalarRules>> = {
  single_line_text_field: { ...textRules, fits: longTexts },
  multi_line_text_field: { ...textRules, fits: longTexts },
  rich_text_field: { ...textRules, fits: longTexts },
  number: { ...numberRules('number'), fits: [] },
  boolean: { ...booleanRules, fits: [] },
  date: { ...dateRules, fits: texts },
  url: { ...urlRules, fits: [...texts, 'image', 'video'] },
  json: { ...jsonRules, fits: longTexts },
  single_select_list: { ...singleSelectRules, fits: [...texts, 'multi_select_list'] },
  multi_select_list: { ...multiSelectRules, fits: texts },
  image: { ...mediaRules, fits: [...texts, 'video'] },
  video: { ...mediaRules, fits: [...texts, 'image'] },
  status: { ...statusRules, fits: longTexts },
  progress: { ...numberRules('progress'), fits: ['number'] },
  rank: { ...numberRules('rank'), fits: ['number'] },
}

export function getScalarRules(dataType: DataType): ScalarRules {
  return rules[dataType as ScalarDataType]
}

type ScalarAttribute = Pick<Attribute, 'dataType' | 'options'> & {
  readonly extras: { readonly constraints: Constraints }
}

/** A value as an attribute stores it, by the rules of its data type and of its kind; no text holds a NUL [VALUE-26]. */
export function parseValue(input: Scalar, attribute: ScalarAttribute): ParsedScalar {
  if (typeof input === 'string' && input.includes('\0'))
    return { issue: 'invalid_value', ...asMessage(message('value.has_nul')) }
  const { constraints } = attribute.extras
  const kind = kindOf(constraints)
  if (kind === undefined || kind.base === 'number') {
    const parsed = getScalarRules(attribute.dataType).parse(input, attribute)
    return kind && 'issue' in parsed ? { ...parsed, ...kind.describe(constraints) } : parsed
  }
  const value = isFileList(constraints) ? storeFiles(String(input), kind) : kind.toStored(String(input))
  return value === undefined ? { issue: kind.issue, ...kind.describe(constraints) } : { value }
}

/** A list of files as it is stored; undefined where one of them is no file. */
function storeFiles(text: string, kind: TextKind): string | undefined {
  const files = splitFiles(text).map((file) => kind.toStored(file))
  return files.includes(undefined) || files.length === 0 ? undefined : joinFiles(files.map(String))
}

export type Scalar = string | number | boolean

export type RefusedScalar = Omit<FieldError, 'field' | 'issue'> & { readonly issue: IssueCode }

type ParsedScalar = { readonly value: Scalar | null } | RefusedScalar

type OwnRules = Omit<ScalarRules, 'fits'>

interface ScalarRules {
  readonly parse: (input: Scalar, attribute: Pick<Attribute, 'options'>) => ParsedScalar
  readonly toComparable: (value: Scalar) => Comparable
  readonly fits: readonly DataType[]
}
