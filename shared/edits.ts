/** How many values one `POST /edits` may write, and one undo may take back without becoming a job. */
export const maxEditValues = 10_000

export type { BulkEdit, EditSummary } from './schemas/edits.ts'
