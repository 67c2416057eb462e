import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import type { Api, StreamOptions } from './client.ts'
import { holdingReload } from './session.ts'
import { openEventStream, type StreamState } from './event-stream.ts'

type Connection = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

function streamingApi(workspaceId: string) {
  const asked: (string | undefined)[] = []
  const connections: Connection[] = []
  const api = {
    workspaceId,
    async open(_path: string, { headers }: StreamOptions = {}) {
      asked.push(headers?.['last-event-id'])
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (one) => void connections.push(one) })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  } as unknown as Api
  const send = (sequence: number): void =>
    connections
      .at(-1)
      ?.enqueue(new TextEncoder().encode(`id: ${sequence}\ndata: {"sequence":${sequence}}\n\n`))
  return { api, asked, connections, send }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10)

test('all listeners of a workspace share one connection', async () => {
  const { api, asked, send } = streamingApi('shared')
  const seen: string[] = []
  const ends = ['a', 'b'].map((name) =>
    openEventStream(
      api,
      ({ sequence }) => seen.push(`${name}${sequence}`),
      () => undefined,
    ),
  )
  await settle()
  send(1)
  await settle()
  expect(asked).toHaveLength(1)
  expect(seen).toEqual(['a1', 'b1'])
  for (const end of ends) end()
})

test('a lost connection is resumed behind the last event', async () => {
  const { api, asked, connections, send } = streamingApi('resumed')
  const states: StreamState[] = []
  const seen: number[] = []
  const end = openEventStream(
    api,
    ({ sequence }) => seen.push(sequence),
    (state) => states.push(state),
  )
  await settle()
  send(41)
  await settle()
  connections.at(-1)?.close()
  await settle()
  expect(states).toEqual(['connecting', 'live', 'offline'])
  await vi.advanceTimersByTimeAsync(300)
  send(42)
  await settle()
  expect(asked).toEqual([undefined, '41'])
  expect(states.at(-1)).toBe('live')
  expect(seen).toEqual([41, 42])
  end()
})

test('what listens again after all have ended is offline until it is live, since changes were missed', async () => {
  const { api, asked, send } = streamingApi('again')
  const states: StreamState[] = []
  const listen = () =>
    openEventStream(
      api,
      () => undefined,
      (state) => states.push(state),
    )
  const end = listen()
  await settle()
  send(7)
  await settle()
  end()
  const endAgain = listen()
  await settle()
  expect(states).toEqual(['connecting', 'live', 'offline', 'live'])
  expect(asked).toEqual([undefined, undefined])
  endAgain()
})

test('without a session it does not try again', async () => {
  let attempts = 0
  const api = {
    workspaceId: 'refused',
    async open() {
      attempts += 1
      throw new ApiError({ status: 401, code: 'unauthorized', message: 'No session.' })
    },
  } as unknown as Api
  const states: StreamState[] = []
  const end = openEventStream(
    api,
    () => undefined,
    (state) => states.push(state),
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(states).toEqual(['connecting', 'refused'])
  expect(attempts).toBe(1)
  end()
})

test('a hidden window gives its connection back and resumes when it is shown', async () => {
  const { api, asked, send } = streamingApi('hidden')
  const end = openEventStream(
    api,
    () => undefined,
    () => undefined,
  )
  await settle()
  send(7)
  await settle()
  const page = document as unknown as EventTarget & { hidden: boolean }
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(1)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(asked).toEqual([undefined, '7'])
  end()
})

test('a workspace that was replaced by a backup loads the page anew', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const { api, connections } = streamingApi('replaced')
  const seen: unknown[] = []
  const end = openEventStream(
    api,
    (event) => seen.push(event),
    () => undefined,
  )
  await settle()
  const record = 'event: workspace.replaced\ndata: {"event":"workspace.replaced"}\n\n'
  const replace = async (): Promise<void> => {
    connections.at(-1)?.enqueue(new TextEncoder().encode(record))
    await settle()
  }
  await holdingReload(replace)
  expect(reload).not.toHaveBeenCalled()
  await replace()
  expect(reload).toHaveBeenCalledOnce()
  expect(seen).toEqual([])
  end()
})

test('a connection from which nothing comes any more, not even a beat, is no longer live, and is made anew [grid.live.6]', async () => {
  const { api, asked, connections, send } = streamingApi('silent')
  const states: StreamState[] = []
  const end = openEventStream(
    api,
    () => undefined,
    (state) => states.push(state),
  )
  await settle()
  send(5)
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    connections.at(-1)?.enqueue(new TextEncoder().encode(': beat\n\n'))
  }
  expect(states).toEqual(['connecting', 'live'])
  await vi.advanceTimersByTimeAsync(41_000)
  expect(states).toEqual(['connecting', 'live', 'offline', 'live'])
  expect(asked).toEqual([undefined, '5'])
  end()
})
