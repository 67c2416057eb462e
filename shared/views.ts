export type { ColourRule, GridView, NewView, RowHeight, SummaryKind, ViewPatch } from './schemas/views.ts'
