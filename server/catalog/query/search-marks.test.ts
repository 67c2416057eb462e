import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { advanceSearchIndex, dropSearchIndex } from '../../store/search/search-index.ts'

let catalog: ScratchCatalog

const labels = [
  'Café Noir',
  'Crème brûlée Set',
  'Grosse Straße',
  'Łódź lampa',
  'Øl glas',
  'Ærø stol',
  'Ñandú poncho',
  'Čaj černý',
  'Œuf mollet',
  'Ёлка зелёная',
  'Йогурт',
  'Đavo',
  'が本',
  'Cafeteria',
]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Story', { data_type: 'multi_line_text_field' })
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const { id } = catalog.create('vendor', { name: 'Müller & Søn' })
  for (const name of labels) catalog.create('product', { name, story: `Ein ${name}, größer` })
  catalog.create('product', { name: 'Plain', maker: id })
})

afterAll(() => catalog[Symbol.dispose]())

const found = (q: string) => catalog.list('product', { q }).data.map(({ label }) => label)
const build = () => {
  while (catalog.write((tx) => advanceSearchIndex(tx, 'product')));
}

describe.each([
  ['without the index', () => catalog.write((tx) => dropSearchIndex(tx, 'product'))],
  ['with the index', build],
])('%s', (_name, prepare) => {
  beforeAll(prepare)

  test.each([
    ['cafe', ['Café Noir', 'Cafeteria']],
    ['CAFÉ', ['Café Noir', 'Cafeteria']],
    ['noir cafe', ['Café Noir']],
    ['creme brulee', ['Crème brûlée Set']],
    ['"creme brulee"', ['Crème brûlée Set']],
    ['strasse', ['Grosse Straße']],
    ['lodz', ['Łódź lampa']],
    ['ol glas', ['Øl glas']],
    ['aero', ['Ærø stol']],
    ['ærø', ['Ærø stol']],
    ['nandu', ['Ñandú poncho']],
    ['caj cerny', ['Čaj černý']],
    ['oeuf', ['Œuf mollet']],
    ['елка', ['Ёлка зелёная']],
    ['ёлка', ['Ёлка зелёная']],
    ['davo', ['Đavo']],
    ['か本', []],
    ['が本', ['が本']],
    ['muller son', ['Plain']],
    ['maker:muller', ['Plain']],
    ['crème -brulee', []],
    ['brulle', ['Crème brûlée Set']],
  ])('%s finds %j whatever marks are typed [SEARCH-01]', (q, expected) => {
    expect(found(q)).toEqual(expected)
  })

  test('a text of marks and a word of every product are found as others are [SEARCH-01]', () => {
    expect(found('grosser')).toEqual(labels)
    expect(found('größer')).toEqual(labels)
  })

  test('filters take marks as they are [FILTER-04]', () => {
    const matching = (operator: 'contains' | 'ends_with', value: string, key = 'name') =>
      catalog
        .list('product', { clauses: [{ field: 'filter', key, operator, value }] })
        .data.map(({ label }) => label)
    expect([matching('contains', 'cafe'), matching('contains', 'café')]).toEqual([
      ['Cafeteria'],
      ['Café Noir'],
    ])
    expect([matching('contains', 'ein creme', 'story'), matching('contains', 'ein crème', 'story')]).toEqual([
      [],
      ['Crème brûlée Set'],
    ])
    expect([matching('ends_with', 'straße'), matching('ends_with', 'strasse')]).toEqual([
      ['Grosse Straße'],
      ['Grosse Straße'],
    ])
  })

  test('what is called so comes first, with marks or without [SEARCH-06]', () => {
    const sort = [{ key: 'relevance', descending: false }]
    const ranked = catalog.list('product', { q: 'cafe', sort }).data.map(({ label }) => label)
    expect(ranked).toEqual(['Café Noir', 'Cafeteria'])
  })
})

test('an index of an earlier version is not used and is made again [SEARCH-01]', () => {
  build()
  catalog.write((tx) =>
    tx.run("UPDATE meta SET value = json_set(value, '$.version', 3) WHERE key GLOB 'search_*'"),
  )
  expect(found('cafe')).toEqual(['Café Noir', 'Cafeteria'])
  build()
  const versions = catalog.read((db) =>
    db.column("SELECT value ->> '$.version' FROM meta WHERE key GLOB 'search_*'"),
  )
  expect(versions).toEqual([4])
})
