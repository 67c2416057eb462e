import { useMemo, type ReactNode } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { compareTexts, type TextPart } from './text-difference.ts'
import type { ReviewWording } from './review-wording.ts'
import { t } from '../../ui/text.ts'

interface DifferenceProps {
  readonly before: AttributeValue | null
  readonly after: AttributeValue | null
  readonly column: GridColumn
  readonly type: EntityType
  readonly wording: ReviewWording
  /** What stands over the present value. */
  readonly title: string
  /** In the place of the proposed value: its editor, or a choice of pictures. */
  readonly instead?: ReactNode
}

/** The present value and the proposed one side by side: of texts what has changed is marked, other values stand as the grid shows them. */
export function Difference(props: DifferenceProps) {
  const { before, after, column, title, instead } = props
  const texts = useTexts(before, after, column)
  return (
    <div className="review-difference">
      <section aria-label={title}>
        <h3>{title}</h3>
        <div className="review-side" data-side="before">
          {before === null ? (
            <Empty />
          ) : texts ? (
            <Marked parts={texts.parts} side="removed" />
          ) : (
            <Side {...props} value={before} />
          )}
        </div>
      </section>
      <section aria-label={t('Proposed')}>
        <h3>{t('Proposed')}</h3>
        <div className="review-side" data-side="after">
          {instead ??
            (after === null ? (
              <Empty />
            ) : texts ? (
              <Marked parts={texts.parts} side="added" />
            ) : (
              <Side {...props} value={after} />
            ))}
        </div>
      </section>
      {texts?.isSameText && (
        <p className="review-same">{t('The words are the same: only the formatting differs.')}</p>
      )}
    </div>
  )
}

function Empty() {
  return <span className="review-empty-value">{t('Empty')}</span>
}

function Side({ value, column, type, wording }: DifferenceProps & { value: AttributeValue }) {
  return wording.show(value, column, type)
}

/** The parts of two texts; undefined where the values are none. Markup is compared as it reads. */
function useTexts(before: AttributeValue | null, after: AttributeValue | null, { traits }: GridColumn) {
  return useMemo(() => {
    const isText = traits.isFreeText || traits.isLong || traits.layout !== undefined
    if (!isText || traits.media !== undefined) return undefined
    const [one, other] = [before, after].map((value) => {
      const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)
      return traits.layout === 'html' ? htmlToText(text) : text
    })
    const parts = compareTexts(one ?? '', other ?? '')
    return { parts, isSameText: before !== null && before !== after && one === other }
  }, [before, after, traits])
}

function Marked({ parts, side }: { parts: readonly TextPart[]; side: 'removed' | 'added' }) {
  const Changed = side === 'removed' ? 'del' : 'ins'
  // Of another text nothing stands out.
  if (parts.length === 2 && !parts.some(({ kind }) => kind === 'same'))
    return <p className="review-text">{parts.find(({ kind }) => kind === side)?.text}</p>
  return (
    <p className="review-text">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'same') return text
        // Which part it is tells nothing else than its place.
        // oxlint-disable-next-line react/no-array-index-key
        return kind === side ? <Changed key={index}>{text}</Changed> : null
      })}
    </p>
  )
}
