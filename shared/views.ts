export type { ColourRule, GridView, NewView, RowHeight, SummaryKind, ViewPatch } from './schemas/views.ts'

/** The column of what people say about a row: no attribute, so that views may show it and nothing else can ask for it. */
export const remarksKey = 'row:remarks'
