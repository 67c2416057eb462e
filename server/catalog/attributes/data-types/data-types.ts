import type { DataType } from '#shared/attributes.ts'
import { booleanRules } from './boolean.ts'
import { dateRules } from './date.ts'
import { jsonRules } from './json.ts'
import { numberRules, progressRules, rankRules } from './number.ts'
import type { ScalarRules } from './scalar-rules.ts'
import { multiSelectRules, singleSelectRules, statusRules } from './select.ts'
import { textRules } from './text.ts'
import { mediaRules, urlRules } from './url.ts'

export type ReferenceDataType =
  | 'entity_reference'
  | 'entity_list_reference'
  | 'inverse_reference'
  | 'reference_lookup'
export type ScalarDataType = Exclude<DataType, ReferenceDataType | 'formula'>

const rules = {
  single_line_text_field: textRules,
  multi_line_text_field: textRules,
  rich_text_field: textRules,
  number: numberRules,
  boolean: booleanRules,
  date: dateRules,
  url: urlRules,
  json: jsonRules,
  single_select_list: singleSelectRules,
  multi_select_list: multiSelectRules,
  image: mediaRules,
  video: mediaRules,
  status: statusRules,
  progress: progressRules,
  rank: rankRules,
} satisfies Record<ScalarDataType, ScalarRules>

/** The rules of a scalar data type; must not be called for references and computed types. */
export function scalarRulesOf(dataType: DataType): ScalarRules {
  return rules[dataType as ScalarDataType]
}
