import { findEntityType, type EntityType } from '#shared/entities.ts'
import { noteStatuses, type NoteStatus } from '#shared/notes.ts'

/** Which notes are shown; without a status it is the open to-dos, and what else is left out is not narrowed. */
export interface NoteFilter {
  readonly status?: NoteStatus | 'all'
  readonly type?: EntityType
  readonly q?: string
}

/** The filter that an address tells; what it cannot mean is left out. */
export function readNoteFilter(params: URLSearchParams): NoteFilter {
  const status = ([...noteStatuses, 'all'] as const).find((known) => known === params.get('status'))
  const type = findEntityType(params.get('type'))
  const q = params.get('q')
  return { ...(status && { status }), ...(type && { type }), ...(q !== null && q !== '' && { q }) }
}
