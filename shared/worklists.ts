/** Rows that were given to somebody of a team as work. */
export type { NewWorklist, Worklist, WorklistPatch } from './schemas/views.ts'
