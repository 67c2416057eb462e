import { expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { cacheUntilWritten } from './caches.ts'

test('what is not there is looked up once for a state of the file, as often as it is asked for beside others', () => {
  using catalog = new ScratchCatalog()
  const lookUps = catalog.read((db) => {
    let count = 0
    for (let turn = 0; turn < 2000; turn += 1) {
      cacheUntilWritten(db, 'missing', () => void (count += 1))
      cacheUntilWritten(db, `other ${turn}`, () => turn)
    }
    return count
  })
  expect(lookUps).toBe(1)
})
