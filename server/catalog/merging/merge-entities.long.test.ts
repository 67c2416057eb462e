import { expect, test } from 'vitest'
import { tryMerges } from '../../testing/random-merges.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'

// With these seeds a reference fits back at several positions between trashed ones.
const knotty = [127, 252]

test('a hundred random merges are taken back and done again to the row [MERGE-05]', () => {
  expect.hasAssertions()
  for (const seed of [...Array.from({ length: 20 }, (_, index) => 101 + index), ...knotty]) {
    using catalog = new ScratchCatalog()
    tryMerges(catalog, seed, 5)
  }
})
