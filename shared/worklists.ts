export type { NewWorklist, Worklist, WorklistPatch } from './schemas/views.ts'
