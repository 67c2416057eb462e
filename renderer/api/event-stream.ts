import type { EventRecord } from '#shared/events.ts'
import { ApiError } from './api-error.ts'
import type { Api } from './client.ts'
import { reloadPage } from './session.ts'
import { presenceHeader, type TeamMessage } from '#shared/team.ts'

/** `live`: changes arrive; `offline`: the server does not answer and is tried again; `refused`: the session is gone. */
export type StreamState = 'connecting' | 'live' | 'offline' | 'refused'

type EventListener = (event: EventRecord) => void
type StateListener = (state: StreamState) => void

// The server writes at least every 15 seconds; a connection that is cut off ends without a word.
const silenceMs = 40_000
const firstDelayMs = 250
const longestDelayMs = 5_000

const streams = new Map<string, SharedStream>()

/**
 * Calls back with every change in order, without gaps over reconnections, and with the state of the
 * connection. All callers share one connection: a browser allows six to one server. Returns the function that
 * ends it.
 */
export function openEventStream(api: Api, onEvent: EventListener, onState: StateListener): () => void {
  const stream = streams.get(api.workspaceId) ?? new SharedStream(api)
  streams.set(api.workspaceId, stream)
  return stream.subscribe(onEvent, onState)
}

class SharedStream {
  readonly #api: Api
  readonly #listeners = new Map<symbol, { onEvent: EventListener; onState: StateListener }>()
  #state: StreamState = 'connecting'
  #lastSequence = ''
  #delayMs = firstDelayMs
  #connection: AbortController | undefined

  constructor(api: Api) {
    this.#api = api
  }

  subscribe(onEvent: EventListener, onState: StateListener): () => void {
    const token = Symbol('listener')
    this.#listeners.set(token, { onEvent, onState })
    onState(this.#state)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(token) && this.#listeners.size === 0) this.#stop()
    }
  }

  #start(): void {
    document.addEventListener('visibilitychange', this.#followVisibility)
    void this.#run()
  }

  #stop(): void {
    document.removeEventListener('visibilitychange', this.#followVisibility)
    this.#connection?.abort()
    // The page may still show what was read before; listeners to come refetch it once they are live.
    this.#state = 'offline'
    this.#lastSequence = ''
  }

  // A hidden window closes its connection and catches up by Last-Event-ID when it is shown again.
  readonly #followVisibility = (): void => {
    if (!document.hidden) {
      void this.#run()
      return
    }
    this.#connection?.abort()
    // Without an event id the stream cannot resume, so listeners refetch.
    if (this.#lastSequence === '') this.#setState('offline')
  }

  async #run(): Promise<void> {
    this.#connection?.abort()
    const connection = new AbortController()
    this.#connection = connection
    while (!connection.signal.aborted && !document.hidden) {
      const outcome = await this.#read(connection.signal)
      if (connection.signal.aborted) return
      this.#setState(outcome)
      if (outcome === 'refused') return
      await pause(this.#delayMs)
      this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs)
    }
  }

  async #read(signal: AbortSignal): Promise<'offline' | 'refused'> {
    try {
      const member = presenceId()
      const headers = {
        accept: 'text/event-stream',
        ...(this.#lastSequence === '' ? {} : { 'last-event-id': this.#lastSequence }),
        ...(member !== undefined && { [presenceHeader]: member }),
      }
      const body = streamOf(await this.#api.open('/events/stream', { headers, signal }))
      if (body === null) return 'offline'
      this.#setState('live')
      this.#delayMs = firstDelayMs
      for await (const event of readServerSentEvents(untilSilent(body))) this.#deliver(event)
      return 'offline'
    } catch (error) {
      // The server has no event with that number: the workspace was restored to an earlier copy.
      if (error instanceof ApiError && error.status === 400) this.#lastSequence = ''
      return error instanceof ApiError && error.status === 401 ? 'refused' : 'offline'
    }
  }

  #deliver({ id, data }: { id: string; data: string }): void {
    if (id !== '') this.#lastSequence = id
    if (data === '') return
    const event: EventRecord | TeamMessage | { readonly event: 'workspace.replaced' } = JSON.parse(data)
    // After a restored backup, nothing on the page is reliable.
    if (event.event === 'workspace.replaced') return reloadPage()
    if (!('sequence' in event)) return sendTeamMessage(this.#api.workspaceId, event)
    for (const { onEvent } of this.#listeners.values()) onEvent(event)
  }

  #setState(state: StreamState): void {
    if (state === this.#state) return
    this.#state = state
    for (const { onState } of this.#listeners.values()) onState(state)
  }
}

/** Ends a body from which nothing has come for too long, also where the computer slept meanwhile. */
function untilSilent(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const value = await nextOf(reader)
      if (value !== undefined) return controller.enqueue(value)
      controller.close()
      await reader.cancel().catch(() => undefined)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silenceMs)
  })
  try {
    return await Promise.race([reader.read().then(({ value }) => value), silence])
  } finally {
    clearTimeout(timer)
  }
}

/** The page of a proxy is no stream. */
function streamOf({ body, headers }: Response): Response['body'] {
  return headers.get('content-type')?.startsWith('text/event-stream') === true ? body : null
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Reads server-sent events from a body as they arrive; comments are skipped. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).replaceAll(/\r\n?/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event.id !== '' || event.data !== '') yield event
    }
  }
}

function parseBlock(block: string): ServerSentEvent {
  const data: string[] = []
  const fields = { id: '', event: 'message' }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') data.push(value)
    else if (name === 'id' || name === 'event') fields[name] = value
  }
  return { ...fields, data: data.join('\n') }
}

/**
 * Messages to a person of a team, sent in the stream of changes. A desktop has no presence and no
 * messages.
 */
type MessageListener = (workspaceId: string, message: TeamMessage) => void

const listeners = new Set<MessageListener>()
let currentId: string | undefined

/** Lets streams of changes carry this page's presence id from now on. */
export function joinPresence(): void {
  currentId ??= crypto.randomUUID()
}

/** The presence id of this page; undefined on a desktop. */
export function presenceId(): string | undefined {
  return currentId
}

/** Calls back with every message; returns the function that ends it. */
export function onTeamMessage(listener: MessageListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function sendTeamMessage(workspaceId: string, message: TeamMessage): void {
  for (const listener of listeners) listener(workspaceId, message)
}
