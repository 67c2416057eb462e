import type { CheckKindName } from '#shared/quality.ts'
import type { GridColumn } from '../query/columns.ts'

type Fits = (column: GridColumn) => boolean

const isText: Fits = ({ traits }) => traits.family === 'text'
const holdsPictures: Fits = ({ traits, referenceType }) =>
  traits.media === 'image' || referenceType === 'image'
const all: Fits = () => true

/** Which attributes each kind of check can be about. */
const fits: Readonly<Record<CheckKindName, Fits>> = {
  filter: all,
  required: all,
  length: isText,
  pattern: isText,
  one_of: isText,
  unique_together: all,
  gtin: isText,
  banned_words: isText,
  no_html: isText,
  valid_html: isText,
  no_upper_case_text: isText,
  no_placeholder: isText,
  same_unit: isText,
  outlier: ({ traits }) => traits.family === 'number',
  parent_differs: all,
  picture: holdsPictures,
  link_answers: isText,
  spelling: isText,
  same_language: isText,
}

/** The columns that a kind of check can be about: attributes that hold what it looks at. */
export function checkedColumns(columns: readonly GridColumn[], kind: CheckKindName): GridColumn[] {
  return columns.filter((column) => !column.isSystem && column.kind !== 'completeness' && fits[kind](column))
}
