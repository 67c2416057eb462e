import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { createNote, notesKey } from '../../api/notes-queries.ts'
import { isMeasured } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { toChord } from '../../ui/kbd.tsx'
import { Select } from '../../ui/select.tsx'
import { showError, errorText } from '../../ui/toast.tsx'
import { detailOf, noteField, placeNote, takeNoteRequest } from '../data/detail-state.ts'
import { useDetail } from './detail-context.ts'
import { t } from '../../ui/text.ts'

export function NewNote() {
  const { session } = useDetail()
  const { text, setText, isTodo, setTodo, isSaving, save } = useNewNote()
  const field = useWantedField()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = toChord(event)
    if (chord === 'Ctrl+Enter') void save()
    // Escape with typed text only leaves the field, so that the text is not lost with the panel.
    else if (chord === 'Escape' && text !== '') session.screen.focusInput()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className="new-note" aria-label={t('New note')} onSubmit={submit}>
      <textarea
        ref={field}
        className="ui-control"
        aria-label={t('Text of the note')}
        placeholder={t('Leave a note…')}
        rows={3}
        data-field={noteField}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="new-note-line">
        <PlaceOfNote />
        <Checkbox label={t('To-do')} checked={isTodo} onChange={setTodo} />
        <Button
          type="submit"
          variant="primary"
          disabled={text.trim() === ''}
          busy={isSaving}
          title={t('Add (Ctrl+Enter)')}
        >
          {t('Add')}
        </Button>
      </div>
    </form>
  )
}

export function useWantedField() {
  const { session } = useDetail()
  const field = useRef<HTMLTextAreaElement>(null)
  const { isNoteWanted } = useSelector(detailOf(session))
  useEffect(() => {
    if (!isNoteWanted) return
    takeNoteRequest(session)
    field.current?.focus()
  }, [session, isNoteWanted])
  return field
}

const wholeRow = '*'

export function PlaceOfNote() {
  const { session, columns } = useDetail()
  const { noteOn } = useSelector(detailOf(session))
  const cells = columns.filter((column) => !column.isSystem && !isMeasured(column))
  return (
    <Select
      label={t('On')}
      value={cells.some(({ id }) => id === noteOn) ? (noteOn ?? wholeRow) : wholeRow}
      options={[
        { value: wholeRow, label: t('The whole row') },
        ...cells.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(key) => placeNote(session, key === wholeRow ? undefined : key)}
    />
  )
}

function useNewNote() {
  const { session, columns, entity } = useDetail()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [isTodo, setTodo] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    if (text.trim() === '' || isSaving) return
    const { noteOn } = detailOf(session).get()
    const column = columns.find(({ id, isSystem }) => id === noteOn && !isSystem)
    setSaving(true)
    try {
      await createNote(session.api, {
        type: session.type,
        entity_id: entity.id,
        attribute: column && !isMeasured(column) ? column.id : null,
        text,
        status: isTodo ? 'open' : 'note',
      })
      setText('')
      setTodo(false)
      session.announce(isTodo ? t('To-do added.') : t('Note added.'))
      await queryClient.invalidateQueries({ queryKey: notesKey(session.api.workspaceId) })
      session.screen.focusInput()
    } catch (error) {
      showError(t('The note was not saved'), { description: errorText(error) })
    } finally {
      setSaving(false)
    }
  }
  return { text, setText, isTodo, setTodo, isSaving, save }
}
