import type { CheckKindName, QualityFixName } from '#shared/quality.ts'
import type { GridColumn } from '../query/columns.ts'

const spaces: readonly QualityFixName[] = ['trim', 'collapse_spaces']

/** Fixes without a loss of meaning for each kind of check, the likeliest first. */
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
  file_problem: [],
  link_answers: ['trim'],
  spelling: [],
  same_language: [],
}

/** The fixes for findings in one attribute; none where it is read-only or no text. */
export function offeredFixes(kind: string, column: GridColumn | undefined): readonly QualityFixName[] {
  const isText = column?.traits.isFreeText === true && column.readOnlyReason === undefined
  if (!isText) return []
  return Object.hasOwn(fixesOf, kind) ? fixesOf[kind as CheckKindName] : spaces
}

export interface OfferedFix {
  readonly column: GridColumn
  readonly fixes: readonly QualityFixName[]
}
