import type { FieldError } from '#shared/errors.ts'
import type { ProposalDecision } from '../../api/generations-queries.ts'
import { sendAgain } from '../../api/send-again.ts'
import { errorText } from '../../ui/toast.tsx'
import { tMessage } from '../../ui/text.ts'
import type { ReferenceBeside } from '#shared/messages/message.ts'

export interface DecisionOutcome {
  readonly status: 'accepted' | 'rejected' | 'open' | 'changed_meanwhile' | 'refused'
  readonly reason?: string
  readonly current?: unknown
  readonly isGone?: boolean
}

export interface AnsweredDecision extends ReferenceBeside {
  readonly id: string | null
  readonly status: 'accepted' | 'rejected' | 'changed_meanwhile' | 'refused'
  readonly message?: string
  readonly current?: unknown
  readonly field_errors?: readonly FieldError[]
}

interface AnsweredReopening extends ReferenceBeside {
  readonly id: string
  readonly status: 'open' | 'changed_meanwhile' | 'refused'
  readonly message?: string
}

export interface DecisionPorts {
  readonly decide: (decisions: readonly ProposalDecision[]) => Promise<readonly AnsweredDecision[]>
  readonly reopen: (ids: readonly string[]) => Promise<readonly AnsweredReopening[]>
  readonly onOutcome: (id: string, outcome: DecisionOutcome) => void
  readonly explain: (answered: AnsweredDecision) => string
  readonly pause: (milliseconds: number) => Promise<void>
}

type Step =
  | { readonly kind: 'decide'; readonly decision: ProposalDecision }
  | { readonly kind: 'reopen'; readonly id: string }
  | { readonly kind: 'task'; readonly run: () => Promise<void> }

const maxAtOnce = 200

/**
 * Sends decisions in order; those made during a request go together in the next, and without an answer
 * they wait. A decision reverted before it was sent is never sent.
 */
export class DecisionQueue {
  readonly #ports: DecisionPorts
  #waiting: Step[] = []
  #isSending = false

  constructor(ports: DecisionPorts) {
    this.#ports = ports
  }

  get isBusy(): boolean {
    return this.#isSending || this.#waiting.length > 0
  }

  decide(decision: ProposalDecision): void {
    this.#add({ kind: 'decide', decision })
  }

  takeBack(id: string): void {
    const index = this.#waiting.findLastIndex((step) => step.kind === 'decide' && step.decision.id === id)
    if (index < 0) return this.#add({ kind: 'reopen', id })
    this.#waiting.splice(index, 1)
    this.#ports.onOutcome(id, { status: 'open' })
  }

  follow(run: () => Promise<void>): void {
    this.#add({ kind: 'task', run })
  }

  #add(step: Step): void {
    this.#waiting.push(step)
    if (!this.#isSending) void this.#send()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0) await this.#sendNext()
    this.#isSending = false
  }

  async #sendNext(): Promise<void> {
    const [first] = this.#waiting
    if (first?.kind === 'task') {
      this.#waiting.shift()
      return first.run()
    }
    const steps = takeAlike(this.#waiting)
    this.#waiting.splice(0, steps.length)
    const decisions = steps.flatMap((step) => (step.kind === 'decide' ? step.decision : []))
    const reopened = steps.flatMap((step) => (step.kind === 'reopen' ? step.id : []))
    return decisions.length > 0 ? this.#decide(decisions) : this.#reopen(reopened)
  }

  async #decide(decisions: readonly ProposalDecision[]): Promise<void> {
    const { onOutcome, pause, decide } = this.#ports
    let attempts = 0
    const send = (attempt: number) => {
      attempts = attempt
      return decide(decisions)
    }
    try {
      const answers = await sendAgain(send, pause)
      decisions.forEach(({ id, action }, index) => {
        const answered = answers[index]
        if (answered) onOutcome(id, this.#read(answered, action, attempts))
      })
    } catch (error) {
      for (const { id } of decisions) onOutcome(id, { status: 'refused', reason: errorText(error) })
    }
  }

  #read(answered: AnsweredDecision, action: 'accept' | 'reject', attempts: number): DecisionOutcome {
    const { status, current, field_errors: faults = [] } = answered
    if (status === 'accepted' || status === 'rejected') return { status }
    if (status === 'changed_meanwhile') return { status, current }
    const isDecided = faults.some(({ issue }) => issue === 'not_open')
    // The server took the decision and only its answer was lost.
    if (isDecided && attempts > 1) return { status: action === 'accept' ? 'accepted' : 'rejected' }
    const isGone = isDecided || faults.some(({ field, issue }) => field === 'id' && issue === 'not_found')
    return { status, reason: this.#ports.explain(answered), isGone }
  }

  async #reopen(ids: readonly string[]): Promise<void> {
    const { onOutcome, pause, reopen } = this.#ports
    try {
      for (const answered of await sendAgain(() => reopen(ids), pause)) {
        const { id, status, message = '' } = answered
        const reason = tMessage(message, answered)
        onOutcome(id, status === 'open' ? { status } : { status, reason, isGone: true })
      }
    } catch (error) {
      for (const id of ids) onOutcome(id, { status: 'refused', reason: errorText(error), isGone: true })
    }
  }
}

/** Returns the first steps for one request: of one kind, and no proposal twice. */
function takeAlike(waiting: readonly Step[]): readonly Step[] {
  const known = new Set<string>()
  const end = waiting.findIndex((step, index) => {
    const id = idOf(step)
    const isOther = step.kind !== waiting[0]?.kind || known.has(id) || index === maxAtOnce
    known.add(id)
    return isOther
  })
  return end < 0 ? [...waiting] : waiting.slice(0, end)
}

function idOf(step: Step): string {
  return step.kind === 'decide' ? step.decision.id : step.kind === 'reopen' ? step.id : ''
}
