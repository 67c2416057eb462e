import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Comment, type CommentReply, splitMentions } from '#shared/comments.ts'
import { commentsKey, fetchComment, peopleQuery, replyTo, updateComment } from '../api/comments-queries.ts'
import { nameActor, nameAuthor } from '../state/event-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { showError, errorText } from '../ui/toast.tsx'
import { MentionField } from './mention-field.tsx'
import './comments.css'
import { colourOf, initialsOf } from '../state/presence.ts'
import { Face } from '../ui/kbd.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'

interface CommentThreadProps {
  readonly comment: Comment
  readonly location: string | undefined
  readonly mayComment: boolean
  readonly onLeave: () => void
}

export function CommentThread({ comment, location, mayComment, onLeave }: CommentThreadProps) {
  const { settle, isSettling } = useSettle(comment)
  const { status, resolved_by: by } = comment
  const isOpen = status === 'open'
  return (
    <article className="comment-thread" data-status={status}>
      <header>
        <span>{location ?? t('The whole row')}</span>
        {mayComment && (
          <Button variant="ghost" busy={isSettling} onClick={() => settle(isOpen ? 'resolved' : 'open')}>
            {isOpen ? <Check aria-hidden /> : <Undo2 aria-hidden />}
            {isOpen ? t('Resolve') : t('Open again')}
          </Button>
        )}
      </header>
      <CommentSaid said={comment} />
      <Replies comment={comment} />
      {by && <p className="ui-field-hint">{t('Resolved by {name}', { name: nameActor(by) })}</p>}
      {mayComment && isOpen && <ReplyForm id={comment.id} onLeave={onLeave} />}
    </article>
  )
}

function Replies({ comment }: { readonly comment: Comment }) {
  const { api } = useWorkspace()
  const [isWhole, setWhole] = useState(false)
  const { id, reply_count: count } = comment
  const { data } = useQuery({
    queryKey: [...commentsKey(api.workspaceId), 'whole', id],
    queryFn: () => fetchComment(api, id),
    enabled: isWhole,
  })
  const replies = (isWhole ? data : undefined)?.replies ?? comment.replies
  const hidden = count - replies.length
  if (count === 0) return null
  return (
    <ol className="comment-replies" aria-label={t('Replies')}>
      {hidden > 0 && (
        <li>
          <Button variant="ghost" onClick={() => setWhole(true)}>
            {t('{count, plural, one {Show # earlier reply} other {Show # earlier replies}}', {
              count: hidden,
            })}
          </Button>
        </li>
      )}
      {replies.map((reply) => (
        <li key={reply.id}>
          <CommentSaid said={reply} />
        </li>
      ))}
    </ol>
  )
}

function ReplyForm({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: people = [] } = useQuery(peopleQuery(api))
  const [text, setText] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () => replyTo(api, id, text),
    onSuccess: () => setText(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentsKey(api.workspaceId) }),
    onError: (error) => showError(t('The reply was not saved'), { description: errorText(error) }),
  })
  const isEmpty = text.trim() === ''
  const send = (): void => {
    if (!isEmpty && !isPending) mutate()
  }
  return (
    <form
      className="comment-reply-form"
      aria-label={t('Reply')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionField
        label={t('Your reply')}
        placeholder={t('Reply… @ mentions somebody')}
        rows={1}
        {...{ value: text, people, onLeave }}
        onChange={setText}
        onSubmit={send}
      />
      {!isEmpty && (
        <div className="comment-line">
          <Button type="submit" variant="primary" busy={isPending} title={t('Reply (Ctrl+Enter)')}>
            {t('Reply')}
          </Button>
        </div>
      )}
    </form>
  )
}

function useSettle({ id }: Comment) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (status: Comment['status']) => updateComment(api, id, { status }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentsKey(api.workspaceId) }),
    onError: (error) => showError(t('The comment was not changed'), { description: errorText(error) }),
  })
  return { settle: mutate, isSettling: isPending }
}

function CommentSaid({ said }: { readonly said: CommentReply }) {
  const { author, created_at: at, text, mentions } = said
  const name = nameAuthor(author)
  return (
    <div className="comment-said">
      <Face initials={initialsOf(name)} colour={colourOf(author.id ?? author.type)} />
      <div>
        <p className="comment-facts">
          <strong>{name}</strong>
          <time dateTime={at} title={formatMoment(at)}>
            {formatAgo(at)}
          </time>
        </p>
        <p className="comment-text">
          {splitMentions(text, mentions).map(({ text: part, person }, index) =>
            person ? (
              <span key={index} className="comment-mention">
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </p>
      </div>
    </div>
  )
}
