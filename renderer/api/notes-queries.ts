import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { CellNotes, NewNote, Note, NotePatch, NoteStatus } from '#shared/notes.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

export const notesKey = (workspaceId: string) => ['notes', workspaceId] as const

export interface NotesFilter {
  readonly type?: EntityType
  readonly status?: NoteStatus
  readonly q?: string
  readonly sort?: 'due_on'
}

const pageSize = 100

export function notesQuery(api: Api, filter: NotesFilter) {
  return infiniteQueryOptions({
    queryKey: [...notesKey(api.workspaceId), 'list', filter] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('GET /notes', {
        query: { ...filter, limit: pageSize, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    getNextPageParam: nextCursor,
  })
}

export function openNoteCountQuery(api: Api) {
  return queryOptions({
    queryKey: [...notesKey(api.workspaceId), 'open'] as const,
    queryFn: async ({ signal }) =>
      (await api.call('GET /notes', { query: { status: 'open', limit: 1 }, signal })).pagination.total,
    staleTime: 10_000,
  })
}

export function entityNotesQuery(api: Api, type: EntityType, id: string) {
  return queryOptions({
    queryKey: [...notesKey(api.workspaceId), 'of', id] as const,
    queryFn: async ({ signal }) =>
      (await api.call('GET /notes', { query: { type, entity_id: id, limit: pageSize }, signal })).data,
  })
}

export async function hasNotes(api: Api, type: EntityType): Promise<boolean> {
  return (await api.call('GET /notes', { query: { type, limit: 1 } })).pagination.total > 0
}

export async function fetchCellNotes(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<CellNotes> {
  return (await callWorkspace(workspaceId, 'GET /grid/notes', { query: { type, ids: [...ids] } })).data
}

export async function createNote(api: Api, note: NewNote): Promise<Note> {
  return (await api.call('POST /notes', { body: note })).data
}

export async function updateNote(api: Api, id: string, body: NotePatch): Promise<Note> {
  return (await api.call('PATCH /notes/{id}', { path: { id }, body })).data
}

export async function deleteNote({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /notes/{id}', { path: { id } })
}
