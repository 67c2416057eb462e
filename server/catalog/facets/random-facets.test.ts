import { expect, test } from 'vitest'
import { compareFacets, FacetWorld, seededPick } from '../../testing/facet-world.ts'

const catalogs = process.env['LONG_TESTS'] === undefined ? 20 : 2000

test('facets of random catalogs are what a look at each row gives [FACET-01] [FACET-02] [FACET-03] [FACET-04]', () => {
  const wrong: unknown[] = []
  for (let seed = 1; seed <= catalogs; seed += 1) {
    using world = new FacetWorld(seededPick(seed), 6 + (seed % 20))
    if (seed % 2 === 0) world.makeIndexes()
    for (let asked = 0; asked < 6; asked += 1) {
      const { request, answer, naive } = world.ask()
      const differences = compareFacets(answer, naive)
      if (differences.length > 0) wrong.push({ seed, request, differences })
    }
  }
  expect(wrong.slice(0, 3)).toEqual([])
}, 600_000)
