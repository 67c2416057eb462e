import type { SentClause } from './schemas/views.ts'

export type { ColourRule, GridView, NewView, RowHeight, SummaryKind, ViewPatch } from './schemas/views.ts'

/** The column of a row's remarks, and the key of filters by their author; it is no attribute. */
export const remarksKey = 'row:remarks'

export type { NewWorklist, Worklist, WorklistPatch } from './schemas/views.ts'

/** A clause of a view, which earlier versions stored and scripts still send as `key` and `op`. */
export function toClauseOfView<Clause extends SentClause>({
  key,
  op,
  attribute = key,
  operator = op,
  ...rest
}: Clause) {
  return { attribute: attribute ?? '', operator: operator ?? 'eq', ...rest }
}
