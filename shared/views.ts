export type { ColourRule, GridView, NewView, RowHeight, ViewDisplay, ViewPatch } from './schemas/views.ts'
