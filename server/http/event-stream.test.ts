import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import type { CommittedListener } from '../threads/answer-cache.ts'
import { EventStream } from './event-stream.ts'

let server: Server
let client: IncomingMessage
let stream: EventStream
let events: EventRecord[]
let listeners: Set<CommittedListener>
let reads: number
let mayRead: boolean
let received: string

const feed = {
  onClosing: () => () => undefined,
  onCommitted(listener: CommittedListener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  async call(_name: string, { sequence, limit }: { sequence: number; limit: number }) {
    reads += 1
    const behind = events.filter((event) => event.sequence > sequence).slice(0, limit)
    return Promise.resolve({ events: behind, newest: events.length })
  },
} as unknown as ConstructorParameters<typeof EventStream>[1]

beforeEach(() => {
  events = []
  listeners = new Set()
  reads = 0
  mayRead = true
  received = ''
})

afterEach(async () => {
  client.destroy()
  server.close()
  await once(server, 'close')
})

function commit(count: number, size = 10): void {
  const added = Array.from({ length: count }, (_, index) => {
    const sequence = events.length + index + 1
    return { sequence, event: 'entity.updated', changes: 'x'.repeat(size) } as unknown as EventRecord
  })
  events.push(...added)
  for (const listener of listeners) listener(added)
}

async function open(after?: number, heartbeatMs = 60_000): Promise<void> {
  const opened = new Promise<void>((resolve) => {
    server = createServer((_request, response) => {
      response.writeHead(200)
      stream = new EventStream(response, feed, { mayRead: () => mayRead, heartbeatMs })
      void stream.start(after)
      resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  client = await new Promise((resolve) => get({ port, host: '127.0.0.1', agent: false }, resolve))
  client.on('error', () => undefined)
  await opened
}

function read(): void {
  client.setEncoding('utf8').on('data', (text: string) => (received += text))
}

const ids = () => [...received.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('a client that does not read keeps what it has missed out of memory, and gets all of it in order', async () => {
  await open()
  const size = 10_000
  for (let round = 0; round < 100; round += 1) commit(20, size)
  expect(reads).toBe(0)

  read()
  await vi.waitFor(() => expect(ids()).toEqual(upTo(2000)), { timeout: 30_000 })
  expect(reads).toBeGreaterThan(0)

  commit(1)
  await vi.waitFor(() => expect(ids().at(-1)).toBe(2001), { timeout: 30_000 })
})

test('a replay reads the next page only when the client has taken the one before', async () => {
  commit(5000, 10_000)
  await open(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reads).toBeLessThan(4)
  commit(3)
  read()
  await vi.waitFor(() => expect(ids()).toEqual(upTo(5003)), { timeout: 30_000 })
})

test('an idle stream is kept alive by comments', async () => {
  await open(undefined, 20)
  read()
  await vi.waitFor(() => expect(received.split(': alive\n\n').length).toBeGreaterThan(3), { timeout: 30_000 })
  expect(received.startsWith('retry: 1000\n\n: alive\n\n')).toBe(true)
})

test('a client that stops reading for good is cut off', async () => {
  await open(undefined, 20)
  for (let round = 0; round < 100; round += 1) commit(20, 10_000)
  await vi.waitFor(() => expect(listeners.size).toBe(0), { timeout: 30_000 })
})

test.each([
  ['while it is live', undefined],
  ['while it catches up', 0],
])('the stream ends when the credential is gone: %s', async (_name, after) => {
  await open(after, 20)
  read()
  mayRead = false
  await once(client, 'end')
  expect(listeners.size).toBe(0)
})

test('ending does not wait for a client that does not read', async () => {
  commit(2000, 10_000)
  await open(0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  stream.end()
  await vi.waitFor(() => expect(listeners.size).toBe(0), { timeout: 30_000 })
})
