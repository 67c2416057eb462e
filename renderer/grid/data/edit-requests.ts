import type { AttributeValue, EntityResource, EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { ApiError } from '../../api/api-error.ts'
import { answerOf, type Api } from '../../api/client.ts'

/** Values of one entity to write; with `if`, only while they still read so. */
export interface EntityEdit {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly if?: Readonly<Record<string, AttributeValue | null>> | undefined
}

/** What became of one edit, in the order of the call. */
export type EditOutcome =
  | { readonly status: 'applied'; readonly index: number; readonly entity: EntityResource }
  | { readonly status: 'refused'; readonly index: number; readonly id: string; readonly error: ApiError }
  | {
      readonly status: 'changed_meanwhile'
      readonly index: number
      readonly id: string
      readonly current: Readonly<Record<string, AttributeValue | null>>
    }

export interface EditAnswer {
  readonly outcomes: readonly EditOutcome[]
  /** What an undo of the whole call takes; null where nothing was changed. */
  readonly editId: string | null
}

/** Writes values of many entities in one transaction. */
export async function postEdits(
  api: Api,
  type: EntityType,
  edits: readonly EntityEdit[],
): Promise<EditAnswer> {
  const body = { type, edits: edits.map((edit) => ({ ...edit })) as SentEdit[] }
  return readAnswer(await answerOf(api.client.POST('/edits', { body })))
}

/** Takes an edit back; what has been changed since stays. The answer's own edit is what a redo takes back. */
export async function undoEdit(api: Api, editId: string): Promise<EditAnswer> {
  const params = { path: { edit_id: editId } }
  const answer = await answerOf(api.client.POST('/edits/{edit_id}/undo', { params }))
  if (Array.isArray(answer.data)) return readAnswer(answer as WireAnswer)
  return awaitUndo(api, answer.data)
}

const pollMs = 300

// Many values are taken back by a job; the next step of the history has to wait for it.
async function awaitUndo(api: Api, started: Job): Promise<EditAnswer> {
  let job = started
  while (!isTerminal(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    job = (await answerOf(api.client.GET('/jobs/{id}', { params: { path: { id: job.id } } }))).data
  }
  if (job.status === 'failed')
    throw new ApiError({
      status: 500,
      code: 'internal_error',
      message: 'The server stopped in the middle. Try again.',
    })
  const editId = job.metadata['edit_id']
  return { outcomes: [], editId: typeof editId === 'string' ? editId : null }
}

interface SentEdit {
  id: string
  attributes: Record<string, unknown>
  if?: Record<string, unknown>
}

interface WireAnswer {
  readonly data: readonly WireOutcome[]
  readonly edit_id: string | null
}

type WireOutcome =
  | { readonly status: 'applied'; readonly index: number; readonly data: unknown }
  | {
      readonly status: 'refused'
      readonly index: number
      readonly id: string | null
      readonly error: {
        readonly code: ApiError['code']
        readonly message: string
        readonly field_errors: readonly unknown[]
        readonly is_retriable: boolean
      }
    }
  | {
      readonly status: 'changed_meanwhile'
      readonly index: number
      readonly id: string | null
      readonly current: unknown
    }

function readAnswer({ data, edit_id }: WireAnswer): EditAnswer {
  return { outcomes: data.map(readOutcome), editId: edit_id }
}

function readOutcome(outcome: WireOutcome): EditOutcome {
  const { index } = outcome
  if (outcome.status === 'applied') {
    return { status: 'applied', index, entity: outcome.data as EntityResource }
  }
  const id = outcome.id ?? ''
  if (outcome.status === 'changed_meanwhile') {
    return {
      status: 'changed_meanwhile',
      index,
      id,
      current: outcome.current as Record<string, AttributeValue | null>,
    }
  }
  const { code, message, field_errors, is_retriable } = outcome.error
  const fieldErrors = field_errors as readonly FieldError[]
  return {
    status: 'refused',
    index,
    id,
    error: new ApiError({ status: 400, code, message, fieldErrors, isRetriable: is_retriable }),
  }
}
