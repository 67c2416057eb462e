import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findScraped } from '../../store/tables/scraped-sources.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults, notFound } from '../errors.ts'

export interface ReadScraped {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Everything that was read from a source, as it was found: 404 where nothing was. */
export function readScraped(db: ReadableDb, { id, faults }: ReadScraped): Answer {
  const row = getEntity(db, 'source', id)
  new Faults(faults).throwIfAny()
  const scraped = findScraped(db, row.id)
  if (!scraped) throw notFound(`What was read from the source ${id}`)
  return dataAnswer(200, JSON.stringify({ source_id: row.uuid, ...scraped }))
}
