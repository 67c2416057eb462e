import { expect, test } from 'vitest'
import { tryMerges } from '../../testing/random-merges.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'

test('a hundred random merges are taken back and done again to the row [MERGE-05]', () => {
  expect.hasAssertions()
  for (let seed = 101; seed <= 120; seed += 1) {
    using catalog = new ScratchCatalog()
    tryMerges(catalog, seed, 5)
  }
})
