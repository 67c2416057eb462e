import type { NewWorklist } from '#shared/worklists.ts'
import type { EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import { withClause } from '../query/filter-groups.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import type { RowScope } from '../state/dialogs.ts'
import { t } from '../ui/text.ts'
import type { useChosenRows } from '../state/use-chosen-rows.ts'
import { rowsOf } from './worklist-place.ts'

/** More rows than a filter can name one by one. */
class TooManyRows extends Error {}

/** The rows of a new worklist: selected ones are named within what the list shows, so that they leave it as the others do. */
export async function rowsToGive(
  type: EntityType,
  { query, counts, choose }: ReturnType<typeof useChosenRows>,
  scope: RowScope,
): Promise<Pick<NewWorklist, 'entity_type' | 'filter' | 'q'>> {
  const of = (rows: typeof query) => ({ entity_type: type, ...rowsOf(rows) })
  if (scope === 'all') return of(emptyGridQuery)
  if (scope === 'view') return of(query)
  if (counts.selection > maxInValues)
    throw new TooManyRows(
      t('Select at most {maxInValues} rows, or assign all that the view shows.', { maxInValues }),
    )
  const chosen = await choose(scope)
  if (!('ids' in chosen)) return of(query)
  return of(withClause(query, { key: 'id', operator: 'in', value: chosen.ids.join(',') }))
}
