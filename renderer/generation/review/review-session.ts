import { createAtom } from '@tanstack/react-store'
import { type Proposal, maxDecisions } from '#shared/proposals.ts'
import type { Passage } from '#shared/schemas/proposals.ts'
import type { Api } from '../../api/client.ts'
import {
  type ProposalsFilter,
  decideProposals,
  fetchPassages,
  fetchProposals,
  type ProposalDecision,
  reopenProposals,
  acceptProposals,
} from '../../api/generations-queries.ts'
import { showError, errorText } from '../../ui/toast.tsx'
import { type AnsweredDecision, DecisionQueue, type DecisionOutcome } from './decision-queue.ts'
import {
  appendPage,
  emptyList,
  isOpen,
  type ListState,
  markProposal,
  nextOpen,
  pageOf,
  type ProposalMark,
  refreshPage,
} from './proposal-list.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { formatCount } from '../../ui/format-count.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'

export interface ReviewState {
  readonly list: ListState
  readonly focusId: string | undefined
  /** Where a range began that ends at the focused proposal; undefined where only that one is chosen. */
  readonly anchorId: string | undefined
  readonly isLoading: boolean
  readonly error: string | undefined
  readonly passages: ReadonlyMap<string, readonly Passage[]>
  readonly chosen: ReadonlyMap<string, number>
  readonly canUndo: boolean
  readonly work: string | undefined
}

export interface AcceptedProposals {
  readonly ids: readonly string[]
  readonly edits: readonly string[]
  /** Proposals that stay open: changed meanwhile, or no longer allowed. */
  readonly left: number
}

const sliceSize = 200

/** Accepts all proposals with a verified quote, in slices where they exceed one request. */
async function acceptAllVerified(
  api: Api,
  asked: ProposalsFilter,
  total: number,
  onProgress: (count: number) => void,
): Promise<AcceptedProposals> {
  const verified = { ...asked, verified: true }
  if (total > maxDecisions) return acceptInSlices(api, verified, onProgress)
  const answer = await acceptProposals(api, verified)
  return 'edit_id' in answer ? toAccepted([answer]) : toAcceptedBy(await awaitJob(api, answer.data.id))
}

/** A job returns the number of accepted proposals, not their ids. */
function toAcceptedBy({ result }: Job): AcceptedProposals {
  if (result === null || !('accepted' in result)) return { ids: [], edits: [], left: 0 }
  const { edit_id: edit, changed_meanwhile: changed, refused } = result
  return { ids: [], edits: edit === null ? [] : [edit], left: changed + refused }
}

type DecisionAnswer = Awaited<ReturnType<typeof decideProposals>>

async function acceptInSlices(
  api: Api,
  asked: ProposalsFilter,
  onProgress: (count: number) => void,
): Promise<AcceptedProposals> {
  const answers: Pick<DecisionAnswer, 'data' | 'edit_id'>[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { data, pagination } = await fetchProposals(api, asked, cursor, sliceSize)
    if (data.length === 0) break
    const decisions = data.map(({ id }) => ({ id, action: 'accept' as const }))
    answers.push(await decideProposals(api, asked.type, decisions))
    onProgress(answers.reduce((sum, answer) => sum + answer.data.length, 0))
    cursor = pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined
  }
  return toAccepted(answers)
}

function toAccepted(answers: readonly Pick<DecisionAnswer, 'data' | 'edit_id'>[]): AcceptedProposals {
  const decided = answers.flatMap(({ data }) => data)
  const ids = decided.flatMap(({ id, status }) => (status === 'accepted' && id !== null ? id : []))
  return { ids, edits: answers.flatMap(({ edit_id: edit }) => edit ?? []), left: decided.length - ids.length }
}

const pollMs = 300

async function undoEdits(api: Api, edits: readonly string[]): Promise<void> {
  for (const edit of edits.toReversed()) {
    const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: edit } })
    if (!('edit_id' in answer)) await awaitJob(api, answer.data.id)
  }
}

async function awaitJob(api: Api, id: string): Promise<Job> {
  for (;;) {
    const { data: job } = await api.call('GET /jobs/{id}', { path: { id } })
    if (isTerminal(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

type Undo = { readonly id: string } | { readonly accepted: AcceptedProposals }

const loadAhead = 40

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export class ReviewSession {
  readonly state = createAtom<ReviewState>({
    list: emptyList,
    focusId: undefined,
    anchorId: undefined,
    isLoading: false,
    error: undefined,
    passages: new Map(),
    chosen: new Map(),
    canUndo: false,
    work: undefined,
  })
  readonly asked: ProposalsFilter
  readonly queue: DecisionQueue
  readonly #api: Api
  #undo: Undo[] = []
  /** The time of the last answer by proposal: an older answer is stale. */
  readonly #settled = new Map<string, number>()
  #clock = 0
  #isReadingPassages = false

  constructor(
    api: Api,
    asked: ProposalsFilter,
    explain: (answered: AnsweredDecision, attribute: string) => string,
  ) {
    this.#api = api
    this.asked = asked
    const { type } = asked
    this.queue = new DecisionQueue({
      decide: async (decisions) => (await decideProposals(api, type, decisions)).data,
      reopen: (ids) => reopenProposals(api, type, ids),
      onOutcome: (id, outcome) => this.#settle(id, outcome),
      explain: (answered) => explain(answered, this.#find(answered.id ?? '')?.attribute ?? ''),
      pause,
    })
  }

  get focused(): Proposal | undefined {
    return this.#find(this.state.get().focusId ?? '')
  }

  markOf(id: string): ProposalMark | undefined {
    return this.state.get().list.marks.get(id)
  }

  async loadMore(): Promise<void> {
    const { isLoading, list } = this.state.get()
    if (isLoading || !list.hasMore) return
    this.#change({ isLoading: true, error: undefined })
    try {
      const page = await fetchProposals(this.#api, this.asked, list.cursor)
      this.#changeList((present) => appendPage(present, page))
      const { focusId } = this.state.get()
      if (focusId === undefined) this.focusOn(0)
      this.#change({ isLoading: false })
    } catch (error) {
      this.#change({ isLoading: false, error: errorText(error) })
    }
  }

  async refresh(first: number, last: number): Promise<void> {
    const { list } = this.state.get()
    if (list.pages.length === 0) return this.#reload()
    const [from, to] = [first, last].map((index) => pageOf(list, list.proposals[index]?.id ?? ''))
    for (let page = from ?? 0; page <= (to ?? 0); page += 1) await this.#refreshPage(page)
    if (!list.hasMore && to !== list.pages.length - 1) await this.#refreshPage(list.pages.length - 1)
  }

  #reload(): Promise<void> {
    this.#changeList((list) => ({ ...list, hasMore: true }))
    return this.loadMore()
  }

  async #refreshPage(index: number): Promise<void> {
    const { cursor } = this.state.get().list.pages[index] ?? {}
    if (cursor === undefined) return
    const asked = this.#clock
    try {
      const page = await fetchProposals(this.#api, this.asked, cursor)
      const settled = new Set([...this.#settled].flatMap(([id, at]) => (at > asked ? id : [])))
      this.#changeList((list) => refreshPage(list, index, page, settled))
    } catch {
      // The shown state stays; the next poll tries again.
    }
  }

  /** Focuses a proposal; `extends` chooses all from the one where the range began. */
  focusOn(index: number, { extend = false } = {}): void {
    const { list, focusId, anchorId = focusId } = this.state.get()
    const { proposals } = list
    const proposal = proposals[Math.max(0, Math.min(index, proposals.length - 1))]
    if (!proposal) return
    this.#change({ focusId: proposal.id, anchorId: extend ? anchorId : undefined })
    void this.#readPassages()
    if (index > proposals.length - loadAhead) void this.loadMore()
  }

  move(step: number, options?: { readonly extend: boolean }): void {
    this.focusOn(this.#focusIndex() + step, options)
  }

  /** Accepts the chosen proposals as one step of undo. */
  acceptChosen(onDone: (accepted: AcceptedProposals) => void): void {
    const { list, focusId, anchorId } = this.state.get()
    const open = chosenProposals(list, focusId, anchorId).filter(({ id }) => isOpen(this.markOf(id)))
    if (open.length === 0) return
    const decisions = open.map((proposal): ProposalDecision => {
      const mark = this.markOf(proposal.id)
      return { id: proposal.id, action: 'accept', ...this.#valueOf(proposal, mark), ...seenBy(mark) }
    })
    this.#acceptAtOnce(async () => {
      const answers: DecisionAnswer[] = []
      for (let start = 0; start < decisions.length; start += sliceSize)
        answers.push(
          await decideProposals(this.#api, this.asked.type, decisions.slice(start, start + sliceSize)),
        )
      return toAccepted(answers)
    }, onDone)
  }

  choose(index: number): void {
    const { focused } = this
    if (!focused || index > focused.alternatives.length) return
    this.#change({ chosen: new Map(this.state.get().chosen).set(focused.id, index) })
  }

  decide(action: 'accept' | 'reject'): void {
    const { focused } = this
    const mark = focused && this.markOf(focused.id)
    if (!focused || !isOpen(mark) || mark?.status === 'saving') return
    const value = action === 'accept' ? this.#valueOf(focused, mark) : {}
    this.#mark(focused.id, { status: action === 'accept' ? 'accepted' : 'rejected', isSent: false })
    this.#send({ id: focused.id, action, ...value, ...seenBy(mark) })
    this.#throwIfInterrupted()
  }

  /** Accepts the focused proposal with another value; it stays focused until that is known to fit. */
  acceptEdited(value: unknown): void {
    const { focused } = this
    const mark = focused && this.markOf(focused.id)
    if (!focused || !isOpen(mark) || mark?.status === 'saving') return
    this.#mark(focused.id, { status: 'saving', value })
    this.#send({ id: focused.id, action: 'accept', value, ...seenBy(mark) })
  }

  #send(decision: ProposalDecision): void {
    this.#remember({ id: decision.id })
    this.queue.decide(decision)
  }

  #remember(undo: Undo): void {
    this.#undo.push(undo)
    this.#change({ canUndo: true })
  }

  #valueOf({ id, alternatives }: Proposal, mark: ProposalMark | undefined): { value?: unknown } {
    const chosen = this.state.get().chosen.get(id) ?? 0
    if (mark?.status === 'held' && mark.value !== undefined) return { value: mark.value }
    return chosen === 0 ? {} : { value: alternatives[chosen - 1] }
  }

  undo(): void {
    const last = this.#undo.pop()
    this.#change({ canUndo: this.#undo.length > 0 })
    if (!last) return
    if ('accepted' in last) return this.#undoAll(last.accepted)
    this.#mark(last.id, undefined)
    this.queue.takeBack(last.id)
    this.#change({ focusId: last.id })
    void this.#readPassages()
  }

  acceptAll(total: number, onDone: (accepted: AcceptedProposals) => void): void {
    const accept = () =>
      acceptAllVerified(this.#api, this.asked, total, (count) =>
        this.#change({
          work: t('Accepting… {count} of {total}', {
            count: formatCount(count),
            total: formatCount(total),
          }),
        }),
      )
    this.#acceptAtOnce(accept, onDone)
  }

  #acceptAtOnce(
    accept: () => Promise<AcceptedProposals>,
    onDone: (accepted: AcceptedProposals) => void,
  ): void {
    this.#change({ work: t('Accepting…') })
    this.queue.follow(async () => {
      try {
        const accepted = await accept()
        for (const id of accepted.ids) this.#settled.set(id, (this.#clock += 1))
        this.#markAll(accepted.ids, { status: 'accepted', isSent: true })
        if (accepted.edits.length > 0) this.#remember({ accepted })
        this.#throwIfInterrupted()
        onDone(accepted)
      } catch (error) {
        showError(t('The proposals were not accepted'), { description: errorText(error) })
      }
      this.#change({ work: undefined })
    })
  }

  #undoAll(accepted: AcceptedProposals): void {
    this.#change({ work: t('Undoing…') })
    this.queue.follow(async () => {
      try {
        await undoEdits(this.#api, accepted.edits)
        for (const id of accepted.ids) this.#settled.delete(id)
        this.#markAll(accepted.ids, undefined)
      } catch (error) {
        this.#remember({ accepted })
        showError(t('The proposals were not opened again'), { description: errorText(error) })
      }
      this.#change({ work: undefined })
    })
  }

  #settle(id: string, outcome: DecisionOutcome): void {
    this.#settled.set(id, (this.#clock += 1))
    const before = this.markOf(id)
    this.#mark(id, markOf(outcome, before))
    if (outcome.status === 'changed_meanwhile' || outcome.status === 'refused') {
      this.#undo = this.#undo.filter((undo) => !('id' in undo) || undo.id !== id)
      this.#change({ canUndo: this.#undo.length > 0 })
    } else if (before?.status === 'saving' && this.state.get().focusId === id) this.#throwIfInterrupted()
  }

  #throwIfInterrupted(): void {
    const { list } = this.state.get()
    const next = nextOpen(list, this.#focusIndex())
    if (next !== undefined) return this.focusOn(next)
    if (list.hasMore) void this.loadMore().then(() => this.#goToWaiting())
  }

  #goToWaiting(): void {
    const next = nextOpen(this.state.get().list, this.#focusIndex())
    if (next !== undefined) this.focusOn(next)
  }

  goToHeld(): void {
    const { proposals, marks } = this.state.get().list
    const index = proposals.findIndex(({ id }) => marks.get(id)?.status === 'held')
    if (index >= 0) this.focusOn(index)
  }

  async #readPassages(): Promise<void> {
    if (this.#isReadingPassages) return
    const wanted = this.#withoutPassages()
    const { focusId } = this.state.get()
    if (focusId === undefined || !wanted.includes(focusId)) return
    this.#isReadingPassages = true
    const found = await fetchPassages(this.#api, this.asked.type, wanted).catch(() => [])
    this.#isReadingPassages = false
    const passages = new Map(this.state.get().passages)
    for (const id of wanted) passages.set(id, [])
    for (const { id, passages: read } of found) passages.set(id, read)
    this.#change({ passages })
    if (this.state.get().focusId !== focusId) await this.#readPassages()
  }

  #withoutPassages(): string[] {
    const { list, passages } = this.state.get()
    const index = this.#focusIndex()
    return list.proposals
      .slice(index, index + 20)
      .filter(({ id, evidence }) => evidence.length > 0 && !passages.has(id))
      .map(({ id }) => id)
  }

  #focusIndex(): number {
    const { list, focusId } = this.state.get()
    return Math.max(
      0,
      list.proposals.findIndex(({ id }) => id === focusId),
    )
  }

  #find(id: string): Proposal | undefined {
    return this.state.get().list.proposals.find((proposal) => proposal.id === id)
  }

  #mark(id: string, mark: ProposalMark | undefined): void {
    this.#changeList((list) => markProposal(list, id, mark))
  }

  #markAll(ids: readonly string[], mark: ProposalMark | undefined): void {
    const accepted = new Set(ids)
    this.#changeList((list) => {
      const marks = new Map(list.marks)
      for (const { id } of list.proposals)
        if (accepted.has(id)) {
          if (mark) marks.set(id, mark)
          else marks.delete(id)
        }
      return { ...list, marks, open: Math.max(0, list.open + (mark ? -ids.length : ids.length)) }
    })
  }

  #changeList(change: (list: ListState) => ListState): void {
    this.#change({ list: change(this.state.get().list) })
  }

  #change(part: Partial<ReviewState>): void {
    this.state.set((state) => ({ ...state, ...part }))
  }
}

/** The proposals from where the range began to the focused one; that one alone without a range. */
export function chosenProposals(
  { proposals }: ListState,
  focusId: string | undefined,
  anchorId: string | undefined,
): readonly Proposal[] {
  const focus = proposals.findIndex(({ id }) => id === focusId)
  const anchor = anchorId === undefined ? focus : proposals.findIndex(({ id }) => id === anchorId)
  if (focus < 0 || anchor < 0) return []
  return proposals.slice(Math.min(focus, anchor), Math.max(focus, anchor) + 1)
}

function seenBy(mark: ProposalMark | undefined): { if?: unknown } {
  return mark?.status === 'held' && mark.isChanged ? { if: mark.current ?? null } : {}
}

const changedMeanwhile = cachedByLanguage(() => t('Somebody has changed this value since it was proposed.'))

function markOf(outcome: DecisionOutcome, before: ProposalMark | undefined): ProposalMark | undefined {
  const { status, reason = changedMeanwhile(), current, isGone } = outcome
  if (status === 'open') return undefined
  if (status === 'accepted' || status === 'rejected') return { status, isSent: true }
  if (isGone) return { status: 'gone', reason }
  const value = before?.status === 'saving' ? { value: before.value } : {}
  return { status: 'held', reason, current, isChanged: status === 'changed_meanwhile', ...value }
}
