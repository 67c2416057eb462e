import { createAtom } from '@tanstack/react-store'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../../api/client.ts'
import { type GridColumn, isMeasured } from '../../query/columns.ts'
import { fetchReferrers } from '../../query/list-queries.ts'
import type { Geometry, IndexRange } from '../model/geometry.ts'
import { fetchAttributes } from './edit-requests.ts'
import { RowDecorations } from './row-decorations.ts'
import { RowLookup, type RowReferrers, isInverse, mayChangeReferrers, readReferrers } from './row-lookup.ts'

interface LookupsPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly geometry: { readonly get: () => Geometry }
}

interface MeasuredPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly shownColumns: () => readonly GridColumn[]
}

const hasFetchedMeasures = (column: GridColumn): boolean => isMeasured(column) && column.kind !== 'remark'

type Measures = EntityResource['attributes']

interface MeasuredEntity {
  readonly measures: Measures
  readonly entity: EntityResource
}

/** Completeness of the rows for channels with a column, fetched while it is shown. */
class MeasuredRows {
  readonly lookup: RowLookup<Measures>
  #keys: readonly string[] = []
  readonly #merged = new WeakMap<EntityResource, MeasuredEntity>()

  constructor({ api, type, rowAt, shownColumns }: MeasuredPorts) {
    this.lookup = new RowLookup<Measures>({
      rowAt,
      isNeeded: () => shownColumns().some(hasFetchedMeasures),
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await fetchAttributes(api, type, ids, this.#keys)
        return new Map(found.map(({ id, attributes }) => [id, attributes]))
      },
    })
  }

  layOut(columns: readonly GridColumn[]): void {
    const keys = columns.filter(hasFetchedMeasures).map(({ id }) => id)
    if (keys.join() === this.#keys.join()) return
    this.#keys = keys
    this.lookup.renew()
  }

  handle({ event }: EventRecord): void {
    if (this.#keys.length > 0 && /^(?:entity|attribute|channel)\./.test(event)) this.lookup.renew()
  }

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

interface Lookup {
  readonly lookup: Pick<RowLookup<object>, 'version' | 'dispose'>
  readonly want: (rows: IndexRange) => void
  readonly handle?: (event: EventRecord) => void
}

export class RowLookups {
  readonly version = createAtom(0)
  readonly referrers: RowLookup<RowReferrers>
  readonly measured: MeasuredRows
  readonly decorations: RowDecorations
  readonly #all: readonly Lookup[]
  #columns: readonly GridColumn[] = []

  constructor({ api, type, rowAt, geometry }: LookupsPorts) {
    const shownColumns = () => geometry.get().placed.map(({ column }) => column)
    const hasDerived = () => this.#columns.some(({ isDerived }) => isDerived)
    const referrers = new RowLookup<RowReferrers>({
      rowAt,
      isNeeded: () => shownColumns().some(isInverse),
      fetch: (rows) => readReferrers(rows, (ids) => fetchReferrers(api, type, ids)),
    })
    const measured = new MeasuredRows({ api, type, rowAt, shownColumns })
    this.referrers = referrers
    this.measured = measured
    this.decorations = new RowDecorations({ api, type, rowAt, hasDerived })
    this.#all = [
      {
        lookup: referrers,
        want: (rows) => referrers.want(rows),
        handle: (event) => mayChangeReferrers(event, this.#columns) && referrers.renew(),
      },
      {
        lookup: measured.lookup,
        want: (rows) => measured.lookup.want(rows),
        handle: (event) => measured.handle(event),
      },
      ...this.decorations.decorators,
    ]
    for (const { lookup } of this.#all)
      lookup.version.subscribe(() => this.version.set((version) => version + 1))
  }

  layOut(columns: readonly GridColumn[]): void {
    this.#columns = columns
    this.measured.layOut(columns)
  }

  want(rows: IndexRange): void {
    for (const each of this.#all) each.want(rows)
  }

  withShown(entity: EntityResource): EntityResource {
    return this.decorations.withRemarks(this.measured.withMeasures(entity))
  }

  handle(event: EventRecord): void {
    for (const each of this.#all) each.handle?.(event)
  }

  dispose(): void {
    for (const { lookup } of this.#all) lookup.dispose()
  }
}
