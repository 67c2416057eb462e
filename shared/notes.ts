export type { CellNotes, NewNote, Note, NotePatch, NoteSummary } from './schemas/notes.ts'

export const noteStatuses = ['note', 'open', 'done'] as const
export type NoteStatus = (typeof noteStatuses)[number]

export const maxNoteLength = 10_000
