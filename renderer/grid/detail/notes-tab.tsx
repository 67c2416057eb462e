import { useQuery } from '@tanstack/react-query'
import { entityNotesQuery } from '../../api/notes-queries.ts'
import { NoteEntry } from '../../notes/note-entry.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDetail } from './detail-context.ts'
import { NewNote } from './new-note.tsx'
import { t } from '../../ui/text.ts'
import { Allowed } from '../../state/allowed.tsx'

/** What people and scripts have noted on the entity and its cells, and a new note. */
export function NotesTab() {
  const { session, columns, entity } = useDetail()
  const { data: notes, error } = useQuery(entityNotesQuery(session.api, session.type, entity.id))
  const nameOf = (key: string | null) =>
    key === null ? undefined : (columns.find(({ id }) => id === key)?.name ?? key)
  return (
    <div className="detail-notes">
      <Allowed to="notes">
        <NewNote key={entity.id} />
      </Allowed>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {!notes && !error && <Skeleton height={80} />}
      {notes?.length === 0 && (
        <p className="detail-note">
          {t('No notes yet. Only this workspace keeps them; no export or channel has them.')}
        </p>
      )}
      {notes && notes.length > 0 && (
        <ol className="note-list" aria-label={t('Notes')}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteEntry note={note} place={nameOf(note.attribute)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
