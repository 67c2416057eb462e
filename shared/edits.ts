/** How many values one `POST /edits` may write, and one undo may take back without becoming a job. */
export const maxEditValues = 10_000

/** How many entities one bulk edit or one export may name by their ids. */
export const maxNamedEntities = 100_000

export type { BulkEdit, BulkSample } from './schemas/edits.ts'
