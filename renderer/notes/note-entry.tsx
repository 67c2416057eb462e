import { t } from '../ui/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Note, NotePatch } from '#shared/notes.ts'
import { createNote, deleteNote, notesKey, updateNote } from '../api/notes-queries.ts'
import { nameActor, nameAuthor } from '../state/event-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { toChord } from '../ui/kbd.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import './notes.css'
import { useMay, Allowed } from '../state/rights.tsx'

interface NoteEntryProps {
  readonly note: Note
  readonly location: ReactNode
}

export function NoteEntry({ note, location }: NoteEntryProps) {
  const may = useMay()
  const { change, remove } = useNoteChanges(note)
  const [isEditing, setEditing] = useState(false)
  const { status, text } = note
  return (
    <article className="note-entry" data-status={status}>
      {isEditing ? (
        <NoteEditor
          text={text}
          onSave={(next) => {
            setEditing(false)
            if (next !== text) change({ text: next })
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <div className="note-body">
            {status === 'note' ? (
              <p className="note-text">{text}</p>
            ) : (
              <Checkbox
                label={<span className="note-text">{text}</span>}
                checked={status === 'done'}
                disabled={!may('notes')}
                onChange={(isDone) => change({ status: isDone ? 'done' : 'open' })}
              />
            )}
            <NoteFacts note={note} location={location} />
            {status === 'open' && (
              <DueDay day={note.due_on} text={text} onChange={(dueOn) => change({ due_on: dueOn })} />
            )}
          </div>
          <Allowed to="notes">
            <NoteActions
              text={text}
              isTodo={status !== 'note'}
              onTodo={() => change({ status: 'open' })}
              onEdit={() => setEditing(true)}
              onDelete={remove}
            />
          </Allowed>
        </>
      )}
    </article>
  )
}

interface DueDayProps {
  readonly day: string | null
  readonly text: string
  readonly onChange: (day: string | null) => void
}

/** The day of a to-do, and whether it has passed. */
function DueDay({ day, text, onChange }: DueDayProps) {
  const may = useMay()
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const isOverdue = day !== null && day < today
  if (!may('notes') && day === null) return null
  return (
    <p className="note-due" data-overdue={isOverdue || undefined}>
      <label>
        <span>{isOverdue ? t('Overdue') : t('Due')}</span>
        <input
          type="date"
          className="ui-control"
          aria-label={t('Due: {text}', { text })}
          value={day ?? ''}
          disabled={!may('notes')}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
      </label>
    </p>
  )
}

interface NoteActionsProps {
  readonly text: string
  readonly isTodo: boolean
  readonly onTodo: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function NoteActions({ text, isTodo, onTodo, onEdit, onDelete }: NoteActionsProps) {
  return (
    <div className="note-actions">
      {!isTodo && (
        <Button variant="ghost" onClick={onTodo}>
          {t('Make a to-do')}
        </Button>
      )}
      <IconButton label={t('Edit the note: {text}', { text })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('Delete the note: {text}', { text })} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

function NoteFacts({ note, location }: NoteEntryProps) {
  const { author, created_at: at, done_at: doneAt, done_by: doneBy } = note
  return (
    <p className="note-facts">
      {location !== undefined && <span className="note-place">{location}</span>}
      <span>
        {nameAuthor(author)} ·{' '}
        <time dateTime={at} title={formatMoment(at)}>
          {formatAgo(at)}
        </time>
      </span>
      {doneAt !== null && doneBy !== null && (
        <span>
          {t('Done by {name}', { name: nameActor(doneBy) })} ·{' '}
          <time dateTime={doneAt} title={formatMoment(doneAt)}>
            {formatAgo(doneAt)}
          </time>
        </span>
      )}
    </p>
  )
}

interface NoteEditorProps {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

function NoteEditor({ text, onSave, onCancel }: NoteEditorProps) {
  const [draft, setDraft] = useState(text)
  const save = (): void => {
    if (draft.trim() !== '') onSave(draft.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = toChord(event)
    if (chord === 'Ctrl+Enter') save()
    else if (chord === 'Escape') onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="note-editor">
      <textarea
        className="ui-control"
        aria-label={t('Text of the note')}
        rows={3}
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="new-note-line">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button variant="primary" disabled={draft.trim() === ''} onClick={save}>
          {t('Save')}
        </Button>
      </div>
    </div>
  )
}

/** Changes and deletes a note; Undo restores a deleted note as a new one. */
function useNoteChanges(note: Note) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const settle = () => queryClient.invalidateQueries({ queryKey: notesKey(api.workspaceId) })
  const change = useMutation({
    mutationFn: (patch: NotePatch) => updateNote(api, note.id, patch),
    onSettled: settle,
    onError: (error) => showError(t('The note was not changed'), { description: errorText(error) }),
  })
  const again = useMutation({
    mutationFn: () =>
      createNote(api, {
        type: note.entity.type,
        entity_id: note.entity.id,
        attribute: note.attribute,
        text: note.text,
        status: note.status,
        due_on: note.due_on,
      }),
    onSettled: settle,
    onError: (error) => showError(t('The note was not brought back'), { description: errorText(error) }),
  })
  const remove = useMutation({
    mutationFn: () => deleteNote(api, note.id),
    onSettled: settle,
    onSuccess: () =>
      showSuccess(t('The note was deleted'), { action: { label: t('Undo'), onPress: () => again.mutate() } }),
    onError: (error) => showError(t('The note was not deleted'), { description: errorText(error) }),
  })
  return { change: change.mutate, remove: () => remove.mutate() }
}
