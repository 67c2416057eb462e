import { workspaceHeader } from '#shared/app-surface.ts'
import type { ErrorEnvelope } from '#shared/errors.ts'
import type { ServerAddress } from './client.ts'
import type { NearestServer } from './nearest-server.ts'

interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>
    readonly name?: string
    readonly uri?: string
    readonly requestId?: string | number
  }
  readonly result?: { readonly protocolVersion?: string }
}

export interface BridgeOptions {
  readonly server: NearestServer
  readonly workspaceId: string
  /** The address of the endpoint, with the set of tools that is offered. */
  readonly path: string
  readonly write: (line: string) => void
}

interface BridgedRequest {
  readonly message: Message
  readonly line: string
  readonly signal: AbortSignal
}

class StaleSession extends Error {}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const internalError = -32603

/** Carries the messages of one agent between lines of text and the server's MCP endpoint, whatever their revision. */
export class McpBridge {
  readonly #options: BridgeOptions
  readonly #pending = new Map<string | number, AbortController>()
  readonly #streams = new Set<AbortController>()
  /** The revision that agent and server agreed on, in revisions that negotiate it (until 2025-11-25). */
  #agreedVersion: string | undefined

  constructor(options: BridgeOptions) {
    this.#options = options
  }

  /** Sends a line on and writes the answers to it; never rejects. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      this.#refuse(null, -32700, 'The line is not valid JSON.')
      return
    }
    if (!isMessage(message)) {
      this.#refuse(null, -32600, 'The line is not a message of JSON-RPC.')
      return
    }
    // Nothing is kept between two requests: closing the connection cancels a request.
    if (message.method === 'notifications/cancelled')
      this.#pending.get(message.params?.requestId ?? '')?.abort()
    else await this.#carry(message, line)
  }

  /** Closes the streams, which would never end; a request that has an answer still gets it. */
  end(): void {
    for (const controller of this.#streams) controller.abort()
  }

  async #carry(message: Message, line: string): Promise<void> {
    const id = message.id ?? undefined
    const controller = new AbortController()
    if (id !== undefined) this.#pending.set(id, controller)
    if (message.method === 'subscriptions/listen') this.#streams.add(controller)
    try {
      await this.#connect({ message, line, signal: controller.signal })
    } catch (error) {
      if (controller.signal.aborted) return
      this.#options.server.forget()
      if (id !== undefined) this.#refuse(id, internalError, `Vitrine did not answer: ${messageOf(error)}`)
    } finally {
      if (id !== undefined) this.#pending.delete(id)
      this.#streams.delete(controller)
    }
  }

  /** Sends the message to the present server: one that has gone or restarted has not taken it. */
  async #connect(request: BridgedRequest): Promise<void> {
    const { server } = this.#options
    try {
      await server.use((address) => this.#send(address, request))
    } catch (error) {
      if (!isStale(error)) throw error
      server.forget()
      await server.use((address) => this.#send(address, request))
    }
  }

  async #send({ origin, session }: ServerAddress, { message, line, signal }: BridgedRequest): Promise<void> {
    const response = await fetch(`${origin}${this.#options.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${session}`,
        [workspaceHeader]: this.#options.workspaceId,
        ...this.#headersOf(message),
      },
      body: line,
      signal,
    })
    if (response.status === 401) throw new StaleSession('It does not know the session.')
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true)
      for await (const data of eventsOf(response)) this.#answer(message, data)
    else this.#answer(message, await response.text())
  }

  #headersOf({ method, params }: Message): Record<string, string> {
    const version = params?._meta?.[versionKey]
    if (typeof version !== 'string' || method === undefined)
      return this.#agreedVersion === undefined ? {} : { 'mcp-protocol-version': this.#agreedVersion }
    const name = params?.name ?? params?.uri
    return {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': toHeader(name) }),
    }
  }

  #answer({ id, method }: Message, text: string): void {
    if (text === '') return
    const answer: Message & Partial<ErrorEnvelope> & { jsonrpc?: string } = JSON.parse(text)
    if (answer.jsonrpc === undefined) {
      if (id !== undefined) this.#refuse(id, internalError, answer.error?.message ?? 'Refused.', answer.error)
      return
    }
    if (method === 'initialize' && answer.id === id) this.#agreedVersion = answer.result?.protocolVersion
    this.#options.write(JSON.stringify(answer))
  }

  #refuse(id: string | number | null, code: number, message: string, data?: object): void {
    this.#options.write(
      JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }),
    )
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null
}

async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  let rest = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = `${rest}${chunk}`.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      const data = lines.map((line) => line.slice('data:'.length).trimStart()).join('\n')
      if (data !== '') yield data
    }
  }
}

/** A header holds visible ASCII; the protocol encodes anything else in Base64. */
function toHeader(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function isStale(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  return error instanceof StaleSession || isRefused
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
