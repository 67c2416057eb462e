import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Json, parseJson } from '../../store/database/json.ts'
import { hasEdit } from '../../store/tables/edits.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { findStoredAnswer, type IdempotencyKey, storeAnswer } from '../../store/tables/stored-answers.ts'
import { type Answer, parseAnswer } from '../answer.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
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

type EditTable = Readonly<Record<string, (tx: WritableDb, input: never) => Answer>>

/** Lets each operation write under an `edit_id` of its own, which the answer names where anything was written. */
export function asEdits<Table extends EditTable>(table: Table): Table {
  const entries = Object.entries(table).map(([name, operation]) => [
    name,
    (tx: WritableDb, input: { readonly context: WriteContext }): Answer => {
      const editId = nextIdentity(tx).uuid
      const write = operation as (tx: WritableDb, input: unknown) => Answer
      const answer = write(tx, { ...input, context: { ...input.context, edit_id: editId } })
      return hasEdit(tx, editId) ? { ...answer, editId } : answer
    },
  ])
  return Object.fromEntries(entries) as Table
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
  if (job_id !== undefined) return { job_id }
  if (id !== undefined) return { id }
  return answer.editId === undefined ? {} : { edit_id: answer.editId }
}
