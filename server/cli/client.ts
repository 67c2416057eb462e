import { createWriteStream, createReadStream, statSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ListedWorkspace, workspaceHeader } from '#shared/app-surface.ts'
import { upsertableTypes } from '#shared/entities.ts'
import type { ErrorEnvelope, FieldError } from '#shared/errors.ts'
import { addressCall, type AnswerPromise, type AnyInput, type CallArguments } from '#shared/routes/call.ts'
import type { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import type { teamRoutes } from '#shared/routes/people.ts'
import { textOf } from '#shared/messages/message.ts'
import { describeFault } from '../catalog/errors.ts'
import { isFileThere, replaceFile } from '../catalog/storage-fault.ts'
import { CommandError, UsageError } from './command.ts'
import { type HttpAnswer, sendRequest } from './http-request.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'

export interface ServerAddress {
  readonly origin: string
  /** The key of a workspace on a server elsewhere, which opens its public API alone. */
  readonly session: string
  readonly isRemote?: true
}

export interface SaveTarget {
  readonly file: string
  readonly mayReplace: boolean
}

/** Throws where the file may not be written: something that is no regular file has its name, or a file that may not be replaced. */
export function requireFree({ file, mayReplace }: SaveTarget): void {
  if (isStream(file)) return
  if (isThere(file) && !mayReplace)
    throw new CommandError(`There is already a file ${file}. Name another, or replace it with --force.`)
}

/** Whether a path names a pipe or a device, such as /dev/null or that of a process substitution, which are written through. */
function isStream(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && (found.isFIFO() || found.isCharacterDevice())
}

function isThere(file: string): boolean {
  try {
    return isFileThere(file)
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Routes that a command may call: the owner's surface and the public API, each under its whole path. */
type Routes = Under<'/app/v1', typeof installationRoutes & typeof workspaceRoutes & typeof teamRoutes> &
  Under<'/api/v1', typeof publicRoutes>
type Under<Root extends string, T> = {
  [K in keyof T as K extends `${infer Method} ${infer Path}` ? `${Method} ${Root}${Path}` : never]: T[K]
}

/** A request as it is sent; `body` is sent as JSON. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal
}

export class CatalogClient {
  readonly #server: ServerAddress
  readonly #workspace: ListedWorkspace | undefined

  constructor(server: ServerAddress, workspace?: ListedWorkspace) {
    this.#server = server
    this.#workspace = workspace
  }

  get isRemote(): boolean {
    return this.#server.isRemote === true
  }

  in(workspace: ListedWorkspace): CatalogClient {
    return new CatalogClient(this.#server, workspace)
  }

  /** Calls a route by its method and path: `client.call('GET /api/v1/jobs/{id}', { path: { id } })`. */
  async call<K extends keyof Routes>(key: K, ...[input]: CallArguments<Routes, K>): AnswerPromise<Routes, K> {
    const response = await this.#send(key, input)
    return parse(await response.text().catch(throwUnanswered))
  }

  /**
   * Writes the answer of a route into a file, which appears only when it is whole; an existing file is
   * replaced only where `mayReplace`.
   */
  async save<K extends keyof Routes>(
    target: SaveTarget,
    key: K,
    ...[input]: CallArguments<Routes, K>
  ): Promise<void> {
    requireFree(target)
    const { body } = await this.#send(key, input)
    const { file } = target
    if (isStream(file)) return pipeline(body ?? [], createWriteStream(file)).catch(ignoreClosedPipe)
    const part = `${file}.part`
    try {
      await rm(part, { force: true })
      await pipeline(body ?? [], createWriteStream(part, { flags: 'wx' }))
      requireFree(target)
      await replaceFile(part, file)
    } catch (error) {
      await rm(part, { force: true })
      if (error instanceof CommandError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError(`${file} cannot be written: ${reason}.`, { cause: error })
    }
  }

  async pipe<K extends keyof Routes>(
    stream: Writable,
    key: K,
    ...[input]: CallArguments<Routes, K>
  ): Promise<void> {
    const { body } = await this.#send(key, input)
    await pipeline(body ?? [], stream, { end: false })
      .catch(ignoreClosedPipe)
      .catch(throwUnanswered)
  }

  /** The answer as it arrives, for streams that have no end. */
  async stream<K extends keyof Routes>(
    key: K,
    ...[input]: CallArguments<Routes, K>
  ): Promise<ReadableStream<Uint8Array> | null> {
    return (await this.#send(key, input)).body
  }

  /** Sends a request that a person has written; a refusal is an answer too. */
  async send({ method, path, body, form, signal }: RawRequest): Promise<Response> {
    return fetch(`${this.#server.origin}${path}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? (form ?? null) : JSON.stringify(body),
      signal: signal ?? null,
    }).catch(throwUnanswered)
  }

  async upload(file: string): AnswerPromise<Routes, 'POST /app/v1/import-uploads'> {
    const { url } = addressCall(this.#server.origin, 'POST /app/v1/import-uploads', {})
    const { isTaken, answer } = await sendFile(url, file, this.#headers).catch(throwUnanswered)
    if (!isTaken) throw toError(parse(answer))
    return parse(answer)
  }

  get #headers(): Record<string, string> {
    return {
      authorization: `Bearer ${this.#server.session}`,
      ...(this.#workspace && !this.isRemote && { [workspaceHeader]: this.#workspace.id }),
    }
  }

  async #send(key: string, input: AnyInput = {}): Promise<HttpAnswer> {
    const { body, signal } = input
    const isJson = body !== undefined && !(body instanceof FormData)
    if (this.isRemote && key.includes(' /app/')) throw new CommandError(notRemote)
    const { method, url } = addressCall(this.#server.origin, key, input)
    const ask = () =>
      sendRequest(url, {
        method,
        headers: { ...this.#headers, ...(isJson && { 'content-type': 'application/json' }) },
        body: isJson ? JSON.stringify(body) : (body ?? null),
        signal: signal ?? null,
      }).catch(throwUnanswered)
    for (let attempt = 1; ; attempt += 1) {
      const response = await ask()
      if (response.ok) return response
      const wait = response.status === 503 ? Number(response.headers.get('retry-after')) : 0
      const envelope: ErrorEnvelope = parse(await response.text().catch(throwUnanswered))
      // The server has done nothing of the request, and says when it can.
      if (wait === 0 || attempt === maxAttempts) throw toError(envelope)
      await sleep(Math.min(wait * 1000, longestWaitMs))
    }
  }
}

const notRemote =
  'A key opens no more than the public API, and this command needs more. Leave VITRINE_URL out, and run it where the server runs.'

const maxAttempts = 5
const longestWaitMs = 2000

/** Parses an answer; a proxy, or a server that ends, may answer something else or half of it. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    return throwUnanswered(cause)
  }
}

/** Whoever reads a pipe may have enough, as `head` has after some lines. */
export function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}

function throwUnanswered(cause: unknown): never {
  throw new CommandError('The running server ended before it answered. Try again.', { cause })
}

function toError({ error }: ErrorEnvelope): UsageError | CommandError {
  if (error.code !== 'validation_failed') return new CommandError(error.message, { code: error.code })
  const { field_errors: faults } = error
  const fields = faults.map(({ field }) => field)
  return new UsageError(faults.length > 0 ? describeFaults(faults) : error.message, { fields })
}

export function describeFaults(faults: readonly FieldError[]): string {
  return faults.map(describeWithRemedy).join(' ')
}

function describeWithRemedy(fault: FieldError): string {
  const { field, issue, acceptable_values: allowed = [] } = fault
  if (field === 'type' && issue === 'required') return untold
  const flags = issue === 'invalid_value' ? undefined : answers[field]
  if (flags) return `${issue} Import it with ${flags}.`
  const remedy = issue === 'invalid_value' ? remedies[field] : undefined
  if (remedy) return remedy(allowed.join(', '), fault)
  return textOf(describeFault(fault))
}

const answers: Readonly<Record<string, string>> = {
  decimal: '--decimal "," or --decimal "."',
  dates: '--dates dmy or --dates mdy',
  renumbered: '--renumbered change or --renumbered new',
  renamed: '--renamed fill or --renamed new',
}

const untold = `The file does not tell what its rows are. Say it with --type: ${upsertableTypes.join(', ')}.`

const remedies: Readonly<Record<string, (allowed: string, fault: FieldError) => string>> = {
  channel: (enabled, { message }) =>
    message === undefined
      ? `There is no such channel; vitrine channel list names those there are.${enabled && ` Enabled: ${enabled}.`}`
      : `This channel is not enabled in the workspace. Enable it in the app, under Channels, or with: vitrine channel set KEY.${enabled && ` Enabled: ${enabled}.`}`,
  view: (views) =>
    views
      ? `There is no such view. The views are: ${views}.`
      : 'There is no such view; none is saved for this type.',
}

interface SentFile {
  readonly isTaken: boolean
  readonly answer: string
}

/**
 * Posts a file as the only part of a form, in pieces as the server takes them. `fetch` would keep the
 * whole file in memory until the answer, in case of a redirect.
 */
export async function sendFile(
  url: string,
  file: string,
  headers: Readonly<Record<string, string>>,
): Promise<SentFile> {
  const boundary = `vitrine-${randomUUID()}`
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapeName(basename(file))}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { size } = await stat(file)
  const call = process.getBuiltinModule('node:http').request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  })
  const parts = async function* () {
    yield head
    if (size > 0) yield* createReadStream(file, { end: size - 1 })
    yield tail
  }
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  // The server may refuse, and close the connection, before all has been sent.
  const sent = pipeline(parts, call).catch(() => undefined)
  const [response] = await answered
  const answer = await text(response)
  await sent
  return { isTaken: response.statusCode !== undefined && response.statusCode < 300, answer }
}

function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
