import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { EventRecord } from '#shared/events.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

const heartbeatMs = 15_000
const replayPage = 500
// A client that does not read is cut off; it comes back with Last-Event-ID and misses nothing.
const maxUnreadBytes = 8 * 1024 * 1024

/**
 * One client's stream of the change feed. It first replays what the client has missed and then follows the commits; each
 * event is sent once, in the order of its sequence number.
 */
export class EventStream {
  readonly #response: ServerResponse
  readonly #workspace: WorkspaceThreads
  readonly #mayRead: () => boolean
  #last = 0
  #isLive = false
  #isBehind = false

  /** `mayRead` tells whether the credential of the stream still holds; without it the stream ends. */
  constructor(response: ServerResponse, workspace: WorkspaceThreads, mayRead: () => boolean) {
    this.#response = response
    this.#workspace = workspace
    this.#mayRead = mayRead
  }

  /** Sends what happened behind the sequence number `after`, if given, and from then on what happens. */
  async start(after: number | undefined): Promise<void> {
    const stopListening = this.#workspace.onCommitted((events) => this.#follow(events))
    const heartbeat = setInterval(() => {
      if (this.#mayRead()) this.#response.write(': alive\n\n')
      else this.end()
    }, heartbeatMs)
    this.#response.on('close', () => {
      stopListening()
      clearInterval(heartbeat)
    })
    this.#response.write('retry: 1000\n\n')
    if (after !== undefined) await this.#replay(after)
    this.#isLive = true
  }

  end(): void {
    this.#response.end()
  }

  #follow(events: readonly EventRecord[]): void {
    if (!this.#isLive) {
      this.#isBehind = true
      return
    }
    if (!this.#mayRead()) return this.end()
    for (const event of events) this.#send(event)
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy()
  }

  /** Reads until nothing has been committed since the last read. */
  async #replay(after: number): Promise<void> {
    this.#last = after
    let events: readonly EventRecord[]
    do {
      this.#isBehind = false
      const ask = { sequence: this.#last, limit: replayPage }
      ;({ events } = await this.#workspace.call('readEventsAfter', ask))
      for (const event of events) this.#send(event)
      await this.#drained()
    } while ((events.length === replayPage || this.#isBehind) && !this.#response.destroyed)
  }

  async #drained(): Promise<void> {
    if (!this.#response.writableNeedDrain) return
    await Promise.race([once(this.#response, 'drain'), once(this.#response, 'close')])
  }

  #send(event: EventRecord): void {
    if (event.sequence <= this.#last) return
    this.#last = event.sequence
    this.#response.write(`id: ${event.sequence}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`)
  }
}
