import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { createPainter } from './colour-rules.ts'
import { isVisible, type GridColumn } from '../../query/columns.ts'
import { placeColumns, type Geometry } from './geometry.ts'
import { arrange, findPin, type LookStore } from '../../state/grid-layout.ts'

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<{ column: GridColumn }>(),
})

export type GridTable = ReturnType<typeof useGridTable>['table']

// TanStack Table manages only columns and view state; the row source supplies the rows.
const noRows: EntityResource[] = []
const minWidth = 60
const maxWidth = 900

export function useGridTable(columns: readonly GridColumn[], layout: LookStore, gutterWidth: number) {
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  const { columnOrder, columnVisibility, columnSizing, columnPinning } = layout
  const table = useTable(
    {
      features,
      columns: definitions,
      data: noRows,
      columnResizeMode: 'onChange',
      atoms: { columnOrder, columnVisibility, columnSizing, columnPinning },
    },
    () => undefined,
  )
  const [order, visibility, sizing, pinning] = [
    useSelector(columnOrder),
    useSelector(columnVisibility),
    useSelector(columnSizing),
    useSelector(columnPinning),
  ]
  const colours = useSelector(layout.colours)
  const cellColour = useMemo(() => createPainter(colours, columns), [colours, columns])
  const geometry = useMemo<Geometry>(() => {
    const visible = arrange(columns, { columnOrder: order, columnPinning: pinning }).filter((column) =>
      isVisible(column, visibility),
    )
    const placed = placeColumns(
      visible.map((column) => ({
        column,
        width: clampWidth(sizing[column.id] ?? column.width),
        pin: findPin(column, pinning),
      })),
      gutterWidth,
    )
    return { ...placed, paint: cellColour }
  }, [columns, order, visibility, sizing, pinning, cellColour, gutterWidth])
  return { table, geometry }
}

export function clampWidth(width: number): number {
  return Math.round(Math.max(minWidth, Math.min(maxWidth, width)))
}

function toDefinition(column: GridColumn): ColumnDef<typeof features, EntityResource> {
  return {
    id: column.id,
    accessorFn: () => null,
    header: column.name,
    size: column.width,
    minSize: minWidth,
    maxSize: maxWidth,
    enableHiding: !column.isPrimary,
    meta: { column },
  }
}
