import { expect, test } from 'vitest'
import type { GridView } from '#shared/views.ts'
import { toColumns } from '../query/columns.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { arrange, moveColumn, plainLook } from '../state/grid-layout.ts'
import { toViewContent, isChanged, lookFromView, toQuery } from './view-content.ts'
import { sampleAttribute } from '../query/testing/samples.ts'

const columns = toColumns([
  sampleAttribute('code'),
  sampleAttribute('name', { is_primary: true }),
  sampleAttribute('brand'),
])
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

const view: GridView = {
  id: 'v',
  name: 'Mine',
  entity_type: 'product',
  visible_columns: ['brand', 'name', 'updated_at'],
  pinned_left: ['brand'],
  pinned_right: [],
  sorting: [{ key: 'brand', direction: 'desc' }],
  filters: [
    { attribute: 'code', operator: 'in', value: ['A', 'B'] },
    { attribute: 'brand', operator: 'exists', value: false },
    { attribute: 'code', operator: 'contains', value: 7 },
  ],
  filter_join: 'or',
  filter_tree: null,
  is_default: false,
  display: {
    widths: { brand: 120 },
    row_height: 'tall',
    colours: [],
    group_by: null,
    group_then_by: [],
    kind: 'grid',
    kind_by: null,
    tree: false,
    summary: { price: 'sum' },
    facets: null,
  },
}

test('a view becomes a look and a query, and again what was saved', () => {
  const look = lookFromView(view, columns)
  const query = toQuery(view)
  expect(query.clauses.map(({ value }) => value)).toEqual(['A,B', 'false', '7'])
  expect(query.sort).toEqual([{ key: 'brand', descending: true }])
  expect(toViewContent(look, query, columns)).toMatchObject({
    visible_columns: ['name', 'brand', 'updated_at'],
    pinned_left: ['name', 'brand'],
    filters: [
      { attribute: 'code', operator: 'in', value: ['A', 'B'] },
      { attribute: 'brand', operator: 'exists', value: false },
      { attribute: 'code', operator: 'contains', value: '7' },
    ],
    display: { widths: { brand: 120 }, row_height: 'tall' },
  })
})

test('what is saved and taken again is unchanged, whoever wrote the view', () => {
  const content = toViewContent(lookFromView(view, columns), toQuery(view), columns)
  const again = { ...view, ...content, display: { ...view.display, ...content.display } }
  expect(isChanged(toViewContent(lookFromView(again, columns), toQuery(again), columns), content)).toBe(false)
  const wider = { ...lookFromView(view, columns), columnSizing: { brand: 130 } }
  expect(isChanged(toViewContent(wider, toQuery(view), columns), content)).toBe(true)
})

test('without a view every attribute is shown, no system field', () => {
  expect(toViewContent(plainLook, emptyGridQuery, columns)).toMatchObject({
    visible_columns: ['name', 'code', 'brand'],
    pinned_left: ['name'],
    sorting: [],
    filters: [],
  })
})

test('the primary column is first, then the pinned ones, then the others; a column the order does not name is last', () => {
  const look = { columnOrder: ['brand', 'id', 'name'], columnPinning: { start: ['id'], end: [] } }
  expect(ids(arrange(columns, look)).slice(0, 4)).toEqual(['name', 'id', 'brand', 'code'])
})

test('a column that is pinned right is last, and is saved so', () => {
  const look = { ...plainLook, columnPinning: { start: [], end: ['code'] } }
  expect(toViewContent(look, emptyGridQuery, columns)).toMatchObject({
    visible_columns: ['name', 'brand', 'code'],
    pinned_left: ['name'],
    pinned_right: ['code'],
  })
})

test('a column is moved before or behind another one', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', { id: 'c', side: 'behind' })).toEqual(['b', 'c', 'a'])
  expect(moveColumn(['a', 'b', 'c'], 'c', { id: 'a', side: 'before' })).toEqual(['c', 'a', 'b'])
  expect(moveColumn(['a', 'b'], 'a', { id: 'a', side: 'behind' })).toEqual(['a', 'b'])
})

test('groups are saved as a tree, and what a view says beside them holds too', () => {
  const filter_tree = {
    or: [
      { attribute: 'brand', operator: 'eq', value: 'A' },
      { and: [{ attribute: 'brand', operator: 'exists', value: false }] },
    ],
  }
  const grouped = toQuery({ ...view, filters: [], filter_join: 'and', filter_tree })
  expect(grouped).toMatchObject({
    join: 'or',
    clauses: [{ key: 'brand', value: 'A' }],
    groups: [{ join: 'and' }],
  })
  expect(toViewContent(lookFromView(view, columns), grouped, columns)).toMatchObject({
    filters: [],
    filter_join: 'and',
    filter_tree,
  })
  const both = toQuery({ ...view, filter_tree })
  expect([both.join, both.clauses, both.groups.map(({ join }) => join)]).toEqual(['and', [], ['or', 'or']])
})
