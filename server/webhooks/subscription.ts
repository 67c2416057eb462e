import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventRecord } from '#shared/events.ts'
import { message, type Message } from '#shared/messages/message.ts'
import type { Scope } from '#shared/scopes.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../registry/delivery-operations.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import { pauseBeforeTry } from './tries.ts'
import { type EventBatch, gatherEvents, matchesWebhook, toBody, toTestBody } from './webhook-body.ts'
import type { SignedRequest, WebhookAnswer } from './send-webhook.ts'

export interface SubscriptionParts {
  readonly workspace: () => { readonly id: string; readonly name: string } | undefined
  readonly threads: () => Promise<Pick<WorkspaceThreads, 'call'>>
  /** The scopes that the maker has now; undefined where it is gone. */
  readonly scopes: () => readonly Scope[] | undefined
  readonly secrets: () => Promise<readonly string[]>
  readonly store: (row: WebhookRow, delivery?: WebhookDeliveryRow) => Promise<void>
  readonly addDelivery: (delivery: WebhookDeliveryRow) => Promise<void>
  /** Called where it has turned itself off. */
  readonly onTurnedOff: (row: WebhookRow) => void
  readonly send: (request: SignedRequest) => Promise<WebhookAnswer>
  readonly onError: (error: unknown) => void
  readonly pauses: readonly number[]
  readonly random: () => number
  readonly now: () => number
}

/** The request that tells of a run of an automation; its id is the same where a restart repeats it. */
export interface RunMessage {
  readonly messageId: string
  readonly content: Readonly<Record<string, unknown>>
}

const maxRunTries = 3

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return sleep(seconds * 1000, undefined, { signal, ref: false })
}

type OwnMessage = Pick<WebhookDeliveryRow, 'messageId' | 'afterSequence' | 'untilSequence'>

// Events that concern nobody are passed without a write, and looked at again after a restart.
const maxUnstored = 500
const longestTimerMs = 2 ** 31 - 1

/**
 * The deliveries of one webhook: in the order of the feed, one at a time, each tried until it is taken or
 * the webhook turns itself off. What is tried is stored before it is sent, so that it has the same id after
 * a restart.
 */
export class Subscription {
  readonly #parts: SubscriptionParts
  readonly #closing = new AbortController()
  #row: WebhookRow
  #running: Promise<void> | undefined
  #isWoken = false
  #isChanging = false
  #timer: NodeJS.Timeout | undefined

  constructor(row: WebhookRow, parts: SubscriptionParts) {
    this.#row = row
    this.#parts = parts
  }

  get row(): WebhookRow {
    return this.#row
  }

  /** Delivers what there is, now or where the next try is due. */
  wake(): void {
    this.#isWoken = true
    if (this.#running || this.#isChanging || this.#closing.signal.aborted) return
    this.#running = this.#run()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#parts.onError(error)
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Changes the row between two deliveries, never during one. */
  async change(change: (row: WebhookRow) => WebhookRow): Promise<void> {
    this.#isChanging = true
    try {
      await this.#pause()
      await this.#store(change(this.#row))
    } finally {
      this.#isChanging = false
    }
    this.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#pause()
  }

  /** Sends a test or a former delivery again; the position stays. */
  async sendAgain(former?: OwnMessage): Promise<WebhookDeliveryRow> {
    const own = former ?? { messageId: `msg_test_${randomUUID()}`, afterSequence: null, untilSequence: null }
    const body = await this.#bodyOf(own)
    const delivery = this.#toDelivery(own, await this.#send(own.messageId, body))
    await this.#parts.addDelivery(delivery)
    return delivery
  }

  /** Sends what a run of an automation has worked on, a few times where it is not taken; the position stays. */
  async sendRun({ messageId, content }: RunMessage): Promise<WebhookDeliveryRow> {
    const own = { messageId, afterSequence: null, untilSequence: null }
    const body = JSON.stringify({ type: 'automation.run', ...this.#facts(), ...content })
    for (let tries = 1; ; tries += 1) {
      const delivery = this.#toDelivery(own, await this.#send(messageId, body))
      await this.#parts.addDelivery(delivery)
      const { status } = delivery
      const isOver = status !== null && status < 500 && status !== 429
      if (isOver || tries >= maxRunTries) return delivery
      await wait(this.#parts.pauses[0] ?? 0, this.#closing.signal)
    }
  }

  async #pause(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#isWoken && this.#row.status === 'active') {
      this.#isWoken = false
      while (!this.#closing.signal.aborted && this.#row.status === 'active' && (await this.#deliverNext()));
    }
  }

  /** Whether there may be more to deliver now. */
  async #deliverNext(): Promise<boolean> {
    const wait = (this.#row.nextTryAt ?? 0) - this.#parts.now()
    if (wait > 0) return this.#sleep(wait)
    const scopes = this.#parts.scopes()
    if (!scopes?.includes('read:events')) return this.#turnOff(message('webhook.maker_gone'))
    const { position, triedUntil } = this.#row
    const batch = await this.#gather({ after: position, until: triedUntil }, scopes)
    if (batch.newest < position) return this.#stepBack(batch.newest)
    if (batch.events.length === 0) return this.#pass(batch)
    if (triedUntil !== batch.until) await this.#store({ ...this.#row, triedUntil: batch.until })
    const own = {
      messageId: `msg_${this.#row.id.replaceAll('-', '')}_${batch.after}_${batch.until}`,
      afterSequence: batch.after,
      untilSequence: batch.until,
    }
    const answer = await this.#send(own.messageId, this.#toBody(batch))
    return this.#settle(answer, batch, this.#toDelivery(own, answer))
  }

  #sleep(ms: number): false {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.min(ms, longestTimerMs)).unref()
    return false
  }

  async #gather(
    range: { after: number; until: number | null },
    scopes: readonly Scope[],
  ): Promise<EventBatch> {
    const { id } = this.#row
    const chooses = (event: EventRecord) =>
      event.webhook?.id !== id && matchesWebhook(event, this.#row, scopes)
    return gatherEvents(await this.#parts.threads(), range, chooses)
  }

  /** A workspace that was put back to an earlier copy counts its events from there again. */
  async #stepBack(newest: number): Promise<true> {
    await this.#store({ ...this.#row, ...untried, position: newest, hasGap: true })
    return true
  }

  async #pass({ after, until }: EventBatch): Promise<boolean> {
    const isStored = until - after >= maxUnstored || this.#row.triedUntil !== null
    if (isStored) await this.#store({ ...this.#row, ...untried, position: until })
    return isStored
  }

  async #settle(answer: WebhookAnswer, batch: EventBatch, delivery: WebhookDeliveryRow): Promise<boolean> {
    const { status, at } = answer
    if (status !== null && status >= 200 && status < 300) {
      const taken = { ...untried, position: batch.until, hasGap: false }
      await this.#store({ ...this.#row, ...taken }, delivery)
      return true
    }
    const tries = this.#row.tries + 1
    const failed = { ...this.#row, tries, failingSince: this.#row.failingSince ?? at }
    if (status === 410) return this.#turnOff(message('webhook.not_wanted'), failed, delivery)
    const pause = pauseBeforeTry(tries, answer.retryAfter, this.#parts)
    const reason = reasonOf(answer)
    if (pause === undefined)
      return this.#turnOff(message('webhook.given_up', { count: tries, reason }), failed, delivery)
    const problem = message('webhook.not_taken', { reason })
    await this.#store({ ...failed, problem, nextTryAt: this.#parts.now() + pause }, delivery)
    return true
  }

  async #turnOff(problem: Message, row = this.#row, delivery?: WebhookDeliveryRow): Promise<false> {
    await this.#store({ ...row, status: 'off', nextTryAt: null, tries: 0, problem }, delivery)
    this.#parts.onTurnedOff(this.#row)
    return false
  }

  async #store(row: WebhookRow, delivery?: WebhookDeliveryRow): Promise<void> {
    await this.#parts.store(row, delivery)
    this.#row = row
  }

  async #bodyOf({ afterSequence, untilSequence }: OwnMessage): Promise<string> {
    if (afterSequence === null || untilSequence === null) return toTestBody(this.#facts())
    const range = { after: afterSequence, until: untilSequence }
    return this.#toBody(await this.#gather(range, this.#parts.scopes() ?? []))
  }

  #toBody(batch: EventBatch): string {
    return toBody({ ...this.#facts(), hasGap: this.#row.hasGap }, batch)
  }

  #facts() {
    const { workspaceId, id } = this.#row
    return { workspace: this.#parts.workspace() ?? { id: workspaceId, name: '' }, subscription: id }
  }

  async #send(messageId: string, body: string): Promise<WebhookAnswer> {
    const { url, isInNetwork } = this.#row
    const secrets = await this.#parts.secrets()
    return this.#parts.send({ url, messageId, body, secrets, isInNetwork, signal: this.#closing.signal })
  }

  #toDelivery(own: OwnMessage, { at, status, milliseconds, answer }: WebhookAnswer): WebhookDeliveryRow {
    const { messageId, afterSequence, untilSequence } = own
    const made = { id: randomUUID(), webhookId: this.#row.id, messageId, afterSequence, untilSequence }
    return { ...made, at, status, milliseconds, answer }
  }
}

const untried = { triedUntil: null, tries: 0, nextTryAt: null, failingSince: null, problem: null } as const

function reasonOf({ status, answer }: WebhookAnswer): string {
  return status === null ? answer.replace(/\.$/, '') : `${status}`
}
