export type { ColourRule, GridView, NewView, RowHeight, SummaryKind, ViewPatch } from './schemas/views.ts'

/** The column of what people say about a row, and the key of filters that ask who has something said about it: no attribute. */
export const remarksKey = 'row:remarks'
