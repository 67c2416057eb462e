/**
 * What the server knows of each data type: one row here for every scalar, one in linked-types.ts for each of the others. How the
 * rest of the program treats a type follows from its traits (`shared/attributes.ts`).
 */
import type { Constraints, DataType, ScalarDataType } from '#shared/attributes.ts'
import { kindOf } from '#shared/kinds.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { dateRules } from './date.ts'
import { booleanRules, numberRules } from './number.ts'
import type { ParsedScalar, Scalar, ScalarRules } from './scalar-rules.ts'
import { multiSelectRules, singleSelectRules, statusRules } from './select.ts'
import { jsonRules, mediaRules, textRules, urlRules } from './text.ts'

const longTexts = ['multi_line_text_field', 'rich_text_field'] as const
const texts = ['single_line_text_field', ...longTexts] as const

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
  if ('issue' in parsed) return { ...parsed, message: kind.tell(constraints) }
  if (kind.base === 'number' || parsed.value === null) return parsed
  const value = kind.toStored(String(parsed.value))
  return value === undefined ? { issue: kind.issue, message: kind.tell(constraints) } : { value }
}
