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
import { useMemo } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { defaultVisibility, type GridColumn } from './columns.ts'
import { placeColumns, type Geometry } from './geometry.ts'

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<{ column: GridColumn }>(),
})

export type GridTable = ReturnType<typeof useGridTable>['table']

// Rows never enter the table: it owns columns and view state only, the rows come from the row source.
const noRows: EntityResource[] = []
const minWidth = 60
const maxWidth = 900

/** The columns with their widths, order and visibility, and where they stand. */
export function useGridTable(columns: readonly GridColumn[]) {
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  const initialState = useMemo(() => ({ columnVisibility: defaultVisibility(columns) }), [columns])
  const table = useTable(
    { features, columns: definitions, data: noRows, columnResizeMode: 'onChange', initialState },
    ({ columnSizing, columnOrder, columnVisibility }) => ({ columnSizing, columnOrder, columnVisibility }),
  )
  const { columnSizing, columnOrder, columnVisibility } = table.state
  const geometry = useMemo<Geometry>(() => {
    const visible = table.getVisibleLeafColumns()
    return placeColumns(
      visible.flatMap((leaf) => {
        const column = leaf.columnDef.meta?.column
        return column ? [{ column, width: leaf.getSize() }] : []
      }),
    )
    // The table is one object for ever; what it answers follows from these.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [definitions, columnSizing, columnOrder, columnVisibility])
  return { table, geometry }
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
