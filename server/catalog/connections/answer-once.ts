import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Json, parseJson } from '../../store/database/json.ts'
import { findStoredAnswer, type IdempotencyKey, storeAnswer } from '../../store/tables/stored-answers.ts'
import { type Answer, parseAnswer } from '../answer.ts'
import { CatalogError } from '../errors.ts'
import type { WriteOperation } from './writer.ts'

export type { IdempotencyKey }

/** Larger bodies are not stored; a repeated request is answered with what the first one made. */
const maxBodyBytes = 1024 * 1024

interface InContext {
  readonly context?: { readonly idempotency?: IdempotencyKey }
}

type AnswerWithText = Answer & { readonly body: string }

type WriteTable = Readonly<Record<string, (tx: WritableDb, input: never) => unknown>>

/**
 * Lets each operation answer a request that was sent before as it did then. The answer is stored in the
 * transaction that has the effect. They throw conflict where the key was of another request.
 */
export function answeringOnce<Table extends WriteTable>(table: Table): Table {
  const entries = Object.entries(table).map(([name, operation]) => [
    name,
    (tx: WritableDb, input: unknown) => answerOnce(tx, operation as WriteOperation, input),
  ])
  return Object.fromEntries(entries) as Table
}

function answerOnce(tx: WritableDb, operation: WriteOperation, input: unknown): unknown {
  const idempotency = (input as InContext | undefined)?.context?.idempotency
  if (idempotency === undefined) return operation(tx, input)
  const stored = findAnswer(tx, idempotency)
  if (stored) return stored
  const { idempotency: _key, ...context } = (input as Required<InContext>).context
  const value = operation(tx, { ...(input as object), context })
  if (isAnswer(value)) storeAnswer(tx, idempotency, JSON.stringify(toStored(value)) as Json<AnswerWithText>)
  return value
}

/** The answer of an earlier request with the same key. Throws conflict where that was another request. */
export function findAnswer(db: ReadableDb, idempotency: IdempotencyKey): Answer | undefined {
  const stored = findStoredAnswer<AnswerWithText>(db, idempotency)
  if (!stored) return undefined
  if (stored.digest !== idempotency.digest) throw reused()
  return { ...parseJson(stored.answer), isReplayed: true }
}

function reused(): CatalogError {
  return new CatalogError('conflict', message('request.key_reused'), {
    fieldErrors: [{ field: 'Idempotency-Key', issue: 'reused_with_another_request' }],
  })
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'status' in value && 'body' in value
}

function toStored(answer: Answer): AnswerWithText {
  const { body } = answer
  const isLarge = body.length > maxBodyBytes
  if (isLarge) return { ...answer, body: JSON.stringify({ data: null, replayed: nameMade(answer) }) }
  return { ...answer, body: typeof body === 'string' ? body : new TextDecoder().decode(body) }
}

interface MadeIds {
  readonly edit_id?: string
  readonly job_id?: string
  readonly id?: string
}

/** The resource that an answer names as created by the request. */
function nameMade(answer: Answer): MadeIds {
  const body = parseAnswer<MadeIds & { readonly data?: MadeIds }>(answer)
  const { edit_id, job_id, id } = { ...body.data, ...body }
  if (edit_id !== undefined) return { edit_id }
  return job_id === undefined ? { ...(id !== undefined && { id }) } : { job_id }
}
