import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../../api/client.ts'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { fetchAttributes } from './entity-requests.ts'
import { RowLookup } from './row-lookup.ts'

interface MeasuredPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  /** The columns on the screen. */
  readonly shownColumns: () => readonly GridColumn[]
}

// What is said about rows comes with their notes and comments.
const isAsked = (column: GridColumn): boolean => isMeasured(column) && column.kind !== 'remark'

type Measures = EntityResource['attributes']

interface MeasuredEntity {
  readonly measures: Measures
  readonly entity: EntityResource
}

/** How complete the rows are for the channels that have a column: numbers that entities do not carry, asked for while they are shown. */
export class MeasuredRows {
  readonly lookup: RowLookup<Measures>
  #keys: readonly string[] = []
  readonly #merged = new WeakMap<EntityResource, MeasuredEntity>()

  constructor({ api, type, rowAt, shownColumns }: MeasuredPorts) {
    this.lookup = new RowLookup<Measures>({
      rowAt,
      isWanted: () => shownColumns().some(isAsked),
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await fetchAttributes(api, type, ids, this.#keys)
        return new Map(found.map(({ id, attributes }) => [id, attributes]))
      },
    })
  }

  /** Takes in which columns there are; other channels have other numbers. */
  layOut(columns: readonly GridColumn[]): void {
    const keys = columns.filter(isAsked).map(({ id }) => id)
    if (keys.join() === this.#keys.join()) return
    this.#keys = keys
    this.lookup.renew()
  }

  /** A product, its parent, a definition or a channel may change what is complete. */
  handle({ event }: EventRecord): void {
    if (this.#keys.length > 0 && /^(?:entity|attribute|channel)\./.test(event)) this.lookup.renew()
  }

  /** The entity with what is known of it; the same one as long as neither changes. */
  withMeasures(entity: EntityResource): EntityResource {
    const measures = this.#keys.length > 0 ? this.lookup.of(entity) : undefined
    if (!measures) return entity
    const known = this.#merged.get(entity)
    if (known?.measures === measures) return known.entity
    const merged = { ...entity, attributes: { ...entity.attributes, ...measures } }
    this.#merged.set(entity, { measures, entity: merged })
    return merged
  }
}
