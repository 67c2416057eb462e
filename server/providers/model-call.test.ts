import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type ProviderKind, providerKinds, structuredOutputs } from '#shared/providers.ts'
import {
  callModel,
  canSearchWeb,
  type PictureRequest,
  takesPictures,
  type TextRequest,
  type VideoRequest,
  ModelCallError,
} from './model-call.ts'
import { type FakeProvider, type FakeProviderOptions, startFakeProvider } from './testing/fake-provider.ts'
import { briefVideo, citedUrl, onePixel } from './testing/fake-wire.ts'

let fake: FakeProvider
afterEach(() => fake.close())

const schema = {
  type: 'object',
  properties: { value: { type: ['string', 'null'] }, evidence: { type: 'array', items: { type: 'object' } } },
  required: ['value', 'evidence'],
  additionalProperties: false,
}
const good = { value: 'A chair of oak', evidence: [] }

async function start(options: FakeProviderOptions = {}): Promise<void> {
  fake = await startFakeProvider({ answer: () => good, ...options })
}

const key = 'sk-secret-1234'

function requestOf(kind: ProviderKind = 'openai_compatible', more: Partial<TextRequest> = {}): TextRequest {
  return {
    kind: 'text',
    provider: { kind, baseUrl: fake.baseUrl(kind), key },
    model: 'fake-small',
    system: 'You write for a shop.',
    prompt: 'Describe the chair.',
    images: [],
    schema,
    structuredOutput: 'json_schema',
    webSearch: false,
    maxOutputTokens: 500,
    timeoutMs: 10_000,
    ...more,
  }
}

const never = new AbortController().signal

async function failureOf(more: Partial<TextRequest> = {}, kind?: ProviderKind): Promise<ModelCallError> {
  const error: unknown = await callModel(requestOf(kind, more), never).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ModelCallError)
  return error as ModelCallError
}

describe.each(providerKinds)('a provider of kind %s [PROV-07]', (kind) => {
  test.each(structuredOutputs)('answers by %s', async (structuredOutput) => {
    await start()
    const answer = await callModel(requestOf(kind, { structuredOutput }), never)
    expect(answer.value).toEqual(good)
    const [call] = fake.calls
    expect(call).toMatchObject({ model: 'fake-small', prompt: 'Describe the chair.', key })
    expect(call?.system).toContain('You write for a shop.')
    expect(fake.book).toEqual([{ model: 'fake-small', ...answer.usage, pictures: 0, seconds: 0 }])
    expect(JSON.stringify(call?.body)).toContain('evidence')
    expect(call?.schema !== undefined).toBe(structuredOutput === 'json_schema')
  })

  test.skipIf(kind === 'anthropic')('makes embeddings of several values at once', async () => {
    await start({ embed: (text) => [text.length, 1] })
    const provider = { kind, baseUrl: fake.baseUrl(kind), key }
    const values = ['Red', 'Crimson']
    const asked = { kind: 'embedding', provider, model: 'fake-small', values, timeoutMs: 10_000 } as const
    const { vectors } = await callModel(asked, never)
    expect(vectors).toEqual([
      [3, 1],
      [7, 1],
    ])
    expect(fake.calls).toMatchObject([{ model: 'fake-small', count: 2, key }])
  })

  test('is shown pictures', async () => {
    await start()
    const images = [{ bytes: new Uint8Array([137, 80, 78, 71]), mediaType: 'image/png' }]
    await callModel(requestOf(kind, { images }), never)
    expect(fake.calls[0]?.images).toBe(1)
  })

  test.each([
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['quota', 'quota'],
    ['server_error', 'server_error'],
    ['cut', 'unreachable'],
    ['redirect', 'refused'],
    ['page', 'refused'],
    ['no_json', 'not_json'],
  ] as const)('fails for %s', async (fault, reason) => {
    await start()
    fake.next.push({ fault })
    const failure = await failureOf(fault === 'no_json' ? { structuredOutput: 'text' } : {}, kind)
    expect(failure.reason).toBe(reason)
    expect(fake.calls).toHaveLength(1)
  })

  test.each(['fences', 'prose'] as const)('is read where JSON stands in %s', async (fault) => {
    await start()
    fake.next.push({ fault })
    const { value } = await callModel(requestOf(kind, { structuredOutput: 'text' }), never)
    expect(value).toEqual(good)
  })

  test('counts as it says, and where it does not say, nobody knows', async () => {
    await start()
    fake.next.push({ fault: 'usage', usage: { input: 3, output: 4 } }, { fault: 'usage', usage: null })
    expect((await callModel(requestOf(kind), never)).usage).toEqual({ input: 3, output: 4 })
    // Anthropic always counts: an answer without counts is not from Anthropic.
    const untold = await callModel(requestOf(kind), never).catch((error: unknown) => error)
    const nobodyKnows = { usage: { input: null, output: null } }
    expect(untold).toMatchObject(kind === 'anthropic' ? { reason: 'refused' } : nobodyKnows)
  })

  test('that speaks as another kind does fails this call, and says what to check', async () => {
    await start()
    fake.next.push({ fault: 'foreign' })
    const { reason, message } = await failureOf({}, kind)
    expect(reason).toBe(kind === 'google' ? 'not_json' : 'refused')
    expect(message).toContain(
      kind === 'google' ? 'did not answer with JSON' : 'Check its kind and its address',
    )
  })

  test('is not waited for longer than asked', async () => {
    await start()
    fake.next.push({ fault: 'hang' })
    expect(await failureOf({ timeoutMs: 200 }, kind)).toMatchObject({ reason: 'timeout' })
  })

  test('says how long to wait', async () => {
    await start()
    fake.next.push({ fault: 'rate_limited', retryAfterSeconds: 7 })
    expect(await failureOf({}, kind)).toMatchObject({
      reason: 'rate_limited',
      retryAfterMs: 7000,
      message: 'Rate limit reached.',
    })
  })
})

test('an answer without JSON tells what it used', async () => {
  await start()
  fake.next.push({ fault: 'no_json' })
  const failure = await failureOf()
  expect(failure).toMatchObject({ reason: 'not_json', text: 'I am sorry, I would rather talk.' })
  expect(fake.book[0]).toMatchObject({ ...failure.usage })
})

test('a call that is cancelled ends with the reason of the signal', async () => {
  await start()
  const stop = new AbortController()
  const calling = callModel(requestOf(), stop.signal)
  fake.next.push({ fault: 'hang' })
  const reason = new Error('The job was cancelled.')
  setTimeout(() => stop.abort(reason), 50)
  await expect(calling).rejects.toBe(reason)
})

test('where nothing listens the failure says so', async () => {
  await start()
  const baseUrl = fake.baseUrl('openai_compatible')
  await fake.close()
  fake = await startFakeProvider()
  const failure = await failureOf({ provider: { kind: 'openai_compatible', baseUrl } })
  expect(failure).toMatchObject({ reason: 'unreachable' })
  expect(failure.message).toContain('Nothing answers at the address')
})

test.each(providerKinds.filter(canSearchWeb))('%s searches the web itself', async (kind) => {
  await start()
  const { sources, value } = await callModel(
    requestOf(kind, { webSearch: true, model: 'gemini-2.5-flash' }),
    never,
  )
  expect(value).toEqual(good)
  expect(fake.calls[0]?.webSearch).toBe(true)
  expect(sources).toEqual([citedUrl])
})

test('the key is in no word of a failure', async () => {
  await start({ key: 'another' })
  const failure = await failureOf()
  expect(JSON.stringify({ ...failure, message: failure.message, stack: failure.stack })).not.toContain(key)
})

function pictureRequestOf(kind: ProviderKind, more: Partial<PictureRequest> = {}): PictureRequest {
  const provider = { kind, baseUrl: fake.baseUrl(kind), key }
  const model = kind === 'google' ? 'gemini-2.5-flash-image' : 'gpt-image-1'
  return {
    kind: 'image',
    provider,
    model,
    prompt: 'A chair',
    count: 2,
    aspectRatio: '4:3',
    images: [],
    timeoutMs: 10_000,
    ...more,
  }
}

describe.each(['openai_compatible', 'openai', 'google'] as const)('pictures of %s [PROV-07]', (kind) => {
  test('are as many as asked for, in the form nearest to the ratio', async () => {
    await start()
    const { pictures, usage } = await callModel(pictureRequestOf(kind), never)
    expect(pictures.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/png'])
    expect(Buffer.from(pictures[0]?.bytes ?? []).toString('base64')).toBe(onePixel(0))
    expect(fake.book.reduce((sum, charge) => sum + charge.pictures, 0)).toBe(2)
    expect(fake.book.reduce((sum, { input }) => sum + input, 0)).toBe(usage.input)
    expect(JSON.stringify(fake.calls[0]?.body)).toContain(kind === 'google' ? '4:3' : '1536x1024')
    expect(fake.calls[0]).toMatchObject({ prompt: 'A chair', key })
  })

  test('fail as texts do', async () => {
    await start()
    fake.next.push({ fault: 'rate_limited', retryAfterSeconds: 3 })
    const failing = callModel(pictureRequestOf(kind, { count: 1 }), never)
    await expect(failing).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 3000 })
    expect(fake.calls).toHaveLength(1)
  })
})

test.each(['openai', 'google'] as const)('pictures to go by are sent to %s [PROV-07]', async (kind) => {
  await start()
  const picture = { bytes: Buffer.from(onePixel(7), 'base64'), mediaType: 'image/png' }
  const asked = pictureRequestOf(kind, { count: 1, images: [picture, picture], model: 'gpt-image-1' })
  const model = kind === 'google' ? 'gemini-2.5-flash-image' : 'gpt-image-1'
  expect(takesPictures(kind, model)).toBe(true)
  const { pictures } = await callModel({ ...asked, model }, never)
  expect(pictures).toHaveLength(1)
  expect(fake.calls).toMatchObject([{ images: 2, prompt: 'A chair' }])
})

test('of several pictures of Google those that came are kept where one failed [PROV-07]', async () => {
  await start()
  fake.next.push({ fault: 'server_error' })
  const { pictures } = await callModel(pictureRequestOf('google', { count: 3 }), never)
  expect(pictures).toHaveLength(2)
  expect(fake.book.reduce((sum, charge) => sum + charge.pictures, 0)).toBe(2)
})

test('who makes no pictures says so [PROV-07]', async () => {
  await start()
  const asking = callModel(pictureRequestOf('anthropic'), never)
  await expect(asking).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringContaining('makes no pictures'),
  })
  expect(fake.calls).toEqual([])
})

describe('videos of Google [PROV-07]', () => {
  const requestFor = (more: Partial<VideoRequest> = {}): VideoRequest => ({
    kind: 'video',
    provider: { kind: 'google', baseUrl: fake.baseUrl('google'), key },
    model: 'veo-3.1-generate-preview',
    prompt: 'A chair turns',
    aspectRatio: '16:9',
    seconds: 4,
    firstLookMs: 10,
    timeoutMs: 10_000,
    ...more,
  })

  test('are ordered, waited for and fetched without the key', async () => {
    await start({ key })
    const orders: unknown[] = []
    const { video, seconds } = await callModel(
      requestFor({ onOrdered: async (order) => void orders.push(order) }),
      never,
    )
    expect([Buffer.from(video.bytes), video.mediaType, seconds]).toEqual([briefVideo, 'video/mp4', 4])
    expect(fake.calls).toMatchObject([{ prompt: 'A chair turns', model: 'veo-3.1-generate-preview' }])
    expect(fake.charged({ input: 0, output: 0, video: 0.4 })).toBeCloseTo(1.6)
    expect(fake.fetched).toHaveLength(1)
    expect(fake.fetched.join()).not.toContain(key)
    expect(JSON.parse(JSON.stringify(orders))).toEqual(orders)
    expect(orders).toHaveLength(1)
  })

  test('that were ordered are not ordered again', async () => {
    await start()
    let order: unknown
    const stop = new AbortController()
    const onOrdered = async (taken: unknown) => {
      order = taken
      stop.abort(new Error('The program ends.'))
    }
    await expect(callModel(requestFor({ onOrdered }), stop.signal)).rejects.toThrow('The program ends.')
    const { video } = await callModel(requestFor({ order }), never)
    expect(Buffer.from(video.bytes)).toEqual(briefVideo)
    expect(fake.book).toHaveLength(1)
  })

  test('are made by nobody else', async () => {
    await start()
    const provider = { kind: 'openai', baseUrl: fake.baseUrl('openai') } as const
    await expect(callModel(requestFor({ provider }), never)).rejects.toMatchObject({ reason: 'refused' })
    expect(fake.calls).toEqual([])
  })
})

test('the key does not go where a picture is said to lie [PROV-03]', async () => {
  await using elsewhere = await listenForKeys()
  await start({ pictureUrl: elsewhere.url })
  await callModel(pictureRequestOf('openai_compatible'), never).catch(() => undefined)
  expect(elsewhere.requests.join()).not.toContain(key)
})

async function listenForKeys() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(JSON.stringify(request.headers))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: `http://127.0.0.1:${port}/picture.png`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
