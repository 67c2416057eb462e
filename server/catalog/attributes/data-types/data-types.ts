/**
 * What the server knows of each data type: one row here for every scalar, one in linked-types.ts for each of the others. How the
 * rest of the program treats a type follows from its traits (`shared/attributes.ts`).
 */
import type { Constraints, DataType, ScalarDataType } from '#shared/attributes.ts'
import { kindOf } from '#shared/kinds.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { booleanRules, numberRules } from './number.ts'
import type { ParsedScalar, Scalar, ScalarRules, OwnRules } from './scalar-rules.ts'
import { jsonRules, mediaRules, textRules, urlRules } from './text.ts'
import { parseDate } from '#shared/iso-times.ts'
import { guess } from '#shared/nearest.ts'
import { foldText, splitList } from '#shared/text.ts'

const longTexts = ['multi_line_text_field', 'rich_text_field'] as const
const texts = ['single_line_text_field', ...longTexts] as const

// A file may have many wrong cells, and each is looked at.
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

/** One comma-separated text; duplicates are dropped (decisions, reading 6). */
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

/** The rules of a scalar data type; must not be called for references and computed types. */
export function getScalarRules(dataType: DataType): ScalarRules {
  return rules[dataType as ScalarDataType]
}

/** The parts of an attribute that decide which scalars it takes. */
type ScalarAttribute = Pick<Attribute, 'dataType' | 'options'> & {
  readonly extras: { readonly constraints: Constraints }
}

/** A value as an attribute stores it, by the rules of its data type and of its kind. */
export function parseValue(input: Scalar, attribute: ScalarAttribute): ParsedScalar {
  const parsed = getScalarRules(attribute.dataType).parse(input, attribute)
  const { constraints } = attribute.extras
  const kind = kindOf(constraints)
  if (!kind) return parsed
  if ('issue' in parsed) return { ...parsed, ...kind.describe(constraints) }
  if (kind.base === 'number' || parsed.value === null) return parsed
  const value = kind.toStored(String(parsed.value))
  return value === undefined ? { issue: kind.issue, ...kind.describe(constraints) } : { value }
}
