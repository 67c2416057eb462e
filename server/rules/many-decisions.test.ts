import { expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const keys = Array.from({ length: 11 }, (_, n) => `note_${n}`)
const products = 1000

async function startFull(): Promise<{ server: TestServer; ids: string[] }> {
  const server = await testServer({
    attributes: [
      { name: 'SKU', key: 'sku', ...text, is_primary: true },
      ...keys.map((key) => ({ name: key, key, ...text })),
    ],
  })
  const ids: string[] = []
  for (let batch = 0; batch < products / 100; batch++) {
    const items = Array.from({ length: 100 }, (_, n) => ({ attributes: { sku: `S${batch * 100 + n}` } }))
    const { body } = await server.post('/products/batch', { items })
    ids.push(...body.data.map(({ id }: { id: string }) => id))
  }
  for (const attribute of keys) {
    const proposals = ids.map((id) => ({ id, attribute, value: `${attribute} of it` }))
    const { body } = await server.post('/proposals', { type: 'product', proposals })
    expect(body.summary.proposed).toBe(products)
  }
  return { server, ids }
}

const countOf = async (server: TestServer, status: string) =>
  (await server.get(`/proposals?type=product&status=${status}&limit=1`)).body.pagination.total

test('more than ten thousand proposals are decided by a job, and one undo opens them again [PROPOSE-08]', async () => {
  const { server, ids } = await startFull()
  await using _ = server
  await server.patch(`/products/${ids[0]}`, { attributes: { note_0: 'by hand' } })
  const asked = await server.post('/proposals/decide', { type: 'product', action: 'accept', where: {} })
  expect(asked.status).toBe(202)
  expect(asked.body.data).toMatchObject({ name: 'decide_proposals', metadata: { type: 'product' } })
  const { result, status, metadata } = await server.endedJob(asked.body.data.id)
  const all = keys.length * products
  expect([status, result]).toEqual([
    'completed',
    {
      edit_id: metadata.edit_id,
      matched: all,
      accepted: all - 1,
      rejected: 0,
      changed_meanwhile: 1,
      refused: 0,
      errors: [],
      errors_truncated: false,
    },
  ])
  const { body: read } = await server.get(`/products/${ids[1]}`)
  expect(read.data.attributes).toMatchObject({ note_0: 'note_0 of it', note_10: 'note_10 of it' })
  expect([await countOf(server, 'open'), await countOf(server, 'accepted')]).toEqual([1, all - 1])

  const undone = await server.post(`/edits/${result.edit_id}/undo`)
  expect(undone.status).toBe(202)
  expect((await server.endedJob(undone.body.data.id)).status).toBe('completed')
  expect([await countOf(server, 'open'), await countOf(server, 'accepted')]).toEqual([all, 0])
})

test('an agent decides many by a job too, and what its filter leaves out stays open [PROPOSE-08] [MCP-16]', async () => {
  const { server } = await startFull()
  await using _ = server
  const reject = { type: 'product', action: 'reject' }
  const one = await callTool(server, 'decide_proposals', {
    ...reject,
    where: { attribute: 'note_0', filter: { sku: 'S7' } },
  })
  expect(one.body.summary).toMatchObject({ total: 1, rejected: 1 })
  const listed = await callTool(server, 'list_proposals', { type: 'product', filter: { sku: 'S8' } })
  expect(listed.body.pagination.total).toBe(keys.length)

  const many = await callTool(server, 'decide_proposals', { ...reject, where: {} })
  const { status, result } = await server.endedJob(many.body.data.id)
  expect([status, result.rejected, result.edit_id]).toEqual(['completed', keys.length * products - 1, null])
})
