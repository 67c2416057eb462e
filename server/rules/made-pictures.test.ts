import sharp from 'sharp'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../index.ts'
import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from '../providers/testing/fake-provider.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const product = { entity_type: 'product' }
const attributes = [
  {
    ...product,
    name: 'Product name',
    key: 'product_name',
    data_type: 'single_line_text_field',
    is_primary: true,
  },
  { ...product, name: 'Photo', key: 'photo', data_type: 'image' },
  {
    ...product,
    name: 'Scene',
    key: 'scene',
    data_type: 'image',
    ai_generated: true,
    custom_instructions: 'Show {{product_name}} in a room.',
    image_model: 'gpt-image-1',
    aspect_ratio: 'Portrait',
    image_count: 3,
    selected_tools: ['includeImages'],
    vision_image_attributes: ['photo'],
  },
  {
    ...product,
    name: 'Clip',
    key: 'clip',
    data_type: 'video',
    ai_generated: true,
    custom_instructions: 'Turn {{product_name}} around.',
    video_model: 'veo3.1',
    aspect_ratio: 'Landscape',
  },
]

let fake: FakeProvider | undefined
afterEach(() => fake?.close())

interface StartedServer {
  readonly server: TestServer
  readonly ids: string[]
}

const price = { input: 1, output: 10, image: 0.04, video: 0.1 }

async function start(
  kind: 'openai' | 'google',
  {
    options = {},
    names = ['Oak chair', 'Ash table'],
  }: { options?: FakeProviderOptions; names?: string[] } = {},
): Promise<StartedServer> {
  fake = await startFakeProvider(options)
  const server = await testServer({ attributes })
  const ids: string[] = []
  for (const name of names) {
    const { body } = await server.post('/products', { attributes: { product_name: name } })
    ids.push(body.data.id)
  }
  const provider = { name: 'Fake', kind, base_url: fake.baseUrl(kind), price }
  const added = await server.asOwner({ method: 'POST', path: '/app/v1/providers', body: provider })
  expect(added.status).toBe(201)
  return { server, ids }
}

const ask = ({ server }: StartedServer, path: string, body?: object) =>
  server.asOwner({ method: body ? 'POST' : 'GET', path: `/api/v1${path}`, ...(body && { body }) })

async function run(started: StartedServer, body: object) {
  const answered = await ask(started, '/generations', { type: 'product', filter: '', budget: 10, ...body })
  expect(answered.body).toMatchObject({ data: { name: 'generation' } })
  return started.server.endedJob(answered.body.data.id)
}

const proposals = async ({ server }: StartedServer) => (await server.get('/proposals?type=product')).body.data

test('[MAKE-03] pictures are files, of which one is proposed and the others stand beside it, and accepting another takes that one', async () => {
  const started = await start('openai')
  const { server, ids } = started
  await using _ = server
  const sent = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(sent)]), 'red.png')
  const stored = await fetch(`${server.server.origin}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}` },
    body: form,
  })
  const { data } = (await stored.json()) as { data: { path: string } }
  await server.patch(`/products/${ids[0]}`, { attributes: { photo: data.path } })

  const estimate = await ask(started, '/generations/estimate', {
    type: 'product',
    filter: '',
    attributes: ['scene'],
  })
  expect(estimate.body.data).toMatchObject({ model: 'gpt-image-1', to_generate: 2 })
  expect(estimate.body.data.cost.low).toBeCloseTo(0.24, 9)
  expect(estimate.body.data.cost.high).toBeCloseTo(0.24, 9)

  const { result, id: job } = await run(started, { attributes: ['scene'] })
  expect(result).toMatchObject({ proposed: 2, failed: 0, unsettled: { calls: 0 } })
  expect(result.cost).toBeCloseTo(fake?.charged({ ...price, input: 0, output: 0 }) ?? 0, 9)
  expect(fake?.calls).toHaveLength(2)
  const [seeing] = fake?.calls.filter(({ images }) => images === 1) ?? []
  expect(seeing).toMatchObject({ count: 3, model: 'gpt-image-1', body: { size: '1024x1536' } })
  expect(seeing?.prompt).toContain('Oak chair')

  const [proposal] = await proposals(started)
  expect(proposal).toMatchObject({ value: expect.stringMatching(/^files\/[0-9a-f]{64}\.png$/), evidence: [] })
  expect(new Set([proposal.value, ...proposal.alternatives]).size).toBe(3)
  const [, other] = proposal.alternatives
  await server.post('/proposals/decide', {
    type: 'product',
    decisions: [{ id: proposal.id, action: 'accept', value: other }],
  })
  const read = await server.get(`/products/${proposal.entity.id}`)
  expect(read.body.data.attributes.scene).toBe(other)
  const provenance = await server.get(`/products/${proposal.entity.id}/provenance`)
  expect(provenance.body.data).toMatchObject([{ attribute: 'scene', state: 'generated' }])

  const details = await server.get(`/${other}/details`)
  expect(details.body.data).toMatchObject({
    path: other,
    media_type: 'image/png',
    generated_by: { model: 'gpt-image-1', job_id: job, provider: proposal.provider },
  })
  expect((await server.get(`/${data.path}/details`)).body.data).toMatchObject({ generated_by: null })
  const bytes = await fetch(`${server.server.origin}/api/v1/${other}`, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  const { xmpAsString } = await sharp(await bytes.arrayBuffer()).metadata()
  expect(xmpAsString).toContain('trainedAlgorithmicMedia')
})

test('[MAKE-03] a picture that a model does not make fails alone, in its words', async () => {
  const started = await start('google')
  await using _ = started.server
  const body = { attributes: ['scene'] }
  await started.server.patch('/attributes/scene?type=product', { image_model: 'nano-banana', image_count: 1 })
  fake?.next.push({ fault: 'redirect' })
  const { result } = await run(started, { ...body, ids: [started.ids[0]], filter: undefined })
  expect(result).toMatchObject({ failed: 1, cost: 0, errors: [{ attribute: 'scene', issue: 'refused' }] })
  expect((await run(started, body)).result).toMatchObject({ proposed: 2 })
  expect(fake?.calls.at(-1)).toMatchObject({ model: 'gemini-2.5-flash-image' })
})

test('[MAKE-06] a video is ordered, waited for and paid by the second', async () => {
  const started = await start('google', { names: ['Oak chair'] })
  await using _ = started.server
  const { result } = await run(started, { attributes: ['clip'] })
  expect(result).toMatchObject({ proposed: 1, cost: 0.8 })
  const [proposal] = await proposals(started)
  expect(proposal.value).toMatch(/^files\/[0-9a-f]{64}\.mp4$/)
  expect((await started.server.get(`/${proposal.value}/details`)).body.data).toMatchObject({
    media_type: 'video/mp4',
    generated_by: { model: 'veo-3.1-generate-preview' },
  })
})

test('[MAKE-06] a run that was cut off waits for the video that it has ordered, and pays once', async () => {
  const started = await start('google', { names: ['Oak chair'], options: { holdsVideos: true } })
  const { server } = started
  await using _ = server
  const answered = await ask(started, '/generations', {
    type: 'product',
    filter: '',
    attributes: ['clip'],
    budget: 1,
  })
  const path = `/api/v1/jobs/${answered.body.data.id}`
  const spent = async () => (await ask(started, '/generations/spend')).body.data
  await vi.waitFor(async () => expect(await spent()).toMatchObject([{ cost: 0.8 }]), { timeout: 60_000 })
  await server.server.close()

  if (fake) fake.options = {}
  const again = await startServer({ dataDir: server.dataDir, port: 0, threadEntry: runHere })
  onTestFinished(() => again.close())
  const headers = { authorization: `Bearer ${server.key}` }
  const read = async () => (await sendRequest(again.origin, { method: 'GET', path, headers })).body.data
  await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'completed' }), {
    timeout: 60_000,
  })
  expect((await read()).result).toMatchObject({ proposed: 1, cost: 0.8, unsettled: { calls: 0 } })
  expect(fake?.book).toHaveLength(1)
})
