import { expect, test } from 'vitest'
import type { GridColumn } from '../query/columns.ts'
import { cellTraits } from '../query/data-types.ts'
import { firstChoices, toExportBody } from './export-choices.ts'

const column = (id: string, kind: GridColumn['kind'] = 'single_line_text_field') =>
  ({ id, kind, traits: cellTraits()[kind] }) as GridColumn
const choices = { ...firstChoices, scope: 'view' } as const
const visible = [column('name'), column('parts', 'inverse_reference'), column('id', 'identifier')]

test('the columns shown follow the id, without lists that no file can hold [EXP-02]', () => {
  expect(toExportBody('product', choices, { q: 'lamp' }, visible)).toEqual({
    type: 'product',
    q: 'lamp',
    format: 'csv',
    values: 'own',
    headers: 'names',
    fields: ['id', 'name'],
    delimiter: ',',
  })
})

test('a CSV for Excel has its mark, and decimals as an Excel with those separators writes them [EXP-18]', () => {
  const excel = { ...choices, forExcel: true }
  expect(toExportBody('product', { ...excel, delimiter: ';' }, {}, visible)).toMatchObject({
    delimiter: ';',
    decimal: 'comma',
    bom: true,
  })
  expect(toExportBody('product', excel, {}, visible)).toMatchObject({ decimal: 'point', bom: true })
  expect(toExportBody('product', { ...excel, kind: 'jsonl' }, {}, visible)).not.toHaveProperty('bom')
})

test('all columns are asked for by naming none; JSON has keys and no delimiter', () => {
  const all = { ...choices, kind: 'jsonl', columns: 'all', values: 'effective' } as const
  expect(toExportBody('vendor', all, {}, visible)).toEqual({
    type: 'vendor',
    format: 'jsonl',
    values: 'effective',
    headers: 'keys',
  })
})

test('the file of a channel has a format that the channel takes, and nothing of tables [EXP-08]', () => {
  const google = {
    ...choices,
    kind: 'channel:google_merchant',
    channelFormat: 'tsv',
    currency: ' eur ',
  } as const
  expect(toExportBody('product', google, { ids: ['a'] }, visible)).toEqual({
    type: 'product',
    ids: ['a'],
    channel: 'google_merchant',
    format: 'tsv',
    currency: 'EUR',
  })
  const shopify = { ...google, kind: 'channel:shopify', channelFormat: undefined, currency: '' } as const
  expect(toExportBody('product', shopify, {}, visible)).toEqual({
    type: 'product',
    channel: 'shopify',
  })
})
