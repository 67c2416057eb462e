import type { EntityType } from '#shared/entities.ts'
import { toFilterObject } from '../query/filter-object.ts'
import type { GridQuery } from '../query/grid-query.ts'
import type { RowScope } from '../state/dialogs.ts'
import { useChosenRows } from '../state/use-chosen-rows.ts'
import type { RowsOfExport } from './export-choices.ts'

/** How many rows each choice stands for, and what the request of an export names for it. */
export function useExportRows(type: EntityType) {
  const rows = useChosenRows(type)
  const toRows = async (scope: RowScope): Promise<RowsOfExport> => {
    const chosen = await rows.choose(scope)
    return 'ids' in chosen ? { ids: [...chosen.ids] } : rowsOfView(chosen.query)
  }
  return { ...rows, toRows }
}

function rowsOfView(query: GridQuery): RowsOfExport {
  const filter = toFilterObject(query)
  const q = query.q.trim()
  const sort = query.sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',')
  return {
    ...(Object.keys(filter).length > 0 && { filter, filter_join: query.join }),
    ...(sort !== '' && { sort }),
    ...(q !== '' && { q }),
  }
}
