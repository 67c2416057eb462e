import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#shared/text.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { makeIndex } from '../../store/tables/index-tables.ts'

let catalog: ScratchCatalog

const names = [
  'Zebra',
  'Äpfel',
  'apfel',
  'Öl',
  'Orange',
  'Éclair',
  'Eclair',
  'Łódź',
  'Lodz',
  'Ærø',
  'Ad',
  'Straße',
  'Ёлка',
]
const expected = [
  'Ad',
  'Ærø',
  'apfel',
  'Äpfel',
  'Eclair',
  'Éclair',
  'Lodz',
  'Łódź',
  'Öl',
  'Orange',
  'Straße',
  'Zebra',
  'Ёлка',
]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Brand', { inheritance_mode: 'inherit_from_parent' })
  catalog.define('product', 'Loud', { data_type: 'formula', formula: 'UPPER({{name}})' })
  for (const name of names) {
    const { id } = catalog.create('product', { name, brand: name })
    catalog.create('product', { name }, id)
  }
})

afterAll(() => catalog[Symbol.dispose]())

function walk(key: string, descending: boolean): string[] {
  const walked: string[] = []
  for (let cursor: string | undefined; ;) {
    const sort = [{ key, descending }]
    const { data, pagination } = catalog.list('product', {
      sort,
      limit: 4,
      ...(cursor !== undefined && { cursor }),
    })
    walked.push(...data.map(({ label }) => String(label)))
    if (pagination.next_cursor === undefined || !pagination.has_more) return walked
    cursor = pagination.next_cursor
  }
}

const twice = (texts: readonly string[]) => texts.flatMap((text) => [text, text])

test.each(['name', 'brand', 'loud'])(
  '%s sorts by base letters in both directions, page by page [SORT-04]',
  (key) => {
    expect(walk(key, false)).toEqual(twice(expected))
    expect(walk(key, true)).toEqual(twice(expected.toReversed()))
    catalog.write((tx) => makeIndex(tx, `order_${attributesOf(tx, 'product').byKey.get('name')!.id}`))
    expect(walk(key, false)).toEqual(twice(expected))
    expect(walk(key, true)).toEqual(twice(expected.toReversed()))
  },
)

test('what a filter leaves sorts in the same order, and filters compare as before [SORT-04]', () => {
  const clause = { field: 'filter', key: 'name', operator: 'starts_with', value: 'ä' } as const
  const sort = [{ key: 'name', descending: false }]
  const { data } = catalog.list('product', { sort, clauses: [clause] })
  expect(data.map(({ label }) => foldText(String(label)))).toEqual(['äpfel', 'äpfel'])
})
