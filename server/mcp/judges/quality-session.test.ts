import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogServer, startCatalog } from './catalog-server.ts'

let catalog: CatalogServer
let client: Client
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.asOwner('PATCH', '/settings', { keys_may_merge: true })
  client = new Client({ name: 'mender', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${catalog.key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${catalog.origin}/mcp`), { requestInit: { headers } }),
  )
})
afterAll(async () => {
  await client.close()
  await catalog[Symbol.asyncDispose]()
})

/** The client itself validates every answer against the tool's output schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
async function call(name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError } = await client.callTool({ name, arguments: args })
  expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.anything()])
  return structuredContent
}

test('an agent mends a catalog: finds what is wrong, makes spellings one, merges what is there twice, and the history tells it [MCP-20] [MCP-21] [MCP-22]', async () => {
  const type = 'product'
  await call('create_attribute', { name: 'Wood', entity_type: type, data_type: 'single_line_text_field' })
  const made = await call('batch_entities', {
    type,
    items: ['Walnut', 'walnut ', 'WALNUT'].map((wood, index) => ({
      attributes: { sku: `MEND-${index}`, product_name: `Mended ${index}`, wood, price: 10 + index },
    })),
  })
  expect(made.summary.failed).toBe(0)
  const mended = { sku: { starts_with: 'MEND-' } }

  const { data: quality } = await call('get_quality', { type })
  expect(quality.score).toBeGreaterThanOrEqual(0)
  const findings = await call('list_findings', { type, filter: mended, limit: 5 })
  expect(findings.pagination.total).toBeGreaterThanOrEqual(findings.data.length)

  const woods = { type, attribute: 'wood' }
  const clusters = await call('cluster_values', { ...woods, method: 'fingerprint', filter: mended })
  expect(clusters.data).toHaveLength(1)
  const values = clusters.data[0].values.map(({ value }: { value: string }) => value)
  expect(values.toSorted()).toEqual(['WALNUT', 'Walnut', 'walnut '])
  const merged = await call('merge_values', { ...woods, groups: [{ values, to: 'Walnut' }] })
  expect(merged.data).toMatchObject({ changed: 2 })

  const { data: search } = await call('find_duplicates', { type, by: ['title'], filter: mended })
  for (let status = 'queued'; status !== 'completed';)
    ({ status } = (await call('get_job', { id: search.id })).data)
  const twice = await call('list_duplicates', { type })
  expect(twice.data.every(({ reasons }: { reasons: { by: string }[] }) => reasons.length > 0)).toBe(true)

  const { data: three } = await call('list_entities', { type, filter: mended, sort: ['sku'] })
  const [keep, ...others] = three.map(({ id }: { id: string }) => id)
  const one = await call('merge_entities', { type, keep, merge: others, values: { price: others[1] } })
  expect(one.data).toMatchObject({
    merged: others,
    entity: { attributes: { price: 12, wood: 'Walnut' } },
  })
  expect((await call('list_entities', { type, filter: mended })).pagination.total).toBe(1)

  const { data: history } = await call('list_events', { type, id: keep })
  const by = { via: 'mcp', actor: { type: 'api_key', name: 'Judge' } }
  expect(history).toMatchObject([
    { event: 'entity.updated', ...by },
    { event: 'entity.created', ...by },
  ])
  expect(history[0].changes).toContainEqual({ attribute: 'price', old: 10, new: 12 })
  const { data: gone } = await call('list_events', { via: 'mcp', event: 'entity.deleted' })
  expect(gone.map(({ entity }: { entity: { id: string } }) => entity.id).toSorted()).toEqual(
    others.toSorted(),
  )
})
