import { findEntityType, type EntityType } from '#shared/entities.ts'
import { noteStatuses, type NoteStatus } from '#shared/notes.ts'

/** A filter of notes; without a status the open to-dos, other missing members match all. */
export interface NoteFilter {
  readonly status?: NoteStatus | 'all'
  readonly type?: EntityType
  readonly q?: string
}

export function readNoteFilter(params: URLSearchParams): NoteFilter {
  const status = ([...noteStatuses, 'all'] as const).find((known) => known === params.get('status'))
  const type = findEntityType(params.get('type'))
  const q = params.get('q')
  return { ...(status && { status }), ...(type && { type }), ...(q !== null && q !== '' && { q }) }
}
