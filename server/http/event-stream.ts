import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type EventRecord, keyOfActor } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { keysOf } from '#shared/text.ts'

const replayPage = 500
// Beyond this bound unread events wait in the workspace file instead of in memory.
const maxUnreadBytes = 1024 * 1024
const heartbeatMs = 15_000
const maxStalledBeats = 4
const lastFlushMs = 1000

type Feed = Pick<CalledThreads, 'call' | 'calledIn' | 'onCommitted' | 'onClosing'>

export interface EventStreamOptions {
  readonly mayRead: () => boolean
  readonly isInFilter?: ((event: EventRecord) => boolean) | undefined
  /** The present role of the client; where attributes are closed to it, events are read by what is open. */
  readonly role?: (() => Role | undefined) | undefined
  readonly heartbeatMs?: number
}

interface EventFilter {
  readonly type?: string | undefined
  readonly kind?: string | undefined
  readonly via?: string | undefined
  readonly attribute?: string | undefined
  readonly job?: string | undefined
  readonly edit?: string | undefined
  readonly actor?: string | undefined
  /** Milliseconds, both inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Returns a predicate: whether a page of the change feed with this filter would contain the event. */
export function wantedBy(filter: EventFilter): (event: EventRecord) => boolean {
  const { attribute, since = -Infinity, until = Infinity } = filter
  const wanted = keysOf(tests).filter((key) => filter[key] !== undefined)
  return (event) => {
    const time = Date.parse(event.created_at)
    return (
      wanted.every((key) => tests[key](event) === filter[key]) &&
      (attribute === undefined || changes(event, attribute)) &&
      time >= since &&
      time <= until
    )
  }
}

const tests = {
  type: ({ entity }) => entity?.type,
  kind: ({ event }) => event,
  via: ({ via }) => via,
  job: ({ job_id: job }) => job,
  edit: ({ edit_id: edit }) => edit,
  actor: ({ actor }) => keyOfActor(actor),
} satisfies Partial<Record<keyof EventFilter, (event: EventRecord) => string | null | undefined>>

function changes({ event, changes }: EventRecord, key: string): boolean {
  return event.startsWith('entity.') && changes.some(({ attribute }) => attribute === key)
}

/**
 * One client's stream of the change feed. It first replays what the client has missed and then follows the commits; each
 * event is sent once, in the order of its sequence number. A client that reads too slowly falls back to the replay, which
 * waits for it; one that reads nothing for a minute is cut off, comes back with Last-Event-ID and misses nothing.
 */
export class EventStream {
  readonly #response: ServerResponse
  readonly #feed: Feed
  readonly #options: EventStreamOptions
  #last = 0
  #isLive = false
  #isBehind = false
  #isRestricted = false
  #role: Role | undefined
  #stalledBeats = 0
  #unreadAtBeat = 0

  constructor(response: ServerResponse, feed: Feed, options: EventStreamOptions) {
    this.#response = response
    this.#feed = feed
    this.#options = options
  }

  async start(after: number | undefined): Promise<void> {
    const stopListening = this.#feed.onCommitted((events) => this.#follow(events))
    const stopWaiting = this.#feed.onClosing(() => this.#endReplaced())
    const heartbeat = setInterval(() => this.#beat(), this.#options.heartbeatMs ?? heartbeatMs)
    this.#response.on('close', () => {
      stopListening()
      stopWaiting()
      clearInterval(heartbeat)
    })
    this.#response.write('retry: 1000\n\n')
    this.#last = after ?? 0
    if (after !== undefined) await this.#replay()
    else if (this.#roleNow() !== undefined) await this.#beginHere()
    this.#isLive = true
  }

  async #beginHere(): Promise<void> {
    this.#role = this.#roleNow()
    const { newest, isRestricted } = await this.#feedNow().call('readEventsAfter', { sequence: 0, limit: 0 })
    this.#last = newest
    this.#isRestricted = isRestricted
    if (this.#isBehind) await this.#replay()
  }

  end(): void {
    this.#response.end()
    const flush = setTimeout(() => this.#response.destroy(), lastFlushMs)
    this.#response.once('close', () => clearTimeout(flush))
  }

  /**
   * A workspace that closes under an open stream is replaced by a backup: the client's state is no longer
   * valid.
   */
  #endReplaced(): void {
    if (this.#response.writableEnded) return
    this.#response.write(`event: workspace.replaced\ndata: {"event":"workspace.replaced"}\n\n`)
    this.end()
  }

  #follow(events: readonly EventRecord[]): void {
    if (!this.#isLive) {
      this.#isBehind = true
      return
    }
    if (!this.#options.mayRead()) return this.end()
    if (this.#mustBeRead(events)) return this.#fallBehind()
    for (const event of events) {
      this.#send(event)
      if (this.#response.writableLength > maxUnreadBytes) return this.#fallBehind()
    }
  }

  /** A definition may have been closed to the client with these events. */
  #mustBeRead(events: readonly EventRecord[]): boolean {
    const role = this.#roleNow()
    if (role === undefined) return false
    const isOther = role !== this.#role
    return isOther || this.#isRestricted || events.some(({ attribute }) => attribute !== undefined)
  }

  /** The role where something may be closed to it, which is not so for owners. */
  #roleNow(): Role | undefined {
    const role = this.#options.role?.()
    return role === 'owner' ? undefined : role
  }

  #feedNow(): Pick<Feed, 'call'> {
    return this.#role === undefined ? this.#feed : this.#feed.calledIn(this.#role)
  }

  #fallBehind(): void {
    this.#isLive = false
    this.#replay().then(
      () => (this.#isLive = true),
      () => this.#response.destroy(),
    )
  }

  /**
   * Reads after the last sent event, at the client's pace, until nothing has been committed since the last
   * read.
   */
  async #replay(): Promise<void> {
    let events: readonly EventRecord[]
    do {
      await this.#drained()
      if (!this.#options.mayRead()) return this.end()
      this.#isBehind = false
      const ask = { sequence: this.#last, limit: replayPage }
      this.#role = this.#roleNow()
      const read = await this.#feedNow().call('readEventsAfter', ask)
      ;({ events } = read)
      this.#isRestricted = read.isRestricted
      for (const event of events) this.#send(event)
    } while ((events.length === replayPage || this.#isBehind) && !this.#response.destroyed)
  }

  async #drained(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return
    const settled = new AbortController()
    const { signal } = settled
    const either = [once(this.#response, 'drain', { signal }), once(this.#response, 'close', { signal })]
    await Promise.race(either).finally(() => settled.abort())
  }

  #send(event: EventRecord): void {
    if (event.sequence <= this.#last) return
    this.#last = event.sequence
    if (this.#options.isInFilter?.(event) === false) return
    this.#response.write(`id: ${event.sequence}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  #beat(): void {
    if (!this.#options.mayRead()) return this.end()
    const { writableLength: unread, writableNeedDrain: isBlocked } = this.#response
    if (!isBlocked) this.#response.write(': alive\n\n')
    const isStalled = isBlocked && unread === this.#unreadAtBeat
    this.#stalledBeats = isStalled ? this.#stalledBeats + 1 : 0
    this.#unreadAtBeat = unread
    if (this.#stalledBeats >= maxStalledBeats) this.#response.destroy()
  }
}
