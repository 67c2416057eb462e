import { expect, test } from 'vitest'
import type { PlannedVariant } from '#shared/variants.ts'
import { toColumns } from '../../query/columns.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'
import {
  addValues,
  cellColumns,
  chosenRows,
  freeAxes,
  keyOfValues,
  moveValue,
  startOfDraft,
  toCreation,
  toRequest,
} from './variant-draft.ts'

const columns = toColumns([
  sampleAttribute('name', { is_primary: true }),
  sampleAttribute('sku'),
  sampleAttribute('size'),
  sampleAttribute('color', { data_type: 'single_select_list', acceptable_values: ['Red', 'Blue'] }),
  sampleAttribute('price', { data_type: 'number' }),
  sampleAttribute('stock', { data_type: 'number' }),
  sampleAttribute('picture', { data_type: 'image' }),
])
const derived = { axes: [], origin: 'derived' as const }
const fresh = startOfDraft(derived, { columns, hasVariants: false })
const row = (color: string, status: PlannedVariant['status'] = 'create'): PlannedVariant => ({
  values: { color },
  status,
  id: null,
  attributes: {},
  field_errors: [],
})

test('without axes colour and size are proposed, and what is no axis yet can become one (surfaces.4.3)', () => {
  expect(fresh.axes.map(({ attribute }) => attribute)).toEqual(['color', 'size'])
  expect(freeAxes(fresh, columns).map(({ id }) => id)).toEqual(['sku', 'price', 'stock'])
  expect(cellColumns(columns, fresh).map(({ id }) => id)).toEqual(['picture', 'sku', 'price', 'stock'])
})

test('typed values are parted at commas and are there once, whatever their capitals', () => {
  const axis = addValues({ attribute: 'color', values: ['Red'] }, 'Blue, red;Green\n Blue ')
  expect(axis.values).toEqual(['Red', 'Blue', 'Green'])
  expect(moveValue(axis, 'Green', 0).values).toEqual(['Green', 'Red', 'Blue'])
  expect(moveValue(axis, 'Red', 9).values).toEqual(['Blue', 'Green', 'Red'])
})

test('what a product with variants lacks is not made unless ticked, but what a new value brings is', () => {
  const axes = [{ attribute: 'color', values: ['Red', 'Blue'] }]
  const draft = startOfDraft({ axes, origin: 'own' }, { columns, hasVariants: true })
  const rows = [row('Red', 'exists'), row('Blue'), row('Green')]
  const colors = (ticks: ReadonlyMap<string, boolean>) =>
    chosenRows(rows, { ...draft, ticks }).map(({ values }) => values['color'])
  expect(colors(new Map())).toEqual(['Green'])
  expect(colors(new Map([[keyOfValues({ color: 'Blue' }), true]]))).toEqual(['Blue', 'Green'])
  expect(colors(new Map([[keyOfValues({ color: 'Green' }), false]]))).toEqual([])
})

test('a combination that clashes is made once somebody has changed it, with what was typed', () => {
  const own = new Map([[keyOfValues({ color: 'Blue' }), { sku: 'B-2', price: ' ' }]])
  const draft = {
    ...fresh,
    axes: [{ attribute: 'color', values: ['Red', 'Blue'] }],
    set: { price: '9' },
    skuPattern: ' {SKU}-{Color}-{n} ',
    own,
  }
  const toWire = (key: string, text: string) => (key === 'price' ? Number(text) : text)
  const request = toRequest(draft, columns, toWire)
  expect(request).toEqual({ axes: draft.axes, set: { price: 9 }, sku_pattern: '{sku}-{color}-{n}' })
  expect(toRequest(fresh, columns, toWire)).toBeUndefined()
  const rows = chosenRows([row('Red', 'clashes'), row('Blue', 'clashes')], draft)
  expect(request && toCreation(request, rows, { draft, toWire }).accept).toEqual([
    { values: { color: 'Blue' }, attributes: { sku: 'B-2' } },
  ])
})
