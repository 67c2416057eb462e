import { isQuantity } from '../../query/data-types.ts'
import type { EntityResource } from '#shared/entities.ts'
import { toPlainText } from '../cells/stubs.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'

export interface Matrix {
  /** The attribute along the rows, and the one along the columns. */
  readonly rows: GridColumn
  readonly columns: GridColumn
  readonly rowValues: readonly string[]
  readonly columnValues: readonly string[]
  /** The variants at a place: by row value, then by column value. */
  readonly at: (row: string, column: string) => readonly EntityResource[]
}

const maxAxisValues = 24

/** The attributes in which variants differ, in the order of the schema. */
export function differingColumns(
  variants: readonly EntityResource[],
  columns: readonly GridColumn[],
): GridColumn[] {
  return columns.filter((column) => !column.isSystem && distinct(variants, column).length > 1)
}

/**
 * Two attributes that tell the variants apart as rows and columns, selects first; undefined where no two do. An attribute that
 * differs in every variant (a SKU) is no axis.
 */
export function toMatrix(
  variants: readonly EntityResource[],
  columns: readonly GridColumn[],
): Matrix | undefined {
  const axes = differingColumns(variants, columns)
    .filter((column) => isAxis(column) && !column.isPrimary)
    .filter((column) => distinct(variants, column).length < Math.min(variants.length, maxAxisValues))
    .sort((a, b) => Number(b.options.length > 0) - Number(a.options.length > 0))
  for (const [index, rows] of axes.entries()) {
    const partner = axes.slice(index + 1).find((column) => placesDiffer(variants, rows, column))
    if (partner) return matrixOf(variants, rows, partner)
  }
  return undefined
}

/** Choices, codes, sizes and checkboxes tell variants apart; a progress or a rank is about one alone. */
function isAxis({ traits }: GridColumn): boolean {
  const { family, layout, options, hasTokens } = traits
  const isText = layout === 'line' || (options !== 'none' && !hasTokens)
  return isText || isQuantity(traits) || family === 'boolean'
}

function matrixOf(variants: readonly EntityResource[], rows: GridColumn, columns: GridColumn): Matrix {
  const places = Map.groupBy(variants, (variant) => placeOf(variant, rows, columns))
  return {
    rows,
    columns,
    rowValues: inOrder(distinct(variants, rows), rows),
    columnValues: inOrder(distinct(variants, columns), columns),
    at: (row, column) => places.get(JSON.stringify([row, column])) ?? [],
  }
}

function placesDiffer(variants: readonly EntityResource[], rows: GridColumn, columns: GridColumn): boolean {
  return new Set(variants.map((variant) => placeOf(variant, rows, columns))).size === variants.length
}

function placeOf(variant: EntityResource, rows: GridColumn, columns: GridColumn): string {
  return JSON.stringify([toPlainText(readValue(variant, rows)), toPlainText(readValue(variant, columns))])
}

function distinct(variants: readonly EntityResource[], column: GridColumn): string[] {
  return [...new Set(variants.map((variant) => toPlainText(readValue(variant, column))))]
}

function inOrder(values: readonly string[], { options, traits }: GridColumn): string[] {
  const place = (value: string): number => {
    const index = options.indexOf(value)
    return index === -1 ? options.length : index
  }
  if (traits.family === 'number') return [...values].sort((a, b) => Number(a) - Number(b))
  return [...values].sort((a, b) => place(a) - place(b))
}
