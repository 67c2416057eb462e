/** How many values one `POST /edits` may write, and one undo may take back without becoming a job. */
export const maxEditValues = 10_000

export const maxListedEntities = 100_000

export type { BulkEdit, BulkSample } from './schemas/edits.ts'

export type { NewSavedAction, SavedAction, SavedActionPatch } from './schemas/saved-actions.ts'
