import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import type { Comment } from '#shared/comments.ts'
import { commentsKey, createComment, entityCommentsQuery, peopleQuery } from '../../api/comments-queries.ts'
import { CommentThread } from '../../comments/comment-thread.tsx'
import { MentionField } from '../../comments/mention-field.tsx'
import { isMeasured } from '../../query/columns.ts'
import { useMay } from '../../state/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { showError, errorText } from '../../ui/toast.tsx'
import { commentField, detailOf } from '../data/detail-state.ts'
import { useDetail } from './detail-context.ts'
import { PlaceOfNote, useWantedField } from './new-note.tsx'
import { t } from '../../ui/text.ts'

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
  const field = useWantedField()
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
