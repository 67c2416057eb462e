import type { SentClause } from './schemas/views.ts'
import { type DataType, dataTypeTraits } from './attributes.ts'
import type { ViewKind } from './schemas/views.ts'

export type {
  ColourRule,
  GridView,
  NewView,
  RowHeight,
  SummaryKind,
  ViewKind,
  ViewPatch,
} from './schemas/views.ts'

/** Whether rows can be shown in a kind of view by an attribute of a data type. */
export function canShowBy(kind: ViewKind, type: DataType): boolean {
  const { options, hasTokens } = dataTypeTraits[type]
  if (kind === 'calendar') return type === 'date'
  return kind === 'kanban' && options !== 'none' && !hasTokens
}

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
