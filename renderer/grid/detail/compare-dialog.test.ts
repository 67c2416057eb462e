import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { GridColumn } from '../../query/columns.ts'
import { compareRows } from './compare-dialog.tsx'

const column = (id: string, isSystem = false) => ({ id, isSystem }) as GridColumn
const entity = (attributes: object) => ({ attributes }) as EntityResource

test('attributes that differ are marked, references by their ids; what nobody has is left out', () => {
  const vendor = (label: string) => ({ id: 'v', type: 'vendor', label })
  const rows = compareRows(
    [
      entity({ name: 'A', price: 1, vendor: vendor('Old name') }),
      entity({ name: 'B', price: 1, vendor: vendor('New name') }),
    ],
    [column('name'), column('price'), column('vendor'), column('note'), column('id', true)],
  )
  expect(rows.map(({ column: { id }, isDifferent }) => [id, isDifferent])).toEqual([
    ['name', true],
    ['price', false],
    ['vendor', false],
  ])
  const [oneEmpty] = compareRows([entity({ note: 'x' }), entity({})], [column('note')])
  expect(oneEmpty).toMatchObject({ values: ['x', null], isDifferent: true })
})
