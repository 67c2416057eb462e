import type { ReadableDb } from '../../store/database/database.ts'
import type { Answer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { listEntities, type ListEntitiesRequest } from './list-entities.ts'

export interface ListVariantsRequest extends Pick<ListEntitiesRequest, 'request' | 'faults'> {
  /** Of the parent, as in the path. */
  readonly id: string
}

/** One page of a product's children, with everything a list can do (decisions, Variants). 404 comes before faults. */
export function listVariants(db: ReadableDb, { id, request, faults }: ListVariantsRequest): Answer {
  const { id: parent } = getEntity(db, 'product', id)
  return listEntities(db, { type: 'product', request, faults, parent })
}
