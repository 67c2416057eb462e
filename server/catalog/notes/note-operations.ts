import { listNotes, summarizeNotes } from './list-notes.ts'
import { createNote, deleteNote, findNoteType, updateNote } from './write-notes.ts'

/** What threads run about notes: the part of `operations.ts`. */
export const noteReads = { listNotes, summarizeNotes, findNoteType }
export const noteWrites = { createNote, updateNote, deleteNote }
