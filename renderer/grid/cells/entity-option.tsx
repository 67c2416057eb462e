import type { EntityResource } from '#shared/entities.ts'
import { labelOf } from './stubs.ts'
import { describeEntity } from '../../state/entity-types.ts'

/** An entity in a list of choices. */
export function EntityOption({ entity }: { entity: EntityResource }) {
  const more = describeEntity(entity)
  return (
    <span className="grid-entity-option">
      <span>{labelOf(entity)}</span>
      {more !== '' && <span className="grid-entity-more">{more}</span>}
    </span>
  )
}
