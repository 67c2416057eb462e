import type { CheckKindName, QualityFixName } from '#shared/quality.ts'
import type { GridColumn } from '../query/columns.ts'

const spaces: readonly QualityFixName[] = ['trim', 'collapse_spaces']

/** What can mend the findings of each kind of check without a loss of meaning, the likeliest first. */
const fixesOf: Readonly<Record<CheckKindName, readonly QualityFixName[]>> = {
  filter: spaces,
  required: [],
  length: ['trim', 'collapse_spaces', 'strip_html'],
  pattern: ['trim', 'collapse_spaces', 'units'],
  one_of: ['trim', 'collapse_spaces'],
  unique_together: [],
  gtin: ['gtin_check_digit', 'trim'],
  banned_words: [],
  no_html: ['strip_html'],
  valid_html: ['strip_html'],
  no_upper_case_text: ['case'],
  no_placeholder: [],
  same_unit: ['units'],
  outlier: [],
  parent_differs: [],
  picture: [],
  link_answers: ['trim'],
  spelling: [],
  same_language: [],
}

/** The fixes that are offered for the findings of a check in one attribute; none where it cannot be written, or holds no text. */
export function offeredFixes(kind: string, column: GridColumn | undefined): readonly QualityFixName[] {
  const isText = column?.traits.isFreeText === true && column.readOnlyReason === undefined
  if (!isText) return []
  return Object.hasOwn(fixesOf, kind) ? fixesOf[kind as CheckKindName] : spaces
}

/** What is offered for one attribute of a rule. */
export interface OfferedFix {
  readonly column: GridColumn
  readonly fixes: readonly QualityFixName[]
}
