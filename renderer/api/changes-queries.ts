import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { type Actor, type ChangeAction, type EventRecord, type EventVia, keyOfActor } from '#shared/events.ts'
import type { ChangedSince } from '#shared/jobs.ts'
import type { EditResult } from '#shared/schemas/edits.ts'
import type { ChosenChange } from '#shared/schemas/events.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

export const changesKey = (workspaceId: string) => ['changes', workspaceId] as const

export interface FeedFilter {
  readonly attribute?: string
  readonly via?: EventVia
  readonly actor?: string
  readonly job_id?: string
  readonly edit_id?: string
  readonly since?: string
  readonly until?: string
}

const changesPage = 50

/** Changes of the catalog, newest first. `name` identifies a filter, which is made with each request. */
export function changesQuery(api: Api, name: unknown, filterNow: () => ActionFilter) {
  return infiniteQueryOptions({
    queryKey: [...changesKey(api.workspaceId), 'list', name] as const,
    initialPageParam: { cursor: '', filter: undefined as ReturnType<typeof filterNow> | undefined },
    queryFn: async ({ pageParam, signal }) => {
      const filter = pageParam.filter ?? filterNow()
      const { cursor } = pageParam
      const query = { ...filter, limit: changesPage, ...(cursor !== '' && { cursor }) }
      return { filter, ...(await api.call('GET /events', { query, signal })) }
    },
    // Later pages keep the filter of the first one, since midnight may have passed meanwhile.
    getNextPageParam: ({ pagination, filter }) =>
      pagination.has_more ? { cursor: pagination.next_cursor ?? '', filter } : undefined,
  })
}

const actionsPage = 30

/** The actions, newest first; `name` identifies a filter, as for `changesQuery`. */
export function actionsQuery({ workspaceId }: Api, name: unknown, filterNow: () => ActionFilter) {
  return infiniteQueryOptions({
    queryKey: [...changesKey(workspaceId), 'actions', name] as const,
    initialPageParam: {
      before: undefined as number | undefined,
      filter: undefined as ActionFilter | undefined,
    },
    queryFn: async ({ pageParam: { before, filter = filterNow() }, signal }) => {
      const query = { ...filter, limit: actionsPage, ...(before !== undefined && { before }) }
      return { filter, ...(await callWorkspace(workspaceId, 'GET /changes/actions', { query, signal })) }
    },
    getNextPageParam: ({ before, filter }) => (before === null ? undefined : { before, filter }),
  })
}

interface ActionRange {
  readonly id: string
  readonly first_sequence: number
  readonly last_sequence: number
  readonly actor: Actor
  readonly job: { readonly id: string } | null
  readonly edits: readonly string[]
}

const eventsAPage = 100

/** The events of an action, oldest first. */
export function actionEventsQuery(api: Api, action: ActionRange) {
  const { id, first_sequence: first, last_sequence: last, job, edits } = action
  const [edit, ...others] = edits
  return infiniteQueryOptions({
    queryKey: [...changesKey(api.workspaceId), 'events', id, first, last] as const,
    initialPageParam: first - 1,
    queryFn: async ({ pageParam: after, signal }) => {
      const only = job ? { job_id: job.id } : edit && others.length === 0 ? { edit_id: edit } : {}
      const query = { after, limit: eventsAPage, ...only }
      const { data } = await api.call('GET /events', { query, signal })
      const end = data.at(-1)?.sequence ?? last
      return {
        events: data.filter((event) => event.sequence <= last && belongsTo(event, action)),
        next: data.length === eventsAPage && end < last ? end : undefined,
      }
    },
    getNextPageParam: ({ next }) => next,
  })
}

function belongsTo(event: EventRecord, { job, edits, actor }: ActionRange): boolean {
  if (job) return event.job_id === job.id
  if (edits.length > 0) return event.edit_id !== undefined && edits.includes(event.edit_id)
  return event.job_id === null && keyOfActor(event.actor) === keyOfActor(actor)
}

type ActionFilter = FeedFilter & { readonly type?: EntityType }

/** The actions of all loaded pages; one that two pages have is there once. */
export function actionsOf(pages: readonly { readonly data: readonly ChangeAction[] }[]): ChangeAction[] {
  const all = pages.flatMap(({ data }) => data)
  return [...new Map(all.map((action) => [action.id, action])).values()]
}

export function peopleQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: [...changesKey(workspaceId), 'people'] as const,
    queryFn: async ({ signal }) => (await callWorkspace(workspaceId, 'GET /changes/people', { signal })).data,
  })
}

/** Changes of one type to restore: chosen ones, or all that a filter finds up to an event. */
export type Restoring = { readonly type: EntityType } & (
  | { readonly changes: ChosenChange[] }
  | { readonly filter: FeedFilter; readonly up_to: number }
)

export function restoreChanges({ workspaceId }: Api, body: Restoring) {
  return callWorkspace(workspaceId, 'POST /changes/restore', { body })
}

/** Undoes an edit, and returns the values that stay because they were changed since; a large one goes on as a job. */
export async function undoEdit(api: Api, editId: string): Promise<readonly ChangedSince[]> {
  const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: editId } })
  return 'edit_id' in answer ? changedSince(answer) : []
}

/** The values that an undo or a restore left, with who has changed them and when, where that is known. */
export function changedSince({ data }: Pick<EditResult, 'data'>): ChangedSince[] {
  return data.flatMap((outcome) => {
    if (outcome.status !== 'changed_meanwhile') return []
    const { id, label = null, current, changed_by: by = {}, changed_at: at = {} } = outcome
    return Object.keys(current).map((attribute) => ({
      id: id ?? '',
      label,
      attribute,
      changed_by: by[attribute] ?? null,
      changed_at: at[attribute] ?? null,
    }))
  })
}

export const trashKey = (workspaceId: string) => ['trash', workspaceId] as const

export function trashQuery({ workspaceId }: Api) {
  return infiniteQueryOptions({
    queryKey: trashKey(workspaceId),
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 100, ...(cursor !== '' && { cursor }) }
      return callWorkspace(workspaceId, 'GET /trash', { query, signal })
    },
    getNextPageParam: nextCursor,
  })
}

/** Moves entities to the trash with everything below them; returns their number. */
export async function moveToTrash(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<number> {
  return (await callWorkspace(workspaceId, 'POST /trash', { body: { type, ids } })).data.trashed
}

export async function restoreFromTrash({ workspaceId }: Api, ids: readonly string[]): Promise<void> {
  await callWorkspace(workspaceId, 'POST /trash/restore', { body: { ids } })
}

export async function emptyTrash({ workspaceId }: Api): Promise<void> {
  await callWorkspace(workspaceId, 'POST /trash/empty', { body: {} })
}
