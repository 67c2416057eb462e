/** Glide Data Grid, which draws on a canvas, with the React it supports. */
import {
  DataEditor,
  GridCellKind,
  type DataEditorRef,
  type GridCell,
  type Item,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { useCallback, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import {
  chipsOf,
  headerHeight,
  pageSize,
  readColumns,
  readRows,
  rowCount,
  rowHeight,
  announceReady,
  textOf,
  widthOf,
  type Row,
} from './rows.ts'

const columns = await readColumns()
const shown = columns.map((column) => ({ id: column.key, title: column.name, width: widthOf(column) }))
const maxPages = 60
const pages = new Map<number, readonly Row[]>()
const asked = new Set<number>()

function Grid() {
  const editor = useRef<DataEditorRef>(null)
  const load = useCallback(async (page: number) => {
    if (asked.has(page)) return
    asked.add(page)
    pages.set(page, await readRows(page * pageSize))
    for (const oldest of pages.keys()) {
      if (pages.size <= maxPages) break
      pages.delete(oldest)
      asked.delete(oldest)
    }
    const rows = Array.from({ length: pageSize }, (_, index) => page * pageSize + index)
    editor.current?.updateCells(
      rows.flatMap((row) => columns.map((_, column) => ({ cell: [column, row] as Item }))),
    )
    announceReady()
  }, [])
  const follow = useCallback(
    ({ y, height }: Rectangle) => {
      const last = Math.floor((y + height) / pageSize)
      for (let page = Math.floor(y / pageSize); page <= last; page += 1) void load(page)
    },
    [load],
  )
  return (
    <DataEditor
      ref={editor}
      columns={shown}
      rows={rowCount}
      rowHeight={rowHeight}
      headerHeight={headerHeight}
      rowMarkers="number"
      freezeColumns={1}
      width="100%"
      height="100%"
      getCellContent={cellAt}
      onVisibleRegionChanged={follow}
    />
  )
}

function cellAt([columnIndex, row]: Item): GridCell {
  const column = columns[columnIndex]
  const value = pages.get(Math.floor(row / pageSize))?.[row % pageSize]?.attributes[column?.key ?? '']
  if (!column || value === undefined)
    return { kind: GridCellKind.Text, data: '', displayData: '', allowOverlay: true }
  if (typeof value === 'boolean') return { kind: GridCellKind.Boolean, data: value, allowOverlay: false }
  const chips = chipsOf(column, value)
  if (chips) return { kind: GridCellKind.Bubble, data: chips, allowOverlay: true }
  const displayData = textOf(column, value)
  return typeof value === 'number'
    ? { kind: GridCellKind.Number, data: value, displayData, allowOverlay: true }
    : { kind: GridCellKind.Text, data: displayData, displayData, allowOverlay: true }
}

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no place for the grid.')
createRoot(root).render(<Grid />)
