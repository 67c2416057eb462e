import { expect, test } from 'vitest'
import { parseAnswer } from '../../catalog/answer.ts'
import { createEntity } from '../../catalog/entities/create-entity.ts'
import { freezeList } from '../../catalog/query/snapshot-pages.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import type { EntityResource } from '#shared/entities.ts'

test('of very many matches the first and those called so are compared, the others keep their order [SEARCH-07]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Note')
  // Matches inside a word have equal rank; few matches are nearer.
  const near = new Map([
    [4_990, 'Light oak'],
    [5_010, 'Light oak'],
    [5_020, 'Oak'],
  ])
  catalog.write((tx) => {
    for (let index = 0; index < 5_040; index += 1) {
      const attributes = { name: near.get(index) ?? `Soaked ${index}` }
      createEntity(tx, { type: 'product', body: { attributes }, faults: [], context: testContext })
    }
  })
  const request = { q: 'oak', sort: [{ key: 'relevance', descending: false }] }
  const names = (part: object) =>
    catalog.list('product', { ...request, ...part }).data.map(({ label }) => label)
  expect(names({ limit: 4 })).toEqual(['Oak', 'Light oak', 'Soaked 0', 'Soaked 1'])
  const rest = ['Soaked 5009', 'Light oak']
  expect(names({ limit: 2, offset: 5_010 })).toEqual(rest)

  const page = catalog.list('product', { ...request, limit: 3 })
  const cursor = page.pagination.next_cursor
  expect(names({ limit: 2, cursor })).toEqual(['Soaked 1', 'Soaked 2'])
  const whole = { limit: 2, offset: 5_010, clauses: [], join: 'and' as const, ...request }
  const frozen = catalog.read((db) =>
    freezeList(db, { type: 'product', request: whole, faults: [], snapshot: 'x' }),
  )
  expect(parseAnswer<{ data: EntityResource[] }>(frozen).data.map(({ label }) => label)).toEqual(rest)
})
