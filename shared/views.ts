export type { ColourRule, GridView, NewView, RowHeight, SummaryKind, ViewPatch } from './schemas/views.ts'

/** The column of a row's remarks, and the key of filters by their author; it is no attribute. */
export const remarksKey = 'row:remarks'

export type { NewWorklist, Worklist, WorklistPatch } from './schemas/views.ts'
