import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { GridColumn } from '../../query/columns.ts'
import { classColumns } from './values-tab.tsx'

const column = (id: string) =>
  ({ id, name: id, kind: 'single_line_text_field', isSystem: false }) as GridColumn
const columns = [column('sku'), column('material'), column('wattage'), column('voltage')]
const entity = {
  id: '1',
  type: 'product',
  attributes: { sku: 'CH-1', voltage: '12' },
} as unknown as EntityResource
const idsOf = (some: readonly GridColumn[]) => some.map(({ id }) => id)

test('what only other classes have is set apart, unless it holds a value', () => {
  const attribute = { name: '', data_type: 'single_line_text_field' } as const
  const classes = {
    attributes: [
      { ...attribute, key: 'sku', requirement: null },
      { ...attribute, key: 'material', requirement: 'required' as const },
    ],
    hidden: ['wattage', 'voltage'],
  }
  const { shown, further, requirements } = classColumns(columns, entity, { classes })

  expect(idsOf(shown)).toEqual(['sku', 'material', 'voltage'])
  expect(idsOf(further)).toEqual(['wattage'])
  expect([...requirements]).toEqual([['material', 'required']])
  expect(classColumns(columns, entity, { classes, wantedKey: 'wattage' }).further).toEqual([])
})

test('until the classes are known everything is shown', () => {
  expect(idsOf(classColumns(columns, entity, { classes: undefined }).shown)).toEqual(idsOf(columns))
})
