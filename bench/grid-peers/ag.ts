/** AG Grid Community with its infinite row model; cells are made of plain elements, which costs it least. */
import {
  AllCommunityModule,
  createGrid,
  ModuleRegistry,
  type ColDef,
  type ICellRendererParams,
  themeQuartz,
} from 'ag-grid-community'
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
  type Column,
  type Row,
  type Value,
} from './rows.ts'
import './ag.css'

ModuleRegistry.registerModules([AllCommunityModule])

const columns = await readColumns()
const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('The page has no place for the grid.')

createGrid<Row>(root, {
  theme: themeQuartz,
  columnDefs: columns.map(toColumn),
  rowHeight,
  headerHeight,
  rowModelType: 'infinite',
  cacheBlockSize: pageSize,
  maxBlocksInCache: 60,
  infiniteInitialRowCount: rowCount,
  datasource: {
    rowCount,
    getRows: (params) => {
      readRows(params.startRow).then(
        (rows) => params.successCallback(rows, rowCount),
        () => params.failCallback(),
      )
    },
  },
  onFirstDataRendered: announceReady,
  onModelUpdated: announceReady,
})

function toColumn(column: Column): ColDef<Row> {
  return {
    colId: column.key,
    headerName: column.name,
    width: widthOf(column),
    pinned: column.is_primary ? 'left' : null,
    ...(column.data_type === 'number' && { cellStyle: { textAlign: 'end' } }),
    valueGetter: ({ data }) => data?.attributes[column.key],
    cellRenderer: (params: ICellRendererParams<Row>) => render(column, params.value as Value | undefined),
  }
}

function render(column: Column, value: Value | undefined): HTMLElement | string {
  if (column.data_type === 'boolean' && value !== undefined) {
    const box = document.createElement('span')
    box.className = value === true ? 'check checked' : 'check'
    return box
  }
  const chips = chipsOf(column, value)
  if (!chips) return textOf(column, value)
  const list = document.createElement('span')
  for (const text of chips) {
    const chip = document.createElement('span')
    chip.className = 'chip'
    chip.textContent = text
    list.append(chip)
  }
  return list
}
