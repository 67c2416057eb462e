import type { ImportResult } from '#shared/jobs.ts'
import { tMessage } from '../ui/text.ts'

interface ReadingNotesProps {
  notes: ImportResult['notes'] | undefined
}

export function ReadingNotes({ notes = [] }: ReadingNotesProps) {
  return notes.map((note) => (
    <p key={note.message} className="ui-field-hint">
      {tMessage(note.message, note)}
    </p>
  ))
}
