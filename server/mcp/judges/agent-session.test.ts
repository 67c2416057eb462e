import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogServer, startCatalog } from './catalog-server.ts'

let catalog: CatalogServer
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog[Symbol.asyncDispose]())

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  const url = new URL(`${catalog.origin}/mcp`)
  const headers = { authorization: `Bearer ${catalog.key}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** The client itself validates every answer against the tool's output schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError } = await client.callTool({ name, arguments: args })
  expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.anything()])
  return structuredContent
}

test.each([
  ['2026-07-28', 'auto'],
  ['2025-11-25', 'legacy'],
] as const)(
  'an agent of the revision %s reads the schema, finds what is missing, fills it in and sees the events [MCP-06] [MCP-10]',
  async (revision, mode) => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(62)

    const { data: schema } = await call(client, 'describe_schema', { type: 'product' })
    const [product] = schema.types
    expect(product.count).toBeGreaterThan(100)
    const key = `note_${mode}`
    await call(client, 'create_attribute', {
      name: `Note ${mode}`,
      key,
      entity_type: 'product',
      data_type: 'single_line_text_field',
    })

    const ids: string[] = []
    const lacking = { type: 'product', filter: { [key]: { exists: false } }, fields: ['sku'], limit: 150 }
    for (let cursor: string | undefined; ;) {
      const page = await call(client, 'list_entities', { ...lacking, ...(cursor && { cursor }) })
      ids.push(...page.data.map(({ id }: { id: string }) => id))
      if (!page.pagination.has_more) break
      cursor = page.pagination.next_cursor
    }
    expect(ids).toHaveLength(product.count)

    for (let from = 0; from < ids.length; from += 100) {
      const items = ids
        .slice(from, from + 100)
        .map((id) => ({ id, attributes: { [key]: `Looked at ${id}` } }))
      const { summary } = await call(client, 'batch_entities', { type: 'product', items })
      expect(summary).toMatchObject({ updated: items.length, failed: 0 })
    }

    const after = await call(client, 'list_entities', lacking)
    expect(after.pagination.total).toBe(0)
    const events = await call(client, 'list_events', {
      via: 'mcp',
      attribute: key,
      type: 'product',
      limit: 1,
    })
    expect(events.pagination.total).toBe(ids.length)
    expect(events.data[0]).toMatchObject({
      event: 'entity.updated',
      actor: { type: 'api_key', name: 'Judge' },
      via: 'mcp',
      changes: [{ attribute: key, old: null, new: `Looked at ${ids.at(-1)}` }],
    })
    await client.close()
  },
)

test('resources and prompts are there for the client; a refusal is a result, not a failure of the call', async () => {
  const client = await connect('auto')
  const { resources } = await client.listResources()
  const { contents } = await client.readResource({ uri: 'vitrine://schema/vendor' })
  const { messages } = await client.getPrompt({
    name: 'enrich_missing_values',
    arguments: { type: 'vendor' },
  })
  const refused = await client.callTool({
    name: 'create_entity',
    arguments: { type: 'product', attributes: { nope: 1 } },
  })

  expect(resources.map(({ uri }) => uri)).toContain('vitrine://schema/vendor')
  expect(contents).toHaveLength(1)
  expect(messages).toHaveLength(2)
  expect(refused.isError).toBe(true)
  expect(refused.structuredContent).toMatchObject({ error: { code: 'validation_failed' } })
  await client.close()
})
