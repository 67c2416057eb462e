import { type AttributeValue, type EntityResource, type EntityType, pluralOf } from '#shared/entities.ts'
import { type ChangedSince, type EditResult as JobEditResult, isTerminal, type Job } from '#shared/jobs.ts'
import type { Actor } from '#shared/events.ts'
import type { EditResult } from '#shared/schemas/edits.ts'
import { readSentence } from '#shared/messages/message.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/client.ts'
import { t } from '../../ui/text.ts'
import { maxInValues } from '#shared/filters.ts'
import { withClause, type GridQuery } from '../../query/grid-query.ts'
import { toListParams } from '../../query/list-params.ts'
import type { ReadWindow } from './page-cache.ts'

export interface EntityEdit {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly if?: Readonly<Record<string, AttributeValue | null>> | undefined
}

export type EditOutcome =
  | { readonly status: 'applied'; readonly index: number; readonly entity: EntityResource }
  | { readonly status: 'refused'; readonly index: number; readonly id: string; readonly error: ApiError }
  | {
      readonly status: 'changed_meanwhile'
      readonly index: number
      readonly id: string
      readonly current: Readonly<Record<string, AttributeValue | null>>
      readonly writers: Readonly<Record<string, Actor>>
      readonly writtenAt: Readonly<Record<string, string>>
    }

export interface EditAnswer {
  readonly outcomes: readonly EditOutcome[]
  readonly editId: string | null
  /** The values that a job which undid a large edit has left. */
  readonly left?: readonly ChangedSince[]
  readonly leftCount?: number
  /** Whether the values wait for review, as those of contributors do. */
  readonly isWaiting?: boolean
}

async function postEdits(api: Api, type: EntityType, edits: readonly EntityEdit[]): Promise<EditAnswer> {
  return readAnswer(await api.call('POST /edits', { body: { type, edits } }))
}

interface Announcer {
  readonly api: Api
  readonly type: EntityType
  announce(text: string): void
  readonly proposed: { set(next: (count: number) => number): void }
}

/** Does the same as `postEdits`, and announces it where values wait for review. */
export async function postAndAnnounce(
  announcer: Announcer,
  edits: readonly EntityEdit[],
): Promise<EditAnswer> {
  const answer = await postEdits(announcer.api, announcer.type, edits)
  if (answer.isWaiting === true) {
    announcer.announce(t('What you typed waits for review by an editor.'))
    announcer.proposed.set((count) => count + 1)
  }
  return answer
}

/** Undoes an edit; values changed since stay. A redo undoes the edit of the answer. */
export async function undoEdit(api: Api, editId: string): Promise<EditAnswer> {
  const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: editId } })
  return 'edit_id' in answer ? readAnswer(answer) : awaitUndo(api, answer.data)
}

const pollMs = 300

// A job undoes many values, and the next step of the history has to wait for it.
async function awaitUndo(api: Api, started: Job): Promise<EditAnswer> {
  let job = started
  while (!isTerminal(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    job = (await api.call('GET /jobs/{id}', { path: { id: job.id } })).data
  }
  if (job.status === 'failed')
    throw new ApiError({
      status: 500,
      code: 'internal_error',
      message: t('The server was interrupted. Try again.'),
    })
  const editId = job.metadata['edit_id']
  const { changed_since: left = [], changed_meanwhile: leftCount = 0 } = readUndoResult(job.result)
  return { outcomes: [], editId: typeof editId === 'string' ? editId : null, left, leftCount }
}

function readUndoResult(result: Job['result']): Partial<JobEditResult> {
  return result !== null && 'changed' in result && !('trashed' in result) ? (result as JobEditResult) : {}
}

function readAnswer({ data, edit_id }: EditResult): EditAnswer {
  const isWaiting = data.some(({ status }) => status === 'proposed')
  return { outcomes: data.map(readOutcome), editId: edit_id, isWaiting }
}

function readOutcome(outcome: EditResult['data'][number]): EditOutcome {
  const { index } = outcome
  if (outcome.status === 'applied' || outcome.status === 'proposed') {
    return { status: 'applied', index, entity: outcome.data }
  }
  const id = outcome.id ?? ''
  if (outcome.status === 'changed_meanwhile') {
    return {
      status: 'changed_meanwhile',
      index,
      id,
      current: outcome.current as Record<string, AttributeValue | null>,
      writers: outcome.changed_by ?? {},
      writtenAt: outcome.changed_at ?? {},
    }
  }
  const { code, message, field_errors: fieldErrors, is_retriable } = outcome.error
  const sentence = readSentence(message, outcome.error)
  return {
    status: 'refused',
    index,
    id,
    error: new ApiError({ status: 400, code, message: sentence, fieldErrors, isRetriable: is_retriable }),
  }
}

/** Reads windows of the query's rows from a snapshot of their order. */
export function windowReader(api: Api, type: EntityType, query: GridQuery): ReadWindow {
  const params = toListParams(query)
  return async (window, signal) => {
    const isNew = window.snapshot === 'new'
    const { data, pagination } = await api.call(`GET /${pluralOf[type]}`, {
      query: { ...window },
      // A snapshot stores its query, so later requests omit it; a deleted attribute must not matter.
      params: isNew ? params : [],
      signal,
    })
    const { total, snapshot = '', gone = [] } = pagination
    return { rows: data, total, snapshot, gone }
  }
}

/** Fetches attributes of entities by id; at most as many as an `in` filter takes. */
export async function fetchAttributes(
  api: Api,
  type: EntityType,
  ids: readonly string[],
  keys: readonly string[],
): Promise<readonly EntityResource[]> {
  const query = { limit: maxInValues, fields: keys.join(',') }
  const params = [['filter[id][in]', ids.join(',')]] as const
  return (await api.call(`GET /${pluralOf[type]}`, { query, params })).data
}

/** Returns entities that match the query, in its order; at most as many as an `in` filter takes. */
export async function rankIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<readonly string[]> {
  const idClause = { key: 'id', operator: 'in', value: ids.join(',') }
  const input = { query: { limit: maxInValues }, params: toListParams(withClause(query, idClause)) }
  return (await api.call(`GET /${pluralOf[type]}`, input)).data.map(({ id }) => id)
}

/** Entities that match the query, in no order. */
export async function matchingIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await rankIds(api, type, { ...query, sort: [] }, ids))
}
