import { expect, test } from 'vitest'
import type { AttributeDefinition, DataType } from '#shared/attributes.ts'
import { toColumns } from '../../query/columns.ts'
import { openGrid, shownColumn } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { copiedValues, duplicateRow } from './rows.ts'

const attribute = (key: string, data_type: DataType, more: object = {}) =>
  ({
    key,
    name: key,
    data_type,
    is_primary: false,
    writable: true,
    acceptable_values: [],
    ...more,
  }) as unknown as AttributeDefinition

test('a copy holds what can be written, but nothing that must be unique, and its name says so', () => {
  const columns = toColumns([
    attribute('name', 'single_line_text_field', { is_primary: true }),
    attribute('ean', 'single_line_text_field', { constraints: { unique: true } }),
    attribute('price', 'number'),
    attribute('sum', 'formula', { writable: false }),
    attribute('vendor', 'entity_reference'),
    attribute('related', 'entity_list_reference'),
    attribute('note', 'single_line_text_field'),
  ])
  const stub = (id: string) => ({ id, type: 'vendor' as const, label: id })
  const attributes = {
    name: 'Chair',
    ean: '1',
    price: 0,
    sum: 3,
    vendor: stub('v'),
    related: [stub('a'), stub('b')],
    note: null,
  }
  expect(copiedValues({ attributes } as never, columns)).toEqual({
    name: 'Chair copy',
    price: 0,
    vendor: 'v',
    related: ['a', 'b'],
  })
})

test('a copy follows what is being saved, and stands below its row before events of it count', async () => {
  const { server } = partsServer(3)
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.type('Renamed')
  grid.press('Enter')
  grid.goTo(1, 'Name')
  const isBusyAt: boolean[] = []
  const { session } = grid
  session.source.get()?.state.subscribe(() => isBusyAt.push(session.queue.isBusy))
  await duplicateRow(session)
  expect(shownColumn(grid, 'Name')).toEqual(['Renamed', 'Renamed copy', 'Part 2', 'Part 3'])
  expect(isBusyAt).toEqual([true, true])
  expect(session.queue.isBusy).toBe(false)
})
