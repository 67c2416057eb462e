import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { advanceSearchIndex } from '../../store/search/search-index.ts'
import { checkSearch } from '../../store/search/check-search.ts'
import { hasSeveralWords, matchPairs, pairTable } from '../../store/search/search-words.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { listEntities } from './list-entities.ts'
import type { ListRequest } from './list-request.ts'

/**
 * The search for a part of a long text by the pairs of its words (decisions, 155) gives the same result as
 * a scan of all texts.
 */
const words = ['Oak', 'oak,', 'soak', 'of', 'off', 'O"ak', 'm²', 'Straße', '🪑', 'is', 'this', '', 'made:in']
const gaps = [' ', ' ', ' ', '\n', '  ', '\t', '\r\n', ' \n ']
const untold = [`${'x'.repeat(129)} of oak`, '\ue00a of oak', 'of \u{10ffff}oak of oak']
const odd = [...untold, 'oak', '\ue0ff', 'of']

let catalog: ScratchCatalog
let products: EntityResource[]

function textOf(seed: number): string {
  let state = seed + 1
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const word = () => `${words[next(words.length)]}${gaps[next(gaps.length)]}`
  return `so ${Array.from({ length: 3 + next(6) }, word).join('')}`
}

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  for (const name of ['Story', 'Notes'])
    catalog.define('product', name, { data_type: 'multi_line_text_field' })
  products = Array.from({ length: 70 }, (_, index) =>
    catalog.create('product', { name: 'A', story: odd[index] ?? textOf(index), notes: textOf(index + 5000) }),
  )
  advanceToEnd()
})

afterAll(() => catalog[Symbol.dispose]())

function advanceToEnd(): void {
  while (catalog.write((tx) => advanceSearchIndex(tx, 'product')));
}

const storyOf = ({ attributes: { story } }: EntityResource) =>
  foldText(typeof story === 'string' ? story : '')

const request = (value: string): ListRequest => ({
  limit: 1,
  offset: 0,
  sort: [],
  clauses: [{ field: 'f', key: 'story', operator: 'contains', value }],
  join: 'and',
})

const matchOf = (text: string) =>
  catalog.read((db) => matchPairs(db, attributesOf(db, 'product').byKey.get('story')!, foldText(text)))

function parts(): string[] {
  const cut = products.map(storyOf).flatMap((text, at) => {
    const start = at % Math.max(1, text.length - 6)
    return [text.slice(start, start + 2 + (at % 9)), text.slice(0, 5), text.slice(-6)]
  })
  const others = [
    'of oak',
    'of  oak',
    'oak',
    'is this',
    'his is',
    'k, o',
    'ß',
    'of zebra',
    'zebra of',
    'is\nthis',
  ]
  return [...new Set([...cut, ...others])].filter((part) => part.trim() !== '' && part.isWellFormed())
}

function expectAllFound(): void {
  const matched = parts().filter((part) => matchOf(part) !== undefined)
  expect(matched.length).toBeGreaterThan(60)
  expect(matched.filter((part) => hasSeveralWords(foldText(part))).length).toBeGreaterThan(30)
  const wrong = matched.filter((part) => {
    const expected = products.filter((product) => storyOf(product).includes(foldText(part)))
    return catalog.list('product', request(part)).pagination.total !== expected.length
  })
  expect(wrong).toEqual([])
}

test(
  'what contains a part of a long text is found by the pairs of its words, and nothing else is',
  expectAllFound,
)

test('texts that are not taken apart are looked at by themselves', () => {
  expect(matchOf('of oak')?.untold).toHaveLength(untold.length + 1)
  expect(matchOf('\ue00a of')).toBeUndefined()
})

test('texts of the index are not read, neither to find a phrase nor a word that many have', () => {
  const stepsFor = (value: string) =>
    catalog.read((db) => {
      const steps: string[] = []
      const listening = listenTo(db, (statement) => {
        if (
          statement.text.startsWith('SELECT count(*) AS total') &&
          statement.text.includes('(SELECT rowid AS entity')
        )
          steps.push(statement.text)
      })
      listEntities(listening, { type: 'product', request: request(value), faults: [] })
      return steps.at(-1)
    })
  for (const value of ['so oak', 'so'])
    expect(stepsFor(value)).toMatch(
      new RegExp(`^SELECT count.*FROM ${pairTable('product')} .*AND 1 UNION ALL`, 's'),
    )
})

test('what has changed since is looked at until the index has followed', () => {
  products = products.map((product, index) => {
    if (index % 3 > 0) return product
    const body = { attributes: { story: textOf(9000 + index) } }
    const one = { type: 'product' as const, id: product.id, body, faults: [], context: testContext }
    return catalog.answer<EntityResource>((tx) => updateEntity(tx, one)).data
  })
  expectAllFound()
  advanceToEnd()
  expect(matchOf('of oak')?.untold).toHaveLength(untold.length)
  expectAllFound()
})

test('a check of the file tells texts to which no pairs lead', () => {
  const findings = () => catalog.read((db) => checkSearch(db))
  expect(findings()).toEqual([])
  catalog.write((tx) =>
    tx.run(`DELETE FROM ${pairTable('product')} WHERE rowid = (SELECT max(id) FROM entity)`),
  )
  expect(findings()).toEqual([expect.stringMatching(/^The search does not find entity \d+ by its texts\.$/)])
})
