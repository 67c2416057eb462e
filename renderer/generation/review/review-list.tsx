import { useLanguage } from '../../state/language.ts'
import { Check, CornerUpLeft, LoaderCircle, Minus, X } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import type { Proposal } from '#shared/proposals.ts'
import { thumbnailUrl } from '../../api/client.ts'
import type { GridColumn } from '../../query/columns.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { EvidenceBadge, evidenceStateOf } from './evidence-list.tsx'
import type { ListState, ProposalMark } from './proposal-list.ts'
import type { ReviewWording } from './review-wording.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

const rowHeight = 54
const spare = 6
const longestSnippet = 160

interface ReviewListProps {
  readonly list: ListState
  readonly focusId: string | undefined
  /** The proposals that a decision is about: the focused one, or the range that ends there. */
  readonly chosen: readonly Proposal[]
  readonly type: EntityType
  readonly wording: ReviewWording
  readonly onFocus: (index: number, extend: boolean) => void
  readonly onVisible: (first: number, last: number) => void
}

export function ReviewList({ list, focusId, chosen, type, wording, onFocus, onVisible }: ReviewListProps) {
  const { proposals, marks } = list
  const box = useRef<HTMLDivElement>(null)
  const [first, last] = useVisibleRows(box, onVisible)
  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const focusIndex = proposals.findIndex(({ id }) => id === focusId)
  useLayoutEffect(() => keepInSight(box.current, focusIndex), [focusIndex])
  return (
    <div
      ref={box}
      className="review-list"
      role="listbox"
      tabIndex={0}
      aria-multiselectable
      aria-label={t('Open proposals')}
      aria-activedescendant={focusIndex < 0 ? undefined : `proposal-${focusId}`}
    >
      <div className="review-rows" role="presentation" style={{ height: proposals.length * rowHeight }}>
        {proposals.slice(first, last).map((proposal, offset) => {
          const index = first + offset
          return (
            <Row
              key={proposal.id}
              proposal={proposal}
              mark={marks.get(proposal.id)}
              index={index}
              count={proposals.length}
              isChosen={chosenIds.has(proposal.id)}
              type={type}
              wording={wording}
              onFocus={onFocus}
            />
          )
        })}
      </div>
      {list.hasMore && <p className="review-more">{t('Loading more…')}</p>}
    </div>
  )
}

function keepInSight(box: HTMLElement | null, index: number): void {
  if (!box || index < 0) return
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
  if (top - rowHeight < box.scrollTop) box.scrollTop = top - rowHeight
  else if (bottom + rowHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = bottom + rowHeight - box.clientHeight
}

function useVisibleRows(
  box: React.RefObject<HTMLDivElement | null>,
  onVisible: (first: number, last: number) => void,
): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 30])
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
      onVisible(first, last)
      setRange((present) => (present[0] === first && present[1] === last ? present : [first, last]))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, onVisible])
  return [Math.max(0, range[0] - spare), range[1] + spare]
}

interface RowProps extends Pick<ReviewListProps, 'type' | 'wording' | 'onFocus'> {
  readonly proposal: Proposal
  readonly mark: ProposalMark | undefined
  readonly index: number
  readonly count: number
  readonly isChosen: boolean
}

const Row = memo(({ proposal, mark, index, count, isChosen, type, wording, onFocus }: RowProps) => {
  useLanguage()
  const { id, entity, attribute, evidence, stale } = proposal
  const column = wording.columns[type].find((each) => each.id === attribute)
  return (
    <div
      id={`proposal-${id}`}
      className="review-row"
      role="option"
      aria-selected={isChosen}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-mark={mark?.status}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
      onClick={(event) => onFocus(index, event.shiftKey)}
      // The browser would mark the texts between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <EvidenceBadge state={evidenceStateOf(evidence)} isShort />
      {column?.traits.media === 'image' && <Thumbnail value={proposal.value} />}
      <span className="review-row-texts">
        <span className="review-row-label">{entity.label ?? t('Without a name')}</span>
        <span className="review-row-value">
          <span className="review-row-attribute">{column?.name ?? attribute}</span>
          {stale && <span className="review-row-stale">{t('Stale')}</span>}
          {column && snippetOf(proposal, column, type, wording)}
        </span>
      </span>
      <MarkSign mark={mark} />
    </div>
  )
})

/** A small proposed picture, since people distinguish pictures by their look. */
function Thumbnail({ value }: { value: unknown }) {
  const { api } = useWorkspace()
  if (typeof value !== 'string') return null
  return (
    <img
      className="review-thumbnail"
      src={thumbnailUrl(api.workspaceId, value, 48)}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function snippetOf(
  { value }: Proposal,
  column: GridColumn,
  type: EntityType,
  wording: ReviewWording,
): string {
  const shown = value as AttributeValue | null
  if (shown === null) return t('Empty')
  if (column.traits.media !== undefined)
    return column.traits.media === 'image' ? t('A picture') : t('A video')
  const text = wording.format(shown, column, type)
  return (column.traits.layout === 'html' ? htmlToText(text) : text).slice(0, longestSnippet)
}

function MarkSign({ mark }: { mark: ProposalMark | undefined }) {
  if (!mark) return null
  const { Icon, text } = signs()[mark.status]
  return (
    <span className="review-sign" data-mark={mark.status}>
      <Icon aria-hidden />
      {text}
    </span>
  )
}

const signs = cachedByLanguage(
  () =>
    ({
      accepted: { Icon: Check, text: t('Accepted') },
      rejected: { Icon: X, text: t('Rejected') },
      held: { Icon: CornerUpLeft, text: t('Came back') },
      saving: { Icon: LoaderCircle, text: t('Saving') },
      gone: { Icon: Minus, text: t('Gone') },
    }) as const,
)
