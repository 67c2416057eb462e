import { type CommentReply, splitMentions } from '#shared/comments.ts'
import { nameAuthor } from '../state/event-texts.ts'
import { colourOf, initialsOf } from '../state/presence.ts'
import { Face } from '../ui/face.tsx'
import { formatAgo, formatMoment } from '../ui/format-time.ts'

/** One comment or reply: who said it when, and what. */
export function CommentSaid({ said }: { readonly said: CommentReply }) {
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
