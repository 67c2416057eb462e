import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const products = 1_100
const options = { data_type: 'single_select_list', acceptable_values: 'Oak, oak., Ash' }

test('a merge of more than a thousand entities is a job with the same result, and one undo takes it back [CLUSTER-12] [CLUSTER-10]', async () => {
  await using server = await testServer({
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
      { name: 'Material', entity_type: 'product', ...options },
    ],
  })
  const material = (n: number) => (n % 50 === 0 ? 'Ash' : 'oak.')
  for (let batch = 0; batch < products / 100; batch++) {
    const numbers = Array.from({ length: 100 }, (_, n) => batch * 100 + n)
    const items = numbers.map((n) => ({ attributes: { sku: `S${n}`, material: material(n) } }))
    await server.post('/products/batch', { items })
  }
  const count = async (value: string) =>
    (await server.get(`/products?filter[material]=${value}&limit=1`)).body.pagination.total
  const spellings = async () =>
    (await server.get('/quality/clusters?type=product&attribute=material&method=fingerprint')).body.data
  const before = await spellings()
  const body = { type: 'product', attribute: 'material', groups: [{ values: ['oak.'], to: 'Oak' }] }
  const tried = await server.post('/quality/clusters/merge', { ...body, dry_run: true })
  const changed = products - products / 50
  expect(tried.body.data).toMatchObject({ matching: changed, changed, edit_id: null })
  const asked = await server.post('/quality/clusters/merge', body)
  expect(asked.status).toBe(202)
  expect(asked.body.data).toMatchObject({
    name: 'cluster_merge',
    metadata: { workflow: 'cluster_merge', type: 'product' },
  })
  const { status, result, metadata, progress } = await server.endedJob(asked.body.data.id)
  expect(status).toBe('completed')
  expect(result).toEqual({
    ...tried.body.data,
    edit_id: metadata.edit_id,
    options: { removed: ['oak.'], kept: [] },
  })
  expect(progress).toMatchObject({ current: changed, total: changed })
  expect([await spellings(), await count('Oak')]).toEqual([[], changed])
  const undone = await server.post(`/edits/${metadata.edit_id}/undo`, {})
  expect(undone.body.summary).toMatchObject({ applied: changed, refused: 0 })
  expect(await spellings()).toEqual(before)
})
