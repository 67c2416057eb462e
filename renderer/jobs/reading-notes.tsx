import type { ImportResult } from '#shared/jobs.ts'
import { tMessage } from '../ui/text.ts'

interface ReadingNotesProps {
  notes: ImportResult['notes'] | undefined
}

/** How a file was read where it could be taken otherwise, such as cells that are read otherwise than written. */
export function ReadingNotes({ notes = [] }: ReadingNotesProps) {
  return notes.map((note) => (
    <p key={note.message} className="ui-field-hint">
      {tMessage(note.message, note)}
    </p>
  ))
}
