/** The maximum number of values that one `POST /edits`, or one undo without a job, may write. */
export const maxEditValues = 10_000

export const maxListedEntities = 100_000

export type { BulkEdit, BulkSample } from './schemas/edits.ts'

export type { NewSavedAction, SavedAction, SavedActionPatch } from './schemas/saved-actions.ts'
