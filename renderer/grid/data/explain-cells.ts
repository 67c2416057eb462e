import { ApiError } from '../../api/api-error.ts'
import type { GridColumn } from '../../query/columns.ts'
import { explainRefusal } from './issue-sentences.ts'
import { t } from '../../ui/text.ts'

type Columns = readonly GridColumn[]

/** Why a cell was refused; undefined where the answer blames others of the row. */
export function explainCell(columns: Columns, error: unknown, key: string): string | undefined {
  const column = columns.find(({ id }) => id === key)
  return column ? explainRefusal(error, column) : t('This attribute does not exist any more.')
}

/** Why the cells of a new row were refused, each by its own reason. */
export function explainCells(
  columns: Columns,
  error: unknown,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  for (const { id } of columns) {
    const reason = explainCell(columns, error, id)
    if (reason !== undefined && (keys.includes(id) || blames(error, id))) reasons.set(id, reason)
  }
  // An answer that blames no cell is shown once, on the first column.
  return [...reasons.values()].every((reason) => reason === reasons.values().next().value)
    ? new Map([...reasons].slice(0, 1))
    : reasons
}

function blames(error: unknown, key: string): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === `attributes.${key}`)
}
