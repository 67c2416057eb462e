import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Proposal } from '#shared/proposals.ts'
import type { ReviewSummary } from '#shared/schemas/proposals.ts'
import { reviewSummaryQuery } from '../../api/generations-queries.ts'
import { readReviewFilter, toProposalChoice, type ReviewFilter } from '../../query/page-filters.ts'
import { goTo, usePageParams, createLocation } from '../../query/location.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Notice, EmptyState } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { showSuccess } from '../../ui/toast.tsx'
import { type AcceptedProposals, chosenProposals, ReviewSession } from './review-session.ts'
import { AcceptAllDialog } from './accept-all-dialog.tsx'
import { isOpen } from './proposal-list.ts'
import { ProposalDetail } from './proposal-detail.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { decidingActions, KeyLine, KeysDialog, useReviewKeys, type ReviewAction } from './review-keys.tsx'
import { ReviewList } from './review-list.tsx'
import { explainDecision, type EditedValue, type ReviewWording } from './review-wording.ts'
import './review.css'
import { t, tNodes } from '../../ui/text.ts'
import { useMay, Allowed } from '../../state/rights.tsx'
import { ClipboardCheck } from 'lucide-react'
import { useProviders } from '../../api/providers-queries.ts'
import { NoProvider } from '../run-parts.tsx'

export function ReviewPage({ wording }: { wording: ReviewWording }) {
  const { api } = useWorkspace()
  const [filter, onFilter] = usePageParams(readReviewFilter)
  const { data: counts } = useQuery(reviewSummaryQuery(api))
  const type = filter.type ?? firstType(counts)
  const { data: summary } = useQuery(reviewSummaryQuery(api, type))
  const columns = wording.columns[type]
  const vendorKey = columns.find(({ referenceType, isSystem }) => referenceType === 'vendor' && !isSystem)?.id
  const isReady = columns.length > 0 && (filter.type !== undefined || counts !== undefined)
  return (
    <div className="review-page">
      <header className="review-head">
        <h1 className="catalog-title">{t('Review')}</h1>
        <ReviewFilters {...{ filter, type, columns, vendorKey, summary }} onChange={onFilter} />
      </header>
      {isReady ? (
        <Review
          key={JSON.stringify([filter, type])}
          {...{ filter, type, vendorKey, wording, onFilter }}
          mark={summary?.mark}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function firstType(summary: ReviewSummary | undefined): EntityType {
  return entityTypes.find((type) => (summary?.open[type] ?? 0) > 0) ?? 'product'
}

interface ReviewProps {
  readonly filter: ReviewFilter
  readonly type: EntityType
  readonly vendorKey: string | undefined
  readonly wording: ReviewWording
  readonly mark: string | undefined
  readonly onFilter: (filter: ReviewFilter) => void
}

function Review(props: ReviewProps) {
  const { type, wording, mark } = props
  const session = useSession(props)
  const { list, focusId, anchorId, isLoading, error, work } = useSelector(session.state)
  const chosen = useMemo(() => chosenProposals(list, focusId, anchorId), [list, focusId, anchorId])
  const visible = useRef<readonly [number, number]>([0, 0])
  const look = useCallback((first: number, last: number) => void (visible.current = [first, last]), [])
  const focus = useCallback((row: number, extend: boolean) => session.focusOn(row, { extend }), [session])
  useNews(session, mark, visible)
  const [asking, setAsking] = useState<'acceptAll' | 'keys'>()
  const editing = useEditing(session)
  const index = list.proposals.findIndex(({ id }) => id === focusId)
  const mayDecide = useMay()('review')
  const acceptChosen = (): void => session.acceptChosen((accepted) => describeAccepted(session, accepted))
  const run = (action: ReviewAction): void => {
    if (!mayDecide && decidingActions.has(action)) return
    if (action === 'acceptAll' || action === 'keys') setAsking(action)
    else if (action === 'edit') editing.begin()
    else if (action === 'accept' && chosen.length > 1) acceptChosen()
    else actionsOf(session, index)[action]()
  }
  useReviewKeys(run, (picture) => session.choose(picture))
  const isEmpty = list.proposals.length === 0 && !list.hasMore && !isLoading
  const close = (): void => setAsking(undefined)
  return (
    <>
      <Summary
        {...{ session, index }}
        chosen={chosen.length}
        onAcceptChosen={acceptChosen}
        onAcceptAll={() => setAsking('acceptAll')}
      />
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      {isEmpty && <NothingOpen {...props} />}
      {!isEmpty && (
        <div className="review-body" aria-busy={isLoading || work !== undefined}>
          <ReviewList {...{ list, focusId, chosen, type, wording }} onFocus={focus} onVisible={look} />
          <InFocus {...props} {...{ session, editing, run }} proposal={list.proposals[index]} />
        </div>
      )}
      <KeyLine />
      <KeysDialog open={asking === 'keys'} onClose={close} />
      {asking === 'acceptAll' && <AcceptAll session={session} onClose={close} />}
    </>
  )
}

function AcceptAll({ session, onClose }: { session: ReviewSession; onClose: () => void }) {
  const accept = (total: number): void => {
    onClose()
    session.acceptAll(total, (accepted) => describeAccepted(session, accepted))
  }
  return <AcceptAllDialog asked={session.asked} onClose={onClose} onAccept={accept} />
}

interface InFocusProps extends Pick<ReviewProps, 'filter' | 'type' | 'wording' | 'onFilter'> {
  readonly session: ReviewSession
  readonly proposal: Proposal | undefined
  readonly editing: ReturnType<typeof useEditing>
  readonly run: (action: ReviewAction) => void
}

function InFocus({ session, proposal, editing, run, ...rest }: InFocusProps) {
  const { list, passages, chosen } = useSelector(session.state)
  if (!proposal) return null
  const { id } = proposal
  return (
    <ProposalDetail
      {...rest}
      proposal={proposal}
      mark={list.marks.get(id)}
      passages={passages.get(id)}
      chosen={chosen.get(id) ?? 0}
      isEditing={editing.id === id}
      fault={editing.fault}
      onChoose={(picture) => session.choose(picture)}
      onAccept={() => run('accept')}
      onReject={() => run('reject')}
      onEdit={() => run('edit')}
      onEdited={editing.end}
    />
  )
}

function useSession({ filter, type, vendorKey, wording }: ReviewProps): ReviewSession {
  const { api } = useWorkspace()
  const [session] = useState(() => {
    const asked = { type, ...toProposalChoice(filter, vendorKey) }
    return new ReviewSession(api, asked, (answered, attribute) =>
      explainDecision(wording, type, answered, attribute),
    )
  })
  useEffect(() => void session.loadMore(), [session])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (session.queue.isBusy && window.desktop === undefined) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [session])
  return session
}

function useNews(
  session: ReviewSession,
  mark: string | undefined,
  visible: React.RefObject<readonly [number, number]>,
): void {
  const known = useRef(mark)
  useEffect(() => {
    if (mark !== undefined && known.current !== undefined && mark !== known.current)
      void session.refresh(...visible.current)
    known.current = mark
  }, [session, mark, visible])
}

function actionsOf(session: ReviewSession, index: number) {
  const page = 10
  return {
    next: () => session.move(1),
    previous: () => session.move(-1),
    first: () => session.focusOn(0),
    last: () => session.focusOn(Number.MAX_SAFE_INTEGER),
    extendDown: () => session.move(1, { extend: true }),
    extendUp: () => session.move(-1, { extend: true }),
    extendLast: () => session.focusOn(Number.MAX_SAFE_INTEGER, { extend: true }),
    pageDown: () => session.focusOn(index + page),
    pageUp: () => session.focusOn(index - page),
    accept: () => session.decide('accept'),
    reject: () => session.decide('reject'),
    undo: () => session.undo(),
  }
}

function useEditing(session: ReviewSession) {
  const [edited, setEdited] = useState<{
    readonly id: string
    readonly isOpen: boolean
    readonly fault?: string
  }>()
  const begin = (): void => {
    const { focused } = session
    const mark = focused && session.markOf(focused.id)
    if (focused && (mark === undefined || mark.status === 'held')) setEdited({ id: focused.id, isOpen: true })
  }
  const end = (result: EditedValue): void => {
    const id = edited?.id ?? ''
    setEdited(result && 'fault' in result ? { id, isOpen: false, fault: result.fault } : undefined)
    if (result && 'wire' in result && session.focused?.id === id) session.acceptEdited(result.wire)
  }
  const isHere = edited !== undefined && edited.id === session.focused?.id
  return {
    id: isHere && edited.isOpen ? edited.id : undefined,
    fault: isHere ? edited.fault : undefined,
    begin,
    end,
  }
}

function describeAccepted(session: ReviewSession, { ids, left }: AcceptedProposals): void {
  showSuccess(t('{count, plural, one {# proposal} other {# proposals}} accepted', { count: ids.length }), {
    subject: 'review',
    ...(left > 0 && {
      description: t(
        '{left, plural, one {# proposal} other {# proposals}} stayed open: their values were changed since, or are not allowed any more.',
        { left },
      ),
    }),
    ...(ids.length > 0 && { action: { label: t('Undo'), onPress: () => session.undo() } }),
  })
}

interface SummaryProps {
  readonly session: ReviewSession
  readonly index: number
  readonly chosen: number
  readonly onAcceptChosen: () => void
  readonly onAcceptAll: () => void
}

function Summary({ session, index, chosen, onAcceptChosen, onAcceptAll }: SummaryProps) {
  const { list, canUndo, work } = useSelector(session.state)
  const { held, all } = useMemo(() => {
    const marks = [...list.marks.values()]
    return {
      held: marks.filter(({ status }) => status === 'held').length,
      all: list.open + marks.filter((mark) => !isOpen(mark)).length,
    }
  }, [list.marks, list.open])
  return (
    <div className="review-summary">
      <strong role="status">{work ?? t('{open} open', { open: formatCount(list.open) })}</strong>
      {list.proposals.length > 0 && (
        <span className="review-position">
          {t('{index} of {value}', {
            index: formatCount(index + 1),
            value: formatCount(list.hasMore ? all : list.proposals.length),
          })}
        </span>
      )}
      {held > 0 && (
        <Button variant="ghost" className="review-held" onClick={() => session.goToHeld()}>
          {t('{held, plural, one {# decision} other {# decisions}} came back: show', { held })}
        </Button>
      )}
      <span className="review-spring" />
      <Allowed to="review">
        <Button disabled={!canUndo || work !== undefined} onClick={() => session.undo()}>
          {tNodes('Undo {kbd}', { kbd: <Kbd keys="U" /> })}
        </Button>
        {chosen > 1 && (
          <Button variant="primary" disabled={work !== undefined} onClick={onAcceptChosen}>
            {tNodes('Accept these {count} {kbd}', { count: formatCount(chosen), kbd: <Kbd keys="A" /> })}
          </Button>
        )}
        <Button disabled={list.open === 0 || work !== undefined} onClick={onAcceptAll}>
          {tNodes('Accept all verified… {kbd}', { kbd: <Kbd keys="Shift A" /> })}
        </Button>
      </Allowed>
    </div>
  )
}

interface NothingOpenProps {
  readonly filter: ReviewFilter
  readonly type: EntityType
  readonly onFilter: (filter: ReviewFilter) => void
}

function NothingOpen({ filter, type, onFilter }: NothingOpenProps) {
  const { workspace } = useWorkspace()
  const { hasNone } = useProviders()
  const isNarrowed = Object.keys(filter).some((name) => name !== 'type')
  if (isNarrowed)
    return (
      <EmptyState
        icon={ClipboardCheck}
        title={t('No open proposals match')}
        actions={<Button onClick={() => onFilter({ type })}>{t('Show all proposals')}</Button>}
      >
        <p>{t('Choose fewer filters, or show all open proposals.')}</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={t('Nothing to review')}
      actions={
        <Button onClick={() => goTo(createLocation(workspace.id, 'attributes'))}>
          {t('Choose what is generated')}
        </Button>
      }
    >
      <p>
        {t(
          'Values that models, agents and scripts propose wait here until you decide. Switch on Generated for an attribute, then start a run from the grid; an agent or script can propose values for any attribute.',
        )}
      </p>
      {hasNone && <NoProvider />}
    </EmptyState>
  )
}
