export type { ColourRule, GridView, NewView, RowHeight, ViewPatch } from './schemas/views.ts'
