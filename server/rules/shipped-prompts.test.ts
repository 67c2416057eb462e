import { afterEach, beforeEach, expect, test } from 'vitest'
import { shippedPrompt } from '#shared/shipped-prompts.ts'
import { type FakeProvider, startFakeProvider } from '../providers/testing/fake-provider.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const product = { entity_type: 'product', data_type: 'single_line_text_field' }
const attributes = [
  { ...product, name: 'Artikel', key: 'artikel', is_primary: true },
  { ...product, name: 'Titel', key: 'titel' },
  { ...product, name: 'Kurztext', key: 'kurztext', semantic_type: 'meta_description' },
  { ...product, name: 'EAN', key: 'ean', semantic_type: 'gtin' },
]

let fake: FakeProvider
let server: TestServer

beforeEach(async () => {
  const answer = () => ({ value: 'A chair of oak.', evidence: [], note: null })
  fake = await startFakeProvider({
    answer: ({ schema }) =>
      JSON.stringify(schema)?.includes('quince') ? { fruit: 'quince', count: 1 } : answer(),
  })
  server = await testServer({ attributes })
  await server.post('/products', { attributes: { artikel: 'Chair' } })
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/providers',
    body: {
      name: 'Local',
      kind: 'openai_compatible',
      base_url: fake.baseUrl('openai_compatible'),
      models: { text: 'small' },
    },
  })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await fake.close()
})

const estimate = async (body: object) =>
  (await server.post('/generations/estimate', { type: 'product', filter: '', ...body })).body

test('a run writes an attribute by the prompt that ships for its meaning, and its definition stays [RUN-13]', async () => {
  const { data } = await estimate({ attributes: ['kurztext'] })
  expect(data.to_generate).toBe(1)
  expect(data.samples[0].prompt).toContain(shippedPrompt('meta_description'))
  const started = await server.post('/generations', {
    type: 'product',
    filter: '',
    attributes: ['kurztext'],
    mode: 'apply',
  })
  expect((await server.endedJob(started.body.data.id)).result).toMatchObject({ applied: 1, failed: 0 })
  const [row] = (await server.get('/products')).body.data
  expect(row.attributes.kurztext).toBe('A chair of oak.')
  const { attributes: provenance } = (await server.get(`/products/${row.id}/provenance`)).body.data
  expect(provenance ?? []).not.toContainEqual(expect.objectContaining({ state: 'stale' }))
  const definitions = (await server.get('/attributes?type=product')).body.data
  expect(definitions.map((one: { ai_generated: boolean }) => one.ai_generated)).not.toContain(true)
})

test('what is looked up and not written is refused, and so is a text without a meaning [RUN-13]', async () => {
  const { error } = await estimate({ attributes: ['ean', 'titel'] })
  expect(error.field_errors).toMatchObject([
    { field: 'attributes[0]', issue: 'not_generated' },
    { field: 'attributes[1]', issue: 'not_generated' },
  ])
})

test('a channel has the fields written that it lacks, within their length, where it is on [RUN-13]', async () => {
  const ask = { attributes: ['titel'], channel: 'google_merchant' }
  expect((await estimate(ask)).error.field_errors[0]).toMatchObject({
    field: 'channel',
    issue: 'invalid_value',
  })
  const enabled = await server.asOwner({ method: 'POST', path: '/app/v1/channels/google_merchant/enable' })
  expect(enabled.status).toBe(200)
  const { data } = await estimate(ask)
  expect(data.samples[0].prompt).toContain(shippedPrompt('name'))
  expect(data.samples[0].prompt).toContain('Its length lies at 150 characters or below.')
  const listed = await server.asOwner({ method: 'GET', path: '/app/v1/channels/google_merchant/prompts' })
  expect(listed.body.data.map(({ attribute }: { attribute: string }) => attribute)).toEqual(['titel'])
})
