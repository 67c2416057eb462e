import type { EntityResource } from '#shared/entities.ts'
import { remarksKey } from '#shared/views.ts'
import { describeComments, type RowComments } from './commented-rows.ts'
import { describeNotes, type RowNotes, sumUpNotes } from './noted-rows.ts'

interface RowRemarks {
  readonly notes: RowNotes | undefined
  readonly comments: RowComments | undefined
}

interface RemarkedEntity extends RowRemarks {
  readonly entity: EntityResource
}

const merged = new WeakMap<EntityResource, RemarkedEntity>()

/** The entity with what is said about it in the place of a value, for the column of remarks; the same one as long as nothing else is said. */
export function withRemarks(entity: EntityResource, said: RowRemarks): EntityResource {
  const text = describeRemarks(said)
  if (text === '') return entity
  const known = merged.get(entity)
  if (known && known.notes === said.notes && known.comments === said.comments) return known.entity
  const made = { ...entity, attributes: { ...entity.attributes, [remarksKey]: text } }
  merged.set(entity, { ...said, entity: made })
  return made
}

/** What is said about a row and its cells: the comment that was made last, then the note that matters most. */
export function describeRemarks({ notes, comments }: RowRemarks): string {
  const noted = sumUpNotes(notes)
  const commented = sumUpComments(comments)
  return [...(commented ? [describeComments(commented)] : []), ...(noted ? [describeNotes(noted)] : [])].join(
    ' · ',
  )
}

function sumUpComments(comments: RowComments = {}) {
  const all = Object.values(comments)
  const shown = comments[''] ?? all[0]
  return shown && { ...shown, count: all.reduce((total, { count }) => total + count, 0) }
}
