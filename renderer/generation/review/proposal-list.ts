import type { Proposal } from '#shared/proposals.ts'
import type { Pagination } from '#shared/paging.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

export interface ProposalPage {
  readonly data: readonly Proposal[]
  readonly pagination: Pagination
}

export type ProposalMark =
  | { readonly status: 'accepted' | 'rejected'; readonly isSent: boolean }
  /** The decision was refused; `current` is the stored value if somebody has changed it. */
  | {
      readonly status: 'held'
      readonly reason: string
      readonly current?: unknown
      readonly isChanged: boolean
      readonly value?: unknown
    }
  | { readonly status: 'saving'; readonly value: unknown }
  | { readonly status: 'gone'; readonly reason: string }

export interface ListState {
  readonly proposals: readonly Proposal[]
  readonly marks: ReadonlyMap<string, ProposalMark>
  /** How many are open, here and on pages that are not loaded. */
  readonly open: number
  readonly hasMore: boolean
  readonly cursor: string
  readonly pages: readonly { readonly cursor: string; readonly firstId: string }[]
}

export const emptyList: ListState = {
  proposals: [],
  marks: new Map(),
  open: 0,
  hasMore: true,
  cursor: '',
  pages: [],
}

export function appendPage(state: ListState, page: ProposalPage): ListState {
  const { data, pagination } = page
  const [first] = data
  const known = new Set(state.proposals.slice(-data.length * 2).map(({ id }) => id))
  return {
    ...state,
    proposals: [...state.proposals, ...data.filter(({ id }) => !known.has(id))],
    pages: first ? [...state.pages, { cursor: state.cursor, firstId: first.id }] : state.pages,
    open: openOf(state, pagination.total),
    hasMore: pagination.has_more,
    cursor: pagination.next_cursor ?? state.cursor,
  }
}

/** The total of an answer, without decisions that had not arrived when it was made. */
function openOf({ marks }: ListState, total: number): number {
  let unsent = 0
  for (const mark of marks.values()) if (isOnItsWay(mark) && mark.status !== 'saving') unsent += 1
  return Math.max(0, total - unsent)
}

export function pageOf({ pages }: ListState, id: string): number {
  return Math.max(
    0,
    pages.findLastIndex(({ firstId }) => firstId <= id),
  )
}

/**
 * Merges a page that was read again: decided ones are marked, reopened ones lose their mark, new ones come in
 * by id. `settled` were decided here since the request.
 */
export function refreshPage(
  state: ListState,
  index: number,
  page: ProposalPage,
  settled: ReadonlySet<string>,
): ListState {
  const start = state.pages[index]?.firstId ?? ''
  const end = state.pages[index + 1]?.firstId
  const isLast = end === undefined
  const lastRead = page.pagination.has_more ? page.data.at(-1)?.id : undefined
  const isWithin = (id: string): boolean =>
    (index === 0 || id >= start) &&
    (end === undefined || id < end) &&
    (lastRead === undefined || id <= lastRead)
  const read = new Map(page.data.filter(({ id }) => isWithin(id)).map((proposal) => [proposal.id, proposal]))
  const marks = new Map(state.marks)
  const updated = state.proposals.map((proposal) => {
    if (!isWithin(proposal.id)) return proposal
    const again = read.get(proposal.id)
    read.delete(proposal.id)
    markRead(marks, proposal.id, again !== undefined, settled)
    return again ?? proposal
  })
  const added = [...read.values()]
  const proposals =
    added.length === 0 ? updated : [...updated, ...added].sort((one, other) => (one.id < other.id ? -1 : 1))
  const next = { ...state, proposals, marks, open: openOf({ ...state, marks }, page.pagination.total) }
  return isLast
    ? { ...next, hasMore: page.pagination.has_more, cursor: page.pagination.next_cursor ?? state.cursor }
    : next
}

const decidedElsewhere = cachedByLanguage(() => t('Decided elsewhere, or replaced by a newer proposal.'))

function markRead(
  marks: Map<string, ProposalMark>,
  id: string,
  isRead: boolean,
  settled: ReadonlySet<string>,
): void {
  const mark = marks.get(id)
  if (settled.has(id) || isOnItsWay(mark)) return
  const isWaiting = isOpen(mark)
  if (isRead && !isWaiting) marks.delete(id)
  if (!isRead && isWaiting) marks.set(id, { status: 'gone', reason: decidedElsewhere() })
}

/** Whether the server may not know the shown state yet. */
function isOnItsWay(mark: ProposalMark | undefined): boolean {
  return mark?.status === 'saving' || (mark !== undefined && 'isSent' in mark && !mark.isSent)
}

/** Sets or removes the mark of a proposal; the number of open ones follows. */
export function markProposal(state: ListState, id: string, mark: ProposalMark | undefined): ListState {
  const marks = new Map(state.marks)
  const change = Number(isOpen(mark)) - Number(isOpen(marks.get(id)))
  if (mark) marks.set(id, mark)
  else marks.delete(id)
  return { ...state, marks, open: Math.max(0, state.open + change) }
}

export function isOpen(mark: ProposalMark | undefined): boolean {
  return mark === undefined || mark.status === 'held' || mark.status === 'saving'
}

/**
 * Returns the index of the next open proposal, after an index and then before it; undefined where none is
 * loaded.
 */
export function nextOpen({ proposals, marks }: ListState, from: number): number | undefined {
  const isWaiting = ({ id }: Proposal): boolean => !marks.has(id)
  const behind = proposals.findIndex((proposal, index) => index > from && isWaiting(proposal))
  if (behind >= 0) return behind
  const before = proposals.slice(0, Math.max(0, from)).findLastIndex(isWaiting)
  return before < 0 ? undefined : before
}
