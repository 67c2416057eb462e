import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'Product name', key: 'product_name', ...text, is_primary: true },
      {
        name: 'Description',
        key: 'description',
        ...text,
        ai_generated: true,
        custom_instructions: 'One sentence about {{product_name}}.',
      },
    ],
  })
  for (let n = 1; n <= 12; n += 1)
    await server.post('/products', { attributes: { product_name: `Oak chair ${n}` } })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Work {
  readonly id: string
  readonly prompt: string
  readonly output_schema: { readonly required: readonly string[] }
}

test('an agent fills ten descriptions by its own thinking, and the owner accepts them [MCP-16]', async () => {
  const about = { type: 'product', attributes: ['description'] }
  const { body } = await callTool(server, 'next_generation_work', { ...about, limit: 10 })
  const work: Work[] = body.data
  expect(work).toHaveLength(10)
  for (const { prompt, output_schema: schema } of work) {
    expect(prompt).toMatch(/Oak chair \d+/)
    expect(schema.required).toContain('value')
  }

  const proposals = work.map(({ id, prompt }) => {
    const [name = ''] = /Oak chair \d+/.exec(prompt) ?? []
    const evidence = [{ source: 'attribute:product_name', quote: name }]
    return { id, attribute: 'description', value: `${name} lasts.`, evidence }
  })
  const proposed = await callTool(server, 'propose_values', { type: 'product', proposals })
  expect(proposed.body.summary).toMatchObject({ proposed: 10, refused: 0 })
  expect((await callTool(server, 'next_generation_work', about)).body.data).toHaveLength(2)

  const open = await callTool(server, 'list_proposals', { type: 'product' })
  expect(open.body.data[0]).toMatchObject({ origin: 'agent', evidence: [{ verified: true }] })
  const owner = await server.asOwner({
    method: 'POST',
    path: '/api/v1/proposals/decide',
    headers: { 'vitrine-workspace': server.workspace.id },
    body: { type: 'product', action: 'accept', where: { verified: true } },
  })
  expect(owner.body.summary).toMatchObject({ accepted: 10 })
  const { body: first } = await server.get(`/products/${work[0]?.id}`)
  expect(first.data.attributes.description).toMatch(/lasts\.$/)
  const provenance = await server.get(`/products/${work[0]?.id}/provenance`)
  expect(provenance.body.data).toMatchObject([{ attribute: 'description', state: 'generated' }])
})

test('without a provider a run says what to add, and proposing needs its own scope or that to write [MCP-16]', async () => {
  const about = { type: 'product', attributes: ['description'], filter: {} }
  const refused = await callTool(server, 'start_generation', about)
  expect(refused).toMatchObject({ isError: true })
  expect(refused.text).toContain('no_provider')

  const value = [{ id: crypto.randomUUID(), attribute: 'description', value: 'x' }]
  const as = async (...scopes: Parameters<TestServer['issueKey']>[0]) => {
    const headers = { authorization: `Bearer ${await server.issueKey(scopes)}` }
    return callTool(server, 'propose_values', { type: 'product', proposals: value }, headers)
  }
  expect((await as('read:products')).text).toContain('insufficient_scope')
  expect((await as('propose:products')).body.summary).toMatchObject({ refused: 1 })
  expect((await as('write:products')).body.summary).toMatchObject({ refused: 1 })
})
