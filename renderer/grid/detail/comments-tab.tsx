import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useState, useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { Comment } from '#shared/comments.ts'
import { commentsKey, createComment, entityCommentsQuery, peopleQuery } from '../../api/comments-queries.ts'
import { CommentThread } from '../../comments/comment-thread.tsx'
import { MentionField } from '../../comments/mention-field.tsx'
import { isMeasured } from '../../query/columns.ts'
import { useMay } from '../../state/rights.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { showError, errorText } from '../../ui/toast.tsx'
import { commentField, detailOf, noteField, placeNote, takeNoteRequest } from '../data/detail-state.ts'
import { useDetail } from './detail-context.ts'
import { t } from '../../ui/text.ts'
import { createNote, notesKey } from '../../api/notes-queries.ts'
import { toChord } from '../../ui/kbd.tsx'
import { Select } from '../../ui/select.tsx'

export function CommentsTab() {
  const { session, entity } = useDetail()
  const [isAll, setAll] = useState(false)
  const mayComment = useMay()('comments')
  const status = isAll ? undefined : 'open'
  const { data, error } = useQuery(entityCommentsQuery(session.api, session.type, entity.id, status))
  return (
    <div className="detail-comments">
      {mayComment && <NewComment key={entity.id} />}
      {error && <Notice tone="danger">{error.message}</Notice>}
      {!data && !error && <Skeleton height={80} />}
      {data && (
        <>
          <Checkbox label={t('Resolved ones too')} checked={isAll} onChange={setAll} />
          <Threads comments={data.data} isAll={isAll} mayComment={mayComment} />
        </>
      )}
    </div>
  )
}

interface ThreadsProps {
  readonly comments: readonly Comment[]
  readonly isAll: boolean
  readonly mayComment: boolean
}

function Threads({ comments, isAll, mayComment }: ThreadsProps) {
  const { session, columns } = useDetail()
  const nameOf = (key: string | null) =>
    key === null ? undefined : (columns.find(({ id }) => id === key)?.name ?? key)
  if (comments.length === 0)
    return (
      <p className="detail-note">
        {isAll
          ? t('Nobody has said anything about this row yet.')
          : t('No open comments. Whoever is mentioned with @ is notified.')}
      </p>
    )
  return (
    <ol className="comment-list" aria-label={t('Comments')}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentThread
            comment={comment}
            location={nameOf(comment.attribute)}
            mayComment={mayComment}
            onLeave={() => session.screen.focusInput()}
          />
        </li>
      ))}
    </ol>
  )
}

function NewComment() {
  const { session } = useDetail()
  const { text, setText, isSaving, save } = useNewComment()
  const { data: people = [] } = useQuery(peopleQuery(session.api))
  const field = useRequestedField()
  const isEmpty = text.trim() === ''
  return (
    <form
      className="new-comment"
      aria-label={t('New comment')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <MentionField
        label={t('Your comment')}
        placeholder={t('Comment… @ mentions somebody')}
        rows={3}
        field={field}
        fieldName={commentField}
        value={text}
        people={people}
        onChange={setText}
        onSubmit={() => void save()}
        onLeave={() => session.screen.focusInput()}
      />
      <div className="comment-line">
        <PlaceOfNote />
        <Button
          type="submit"
          variant="primary"
          disabled={isEmpty}
          busy={isSaving}
          title={t('Comment (Ctrl+Enter)')}
        >
          {t('Comment¦verb')}
        </Button>
      </div>
    </form>
  )
}

function useNewComment() {
  const { session, columns, entity } = useDetail()
  const queryClient = useQueryClient()
  const { noteOn } = useSelector(detailOf(session))
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    if (text.trim() === '' || isSaving) return
    const column = columns.find((one) => one.id === noteOn && !one.isSystem && !isMeasured(one))
    setSaving(true)
    try {
      const place = { type: session.type, entity_id: entity.id, attribute: column?.id ?? null }
      await createComment(session.api, { ...place, text })
      setText('')
      session.announce(t('Comment added.'))
      await queryClient.invalidateQueries({ queryKey: commentsKey(session.api.workspaceId) })
      session.screen.focusInput()
    } catch (error) {
      showError(t('The comment was not saved'), { description: errorText(error) })
    } finally {
      setSaving(false)
    }
  }
  return { text, setText, isSaving, save }
}

export function NewNote() {
  const { session } = useDetail()
  const { text, setText, isTodo, setTodo, isSaving, save } = useNewNote()
  const field = useRequestedField()
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

function useRequestedField() {
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

function PlaceOfNote() {
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
