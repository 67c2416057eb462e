import { beforeEach, expect, test, vi } from 'vitest'
import { awaitedColumn } from '../../state/dialogs.ts'
import { arrange, LookStore } from '../../state/grid-layout.ts'
import { toColumns } from '../../query/columns.ts'
import { placeColumns } from '../model/geometry.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { openGrid, type TestGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { followAwaited } from './column-actions.ts'

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', (run: () => void) => run()))

function layOut({ session }: TestGrid, look: LookStore, server: FakeServer): string[] {
  const columns = toColumns(server.attributesOf('product'))
  const shown = arrange(columns, look.all.get()).filter(
    ({ id, isSystem }) => !isSystem && (look.columnVisibility.get()[id] ?? true),
  )
  session.layOut(columns, placeColumns(shown.map((column) => ({ column, width: 100 }))))
  return shown.map(({ id }) => id)
}

test('grid.columns.8 the cursor goes to a new column as soon as the grid has it, in the row where it was', async () => {
  const { server } = partsServer(5)
  const grid = await openGrid(server)
  const look = new LookStore()
  const stop = followAwaited(grid.session, look)
  const before = layOut(grid, look, server)
  grid.goTo(3, 'Price')
  const awaited = { workspaceId: 'test', type: 'product', id: 'colour' } as const
  awaitedColumn.set({ present: { ...awaited, position: { id: before[1] ?? '', side: 'before' } } })
  expect(grid.session.selection.get()?.cursor).toEqual({ row: 2, columnId: 'price' })

  server.define('product', 'Colour', 'single_line_text_field')
  layOut(grid, look, server)
  expect(awaitedColumn.get().present).toBeUndefined()
  expect(grid.session.selection.get()?.cursor).toEqual({ row: 2, columnId: 'colour' })
  expect(layOut(grid, look, server)).toEqual([before[0], 'colour', ...before.slice(1)])

  awaitedColumn.set({ present: { ...awaited, type: 'vendor', id: 'price' } })
  expect(grid.session.selection.get()?.cursor.columnId).toBe('colour')
  awaitedColumn.set({ present: undefined })
  stop()
})
