import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { issueSentence } from '#shared/describe-fault.ts'
import { message } from '#shared/messages/message.ts'
import type { Answer } from '../catalog/answer.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import type { IdempotencyKey } from '../catalog/connections/answer-once.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { UnreadableBody } from './body-parser.ts'
import { type Caller, nameOfCaller } from './caller.ts'
import { callerOf, type Idempotency, openWorkspaceOf, workspaceOf, writeContext } from './request-context.ts'

const header = 'idempotency-key'
const longestWaitMs = 10_000
const visible = /^[\x21-\x7E]{1,255}$/

/** Whether a write of a workspace asks to be done once. */
export function hasIdempotencyKey({ method, headers, workspace }: FastifyRequest): boolean {
  return headers[header] !== undefined && workspace !== null && (method === 'POST' || method === 'PATCH')
}

/** Requests with an `Idempotency-Key`: one at a time for each key, and each done once. */
export class IdempotentRequests {
  readonly #inWork = new Map<string, Promise<unknown>>()

  /**
   * Answers by `handle`, or as the first request with the same key was answered. A second one waits for
   * the first for ten seconds; throws conflict after that, or where the first was another request.
   */
  async answer<Outcome>(request: FastifyRequest, handle: () => Promise<Outcome>): Promise<Outcome | Answer> {
    const idempotency = readKey(request, request.headers[header])
    request.idempotency = idempotency
    const { id } = openWorkspaceOf(request)
    const name = [id, idempotency.owner, idempotency.key].join(' ')
    await this.#waitFor(name)
    const answering = isForm(request) ? handle() : answerOf(request, handle)
    this.#inWork.set(name, answering)
    try {
      return await answering
    } finally {
      if (this.#inWork.get(name) === answering) this.#inWork.delete(name)
    }
  }

  async #waitFor(name: string): Promise<void> {
    const patience = new AbortController()
    const over = setTimeout(longestWaitMs, true, { signal: patience.signal }).catch(() => false)
    try {
      for (let first = this.#inWork.get(name); first; first = this.#inWork.get(name)) {
        const ended = first.then(
          () => false,
          () => false,
        )
        if (await Promise.race([ended, over])) throw inWork()
      }
    } finally {
      patience.abort()
    }
  }
}

/**
 * The answer of an earlier request with the same key; undefined for a new one, and for a write without a
 * key. Throws conflict where the key was of another request.
 */
export async function findEarlier(
  threads: CalledThreads,
  { idempotency }: WriteContext,
): Promise<Answer | undefined> {
  return idempotency && threads.call('findAnswer', idempotency)
}

/** Notes a part of a form, which belongs to what makes the request the same as another one. */
export function noteField({ idempotency }: FastifyRequest, name: string, value: string): void {
  idempotency?.digest.update(JSON.stringify([name, value]))
}

/** A stream that passes the bytes of a file of a form on, and notes them as `noteField` does. */
export function notingFile({ idempotency }: FastifyRequest, name: string): Transform {
  if (idempotency === null) return new PassThrough()
  const { digest } = idempotency
  const file = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      digest.update(JSON.stringify([name, file.digest('base64url')]))
      done()
    },
  })
}

async function answerOf<Outcome>(
  request: FastifyRequest,
  handle: () => Promise<Outcome>,
): Promise<Outcome | Answer> {
  const earlier = await findEarlier(workspaceOf(request), writeContext(request))
  return earlier ?? handle()
}

/** Only who has read a form knows whether it is the same as an earlier one. */
function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '')
}

function readKey(request: FastifyRequest, sent: unknown): Idempotency {
  const key = checkKey(sent)
  const { method, url, body } = request
  const digest = createHash('sha256').update(`${method} ${withoutWait(url)}\n`)
  if (body !== undefined && body !== null && !(body instanceof UnreadableBody))
    digest.update(JSON.stringify(inOrder(body)))
  return { owner: nameOfCaller(callerOf(request)), key, digest }
}

/** How long a client waits makes no other request of it. */
function withoutWait(url: string): string {
  const [path = '', query = ''] = url.split('?')
  return [path, ...query.split('&').filter((pair) => !pair.startsWith('wait='))].join('?')
}

/** The key of a call of a tool, which is the same call where all of `said` is equal. */
export function keyOfCall(caller: Caller, sent: unknown, said: unknown): IdempotencyKey {
  const digest = createHash('sha256')
    .update(JSON.stringify(inOrder(said)))
    .digest('base64url')
  return { owner: nameOfCaller(caller), key: checkKey(sent), digest }
}

function checkKey(sent: unknown): string {
  if (typeof sent === 'string' && visible.test(sent)) return sent
  throw validationFailed([{ field: 'Idempotency-Key', ...issueSentence(message('request.key_not_valid')) }])
}

/** The same value with the members of objects in the order of their names. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]))
}

function inWork(): CatalogError {
  return new CatalogError('conflict', message('request.key_in_work'), { isRetriable: false })
}
