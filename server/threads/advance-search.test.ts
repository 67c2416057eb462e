import { expect, test } from 'vitest'
import { openDatabase } from '../store/database/database.ts'
import { findSearchIndex } from '../store/search/search-index.ts'
import { testServer } from '../testing/test-server.ts'

const enoughToIndex = 2100

test('a reader that searches requests the index; the writer makes it between other writes', async () => {
  await using server = await testServer({
    isThreaded: true,
    attributes: [
      { entity_type: 'product', name: 'Name', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
  for (let first = 0; first < enoughToIndex; first += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { name: `Item ${first + index}` },
    }))
    await server.post('/products/batch', { items })
  }
  const search = async () => (await server.get('/products?q=%22item%20209%22&limit=1')).body.pagination.total
  const file = openDatabase(server.workspace.file, { readonly: true })
  const isIndexed = () => file.read((db) => findSearchIndex(db, 'product') !== undefined)

  expect(isIndexed()).toBe(false)
  expect(await search()).toBe(11)
  await server.post('/products', { attributes: { name: 'Item 2099b' } })
  await expect.poll(isIndexed).toBe(true)
  expect(await search()).toBe(12)
  file.close()
}, 30_000)
