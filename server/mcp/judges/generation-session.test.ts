import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const attributes = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'Material', key: 'material', ...text },
  {
    name: 'Description',
    key: 'description',
    ...text,
    ai_generated: true,
    custom_instructions: 'One sentence about {{product_name}}, of {{material}}.',
  },
]

interface Work {
  readonly id: string
  readonly label: string
  readonly attribute: string
  readonly prompt: string
}

function think({ id, label, attribute, prompt }: Work): object {
  const [, material = ''] = /of (oak|ash)/.exec(prompt) ?? /\n(oak|ash)\n/.exec(prompt) ?? []
  return {
    id,
    attribute,
    value: `${label} is made of ${material}.`,
    evidence: [{ source: 'attribute:material', quote: material }],
  }
}

test.each([
  ['2026-07-28', 'auto'],
  ['2025-11-25', 'legacy'],
] as const)(
  'without a provider the official client (%s) fills ten descriptions, which the owner accepts; its session is as recorded [MCP-16]',
  async (revision, mode) => {
    await using server = await testServer({ attributes })
    const items = Array.from({ length: 12 }, (_, n) => ({
      attributes: { product_name: `Chair ${n + 1}`, material: n % 2 === 0 ? 'oak' : 'ash' },
    }))
    await server.post('/products/batch', { items })
    const key = await server.issueKey(['read:products', 'propose:products'])
    const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
    const headers = { authorization: `Bearer ${key}` }
    const url = new URL(`${server.server.origin}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const session: object[] = []
    const call = async (name: string, args: Record<string, unknown>) => {
      const { structuredContent: answer, isError = false } = await client.callTool({ name, arguments: args })
      session.push({ tool: name, arguments: args, answer, isError })
      // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
      return answer as any
    }

    const about = { type: 'product', attributes: ['description'] }
    const work = await call('next_generation_work', { ...about, limit: 10 })
    await call('propose_values', { type: 'product', proposals: work.data.map(think) })
    const open = await call('list_proposals', { type: 'product', verified: true })
    expect(open.pagination.total).toBe(10)
    const rest = await call('next_generation_work', { ...about, limit: 10 })
    expect(rest.data).toHaveLength(2)
    await call('decide_proposals', { type: 'product', action: 'accept', where: {} })
    await client.close()
    await expect(recordOf(session)).toMatchFileSnapshot('recorded/generation-session.txt')

    const accepted = await server.asOwner({
      method: 'POST',
      path: '/api/v1/proposals/decide',
      headers: { 'vitrine-workspace': server.workspace.id },
      body: { type: 'product', action: 'accept', where: { verified: true } },
    })
    expect(accepted.body.summary).toMatchObject({ total: 10, accepted: 10 })
    const { body } = await server.get(
      '/products?filter[description][exists]=true&fields=description&limit=20',
    )
    expect(body.data.map(({ attributes: { description } }: DescribedProduct) => description)).toContain(
      'Chair 10 is made of ash.',
    )
    expect(body.pagination.total).toBe(10)
  },
)

interface DescribedProduct {
  readonly attributes: { readonly description: string }
}

/** Writes a session as text, with ids, times, marks of prompts and cursors replaced by their order. */
function recordOf(session: readonly object[]): string {
  const names = new Map<string, string>()
  const nameOf = (found: string, kind: string) => {
    const name = names.get(found) ?? `${kind}-${names.size + 1}`
    names.set(found, name)
    return name
  }
  const texts = new Set<string>()
  const once = (name: string, value: unknown) => {
    if (name !== 'system' && name !== 'output_schema') return value
    const text = JSON.stringify(value)
    if (texts.has(text)) return 'as above'
    texts.add(text)
    return value
  }
  return JSON.stringify(session, once, 2)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => nameOf(id, 'id'))
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4417')
    .replaceAll(/("next_cursor": )"[^"]*"/g, '$1"cursor"')
    .concat('\n')
}
