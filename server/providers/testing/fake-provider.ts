/**
 * A provider of models for tests and trials: an HTTP server on this computer with the wire forms of every
 * kind, configurable faults, and a book of its charges.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderKind, StructuredOutput } from '#shared/providers.ts'
import {
  formOf,
  keyOf,
  modelIn,
  readBody,
  wireOf,
  answerEmbeddings,
  type EmbeddingWire,
  isEmbedding,
} from './fake-embeddings.ts'
import {
  briefVideo,
  type FakeCall,
  type FakeUsage,
  type Json,
  onePixel,
  readCall,
  type Wire,
  writeError,
  writePictures,
  writeText,
} from './fake-wire.ts'

export type FakeFault =
  | { readonly fault: 'rate_limited'; readonly retryAfterSeconds?: number }
  | {
      readonly fault:
        | 'quota'
        | 'unauthorized'
        | 'forbidden'
        | 'hang'
        | 'cut'
        | 'fences'
        | 'prose'
        | 'no_json'
        | 'redirect'
        | 'page'
        | 'foreign'
    }
  | { readonly fault: 'server_error'; readonly status?: number }
  | { readonly fault: 'told'; readonly words: string }
  | { readonly fault: 'value'; readonly value: unknown }
  | { readonly fault: 'text'; readonly text: string }
  | { readonly fault: 'usage'; readonly usage: FakeUsage | null }

export interface FakeProviderOptions {
  /**
   * The answer, except to the probe, which is filled in by its schema; by default the first words of the
   * prompt, without evidence.
   */
  readonly answer?: (call: FakeCall) => unknown
  /** The embedding of a text; by default its counts of letters. */
  readonly embed?: (text: string) => readonly number[]
  readonly faultOf?: (call: FakeCall, index: number) => FakeFault | undefined
  readonly refuses?: readonly StructuredOutput[]
  readonly ignores?: readonly StructuredOutput[]
  readonly key?: string
  readonly models?: readonly string[]
  readonly pictureUrl?: string
  readonly delayMs?: number | (() => number)
  readonly holdsVideos?: boolean
}

export interface Charge {
  readonly model: string
  readonly input: number
  readonly output: number
  readonly pictures: number
  readonly seconds: number
}

export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const fake = new FakeProvider(options)
  await fake.listen()
  return fake
}

export class FakeProvider {
  readonly calls: FakeCall[] = []
  readonly book: Charge[] = []
  /** Faults of the next calls, one each; they have precedence over `faultOf`. */
  readonly next: FakeFault[] = []
  readonly fetched: string[] = []
  #looks = 0
  #pictures = 0
  maxAtOnce = 0
  options: FakeProviderOptions
  #atOnce = 0
  readonly #server = createServer((request, response) => {
    this.#atOnce++
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#atOnce)
    response.once('close', () => this.#atOnce--)
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  constructor(options: FakeProviderOptions) {
    this.options = options
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  baseUrl(kind: ProviderKind): string {
    return kind === 'google' ? `${this.origin}/v1beta` : `${this.origin}/v1`
  }

  charged(price: { input: number; output: number; image?: number; video?: number }): number {
    return this.book.reduce(
      (sum, { input, output, pictures, seconds }) =>
        sum +
        (input * price.input + output * price.output) / 1e6 +
        pictures * (price.image ?? 0) +
        seconds * (price.video ?? 0),
      0,
    )
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close').catch(() => undefined)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.origin).pathname
    const wire = wireOf(path)
    const key = keyOf(request)
    if (path.startsWith('/video')) return this.#sendVideo(path, request, response)
    const asked = this.options.key ?? key
    if (key !== asked) return refusals.unauthorized(wire ?? 'chat', response)
    if (request.method === 'GET') return this.#serveGet(path, response)
    if (!wire) return refuseUnknown(path, response)
    const body = await readBody(request)
    const form = formOf(wire, body)
    const call: FakeCall = { ...readCall[form](body, modelIn(path)), wire: form, key, body }
    const fault = this.#faultOf(call)
    this.calls.push(call)
    const { delayMs = 0 } = this.options
    await sleep(typeof delayMs === 'number' ? delayMs : delayMs())
    this.#answer(call, fault, response)
  }

  #serveGet(path: string, response: ServerResponse): void {
    if (path.endsWith('/models')) return send(response, 200, listModels(path, this.#models))
    if (path.includes('/operations/')) return this.#sendVideoStatus(response)
    refuseUnknown(path, response)
  }

  #faultOf(call: FakeCall): FakeFault | undefined {
    return this.next.shift() ?? this.options.faultOf?.(call, this.calls.length)
  }

  get #models(): readonly string[] {
    return this.options.models ?? ['fake-small', 'fake-large']
  }

  #answer(call: FakeCall, fault: FakeFault | undefined, response: ServerResponse): void {
    const { wire, format } = call
    if (fault && fault.fault in refusals)
      return refusals[fault.fault as keyof typeof refusals](wire, response, fault)
    if (this.options.refuses?.includes(format)) return refuseFormat(wire, response, format)
    this.#make(call, fault, response)
  }

  #make(call: FakeCall, fault: FakeFault | undefined, response: ServerResponse): void {
    const { wire } = call
    if (wire === 'images' || wire === 'gemini_images') return this.#sendPictures(call, wire, response)
    if (wire === 'gemini_video') return this.#orderVideo(call, response)
    if (isEmbedding(wire)) return this.#sendEmbeddings(call, wire, response)
    const answerWire = fault?.fault === 'foreign' ? foreignTo(wire) : wire
    this.#sendText(call, writeText[answerWire], fault, response)
  }

  #orderVideo({ model, body }: FakeCall, response: ServerResponse): void {
    this.book.push({
      model,
      input: 0,
      output: 0,
      pictures: 0,
      seconds: body['parameters']?.durationSeconds ?? 8,
    })
    this.#looks = 0
    send(response, 200, { name: 'models/veo/operations/1' })
  }

  #sendVideoStatus(response: ServerResponse): void {
    this.#looks++
    const name = 'models/veo/operations/1'
    if (this.#looks < 2 || this.options.holdsVideos) return send(response, 200, { name })
    const sample = { video: { uri: `${this.origin}/video` } }
    send(response, 200, {
      name,
      done: true,
      response: { generateVideoResponse: { generatedSamples: [sample] } },
    })
  }

  #sendVideo(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (path === '/video') {
      response.writeHead(302, { location: `${this.origin}/video-file` }).end()
      return
    }
    this.fetched.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(briefVideo)
  }

  #sendText(call: FakeCall, write: WriteText, fault: FakeFault | undefined, response: ServerResponse): void {
    const text = this.#textFor(call, fault)
    const counted = { input: tokens(JSON.stringify(call.body)), output: tokens(text) }
    const usage = fault?.fault === 'usage' ? fault.usage : counted
    this.book.push({ model: call.model, ...(usage ?? counted), pictures: 0, seconds: 0 })
    const answer = write(text, usage ?? counted, call)
    send(response, 200, usage ? answer : withoutUsage(answer))
  }

  #sendPictures(
    { model, body, count }: FakeCall,
    wire: 'images' | 'gemini_images',
    response: ServerResponse,
  ): void {
    const usage = { input: tokens(JSON.stringify(body)), output: 1000 * count }
    this.book.push({ model, ...usage, pictures: count, seconds: 0 })
    send(
      response,
      200,
      writePictures[wire](
        Array.from({ length: count }, () => onePixel(this.#pictures++)),
        usage,
      ),
    )
  }

  #sendEmbeddings(call: FakeCall, wire: EmbeddingWire, response: ServerResponse): void {
    const usage = { input: tokens(call.prompt), output: 0 }
    this.book.push({ model: call.model, ...usage, pictures: 0, seconds: 0 })
    send(response, 200, answerEmbeddings(call, wire, { usage, embed: this.options.embed }))
  }

  #textFor(call: FakeCall, fault: FakeFault | undefined): string {
    if (fault?.fault === 'text') return fault.text
    const talks = this.options.ignores?.includes(call.format) ?? false
    return worded(JSON.stringify(fault?.fault === 'value' ? fault.value : this.#valueFor(call)), talks, fault)
  }

  #valueFor(call: FakeCall): unknown {
    if (call.prompt.startsWith('Name the fruit')) return { fruit: 'quince', count: 6 }
    if (this.options.answer) return this.options.answer(call)
    return { value: call.prompt.slice(0, 40), evidence: [], note: null }
  }
}

const writeAnswer: Readonly<Record<string, (text: string) => string>> = {
  no_json: () => 'I am sorry, I would rather talk.',
  fences: (text) => `\`\`\`json\n${text}\n\`\`\``,
  prose: (text) => `Sure! Here it is:\n${text}\nLet me know {whatever} else you need.`,
}

function worded(text: string, talks: boolean, fault: FakeFault | undefined): string {
  return writeAnswer[talks ? 'no_json' : (fault?.fault ?? '')]?.(text) ?? text
}

function foreignTo(wire: Wire): 'chat' | 'messages' {
  return wire === 'chat' ? 'messages' : 'chat'
}

type WriteText = (typeof writeText)[keyof typeof writeText]

function refuseFormat(wire: Wire, response: ServerResponse, format: StructuredOutput): void {
  send(response, 400, writeError(wire, 400, `'response_format.type' must not be '${format}'.`, null))
}

function refuseUnknown(path: string, response: ServerResponse): void {
  send(response, 404, { error: { message: `No ${path} here.` } })
}

type Refusal = (wire: Wire, response: ServerResponse, fault: FakeFault) => void

const refusals = {
  rate_limited: (wire, response, fault) => {
    const seconds = fault.fault === 'rate_limited' ? (fault.retryAfterSeconds ?? 1) : 1
    const code = wire.startsWith('gemini') ? 'RESOURCE_EXHAUSTED' : 'rate_limit_exceeded'
    send(response, 429, writeError(wire, 429, 'Rate limit reached.', code), {
      'retry-after': String(seconds),
    })
  },
  quota: (wire, response) =>
    send(response, 429, writeError(wire, 429, 'You exceeded your current quota.', 'insufficient_quota')),
  unauthorized: (wire, response) =>
    send(response, 401, writeError(wire, 401, 'Incorrect API key provided.', 'invalid_api_key')),
  forbidden: (wire, response) =>
    send(response, 403, writeError(wire, 403, 'Your project may not use this model.', 'permission_denied')),
  told: (wire, response, fault) => {
    const words = fault.fault === 'told' ? fault.words : ''
    send(response, 401, writeError(wire, 401, words, null))
  },
  server_error: (wire, response, fault) => {
    const status = fault.fault === 'server_error' ? (fault.status ?? 503) : 503
    send(response, status, writeError(wire, status, 'The server is overloaded.', 'overloaded_error'))
  },
  hang: () => undefined,
  cut: (_wire, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"id": "cut-', () => response.destroy())
  },
  page: (_wire, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Sign in</title><form><input name="user"></form>')
  },
  redirect: (_wire, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' })
    response.end()
  },
} satisfies Partial<Record<FakeFault['fault'], Refusal>>

function listModels(path: string, models: readonly string[]): Json {
  if (path.startsWith('/v1beta')) return { models: models.map((id) => ({ name: `models/${id}` })) }
  return { object: 'list', data: models.map((id) => ({ id, object: 'model' })) }
}

function withoutUsage(answer: Json): Json {
  return { ...answer, usage: undefined, usageMetadata: undefined }
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function send(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
