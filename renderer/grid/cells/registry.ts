import type { AttributeValue } from '#shared/entities.ts'
import { kinds } from '#shared/kinds.ts'
import { isFileList } from '#shared/files.ts'
import type { CellWrite, CellContext } from '../data/cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { CellKind } from '../../query/data-types.ts'
import {
  booleanCell,
  completenessCell,
  computedCell,
  identifierCell,
  timestampCell,
  numberCell,
  progressCell,
  rankCell,
  longTextCell,
  textCell,
} from './plain-cells.tsx'
import type { CellType } from './cell-type.ts'
import { dateCell } from './date-cell.tsx'
import { fileListCell, fileCell } from './file-cell.tsx'
import { imageCell } from './image-cell.tsx'
import { emailCell, gtinCell, measureCell, momentCell, moneyCell, priceTiersCell } from './kind-cells.tsx'
import { jsonCell } from './text-panel.tsx'
import { urlCell, videoCell } from './link-cell.tsx'
import { referenceCell, referenceListCell } from './reference-cell.tsx'
import { richTextCell } from './rich-text-cell.tsx'
import { multiSelectCell, selectCell, statusCell } from './select-cell.tsx'
import { cachedByLanguage } from '../../ui/text.ts'

/** The look and editor of each data type, defined only here. */
const cellTypes = cachedByLanguage(
  () =>
    ({
      single_line_text_field: textCell,
      multi_line_text_field: longTextCell,
      rich_text_field: richTextCell,
      number: numberCell,
      boolean: booleanCell(),
      date: dateCell,
      url: urlCell,
      json: jsonCell,
      single_select_list: selectCell,
      multi_select_list: multiSelectCell,
      image: imageCell(),
      video: videoCell,
      formula: computedCell,
      status: statusCell,
      progress: progressCell,
      rank: rankCell,
      entity_reference: referenceCell,
      entity_list_reference: referenceListCell,
      inverse_reference: computedCell,
      reference_lookup: computedCell,
      money: moneyCell,
      measure: measureCell,
      gtin: gtinCell,
      email: emailCell,
      date_time: momentCell,
      file: fileCell(),
      price_tiers: priceTiersCell,
      timestamp: timestampCell,
      identifier: identifierCell,
      completeness: completenessCell,
      score: completenessCell,
      remark: computedCell,
    }) satisfies Record<CellKind, CellType>,
)

export function cellTypeOf(column: GridColumn): CellType {
  return column.kind === 'file' && isFileList(column.constraints) ? fileListCell() : cellTypes()[column.kind]
}

/** The value as text; empty when unset or without a column. */
export function formatCell(
  value: AttributeValue | null,
  column: GridColumn | undefined,
  context: CellContext,
): string {
  return value === null || !column ? '' : cellTypeOf(column).format(value, column, context)
}

/** The value with its currency or unit, for where no header names it. */
export function formatWithUnit(
  value: AttributeValue | null,
  column: GridColumn | undefined,
  context: CellContext,
): string {
  if (value === null || column === undefined) return ''
  const { kind, currency, unit } = column.constraints
  const text = formatCell(value, column, context)
  if (kind === 'measure' && unit !== undefined) return `${text} ${unit}`
  const isSum = kind === 'money' && typeof value === 'number' && currency !== undefined
  const decimals = kinds.money.decimals(column.constraints)
  return isSum ? context.formats.formatMoney(value, currency, decimals) : text
}

export function toClearingWrite(column: GridColumn, context: CellContext): CellWrite | undefined {
  return cellTypeOf(column).parse('', column, context)
}
