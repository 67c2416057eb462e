import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { bundledWorker } from '../testing/bundle-worker.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from './pool.ts'
import type { ReadClient } from './read-lanes.ts'

/** The rules of [LANE-01] to [LANE-04]: short reads never wait for long ones. */
const entry = bundledWorker(new URL('./pool.test-worker.ts', import.meta.url))

let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-lanes-'))
  file = join(folder, 'shop.vitrine')
  createWorkspaceFile(file)
})

afterAll(() => rmSync(folder, { recursive: true }))

type Read = { thread: number; rows: number }

async function open(readDeadlineMs = 600_000) {
  const threads = await openWorkspaceThreads(file, { entry, readDeadlineMs })
  onTestFinished(() => threads.close())
  const call = threads.call.bind(threads) as (
    name: string,
    input: object,
    from?: ReadClient,
  ) => Promise<unknown>
  const list = (rows: number, from?: ReadClient) => call('findCells', { rows }, from) as Promise<Read>
  return { threads, call, list, keys: () => call('keys', {}) }
}

function client(key: string): ReadClient & { go: () => void } {
  const events = new EventEmitter().setMaxListeners(0)
  return {
    key,
    onGone(listener) {
      events.once('gone', listener)
      return () => events.off('gone', listener)
    },
    go: () => events.emit('gone'),
  }
}

const endless = 1e12
const short = 1000

async function occupyLongLane({ list, keys }: Awaited<ReturnType<typeof open>>, from: ReadClient) {
  const reason = list(endless, from).then(String, (error: { reason?: string }) => error.reason)
  await keys()
  return { reason }
}

test('a list that is quick stays in the lane of short reads [LANE-01]', async () => {
  const { list } = await open()
  const [first, second] = [await list(short), await list(short)]
  expect(first).toEqual({ thread: second.thread, rows: short })
})

test('a long read makes way for short ones, and is read to its end in the other lane [LANE-01]', async () => {
  const lanes = await open()
  const quick = await lanes.list(short)
  let fastest = Infinity
  for (let round = 0; round < 3; round += 1) {
    const begun = performance.now()
    await lanes.list(500_000)
    fastest = Math.min(fastest, performance.now() - begun)
  }
  // Enough to take four times as long as a read may in the quick lane: the machine may become faster
  // meanwhile.
  const many = Math.ceil((500_000 * 1000) / fastest)
  const long = lanes.list(many)
  await lanes.keys()
  const { thread, rows } = await long
  expect(rows).toBe(many)
  expect(thread).not.toBe(quick.thread)
})

test('a list that had to make way is not tried again at once where the long lane has its answer in a moment [LANE-01]', async () => {
  const { call, list, keys } = await open()
  const quick = await list(short)
  const page = (value: number, from?: ReadClient) => call('findCells', { value }, from) as Promise<Read>
  const gone = client('gone')
  const slow = page(endless, gone).catch(() => undefined)
  await keys()
  gone.go()
  await slow
  const pages = [await page(short), await page(short), await page(short)]
  expect(pages.map(({ thread }) => thread)).not.toContain(quick.thread)
})

test('short reads and quick lists are answered while endless ones are read or wait [LANE-01]', async () => {
  const lanes = await open()
  const scripts = Array.from({ length: 8 }, () => client('script'))
  const endings = scripts.map((script) => lanes.list(endless, script).catch((error: Error) => error))
  for (let round = 0; round < 20; round += 1) expect(await lanes.keys()).toEqual([])
  for (const script of scripts) script.go()
  const reasons = (await Promise.all(endings)).map((error) => (error as { reason?: string }).reason)
  expect(reasons).toEqual(Array(8).fill('abandoned'))
})

test('rows that are named are looked up: their list never waits behind one that takes long [LANE-01]', async () => {
  const lanes = await open()
  const script = client('script')
  const { reason } = await occupyLongLane(lanes, script)
  const call = lanes.threads.call.bind(lanes.threads) as (name: string, input: object) => Promise<Read>
  const listWhere = (key: string, operator: string) =>
    call('findCells', { rows: 2_000_000, request: { clauses: [{ key, operator, value: 'x' }] } })
  expect((await listWhere('id', 'in')).rows).toBe(2_000_000)
  expect((await listWhere('id', 'eq')).rows).toBe(2_000_000)
  let isAnswered = false
  const others = ['brand', 'id'].map((key) =>
    listWhere(key, key === 'id' ? 'neq' : 'in').then(() => (isAnswered = true)),
  )
  for (let round = 0; round < 20; round += 1) await lanes.keys()
  expect(isAnswered).toBe(false)
  script.go()
  await Promise.all([reason, ...others])
})

test('a read ends when nobody waits for it any more, and the lane is free [LANE-02]', async () => {
  const lanes = await open()
  const script = client('script')
  const { reason } = await occupyLongLane(lanes, script)
  script.go()
  expect(await reason).toBe('abandoned')
  expect((await lanes.list(short)).rows).toBe(short)
})

test('a read that takes too long is refused with what to do [LANE-03]', async () => {
  const { list } = await open(30)
  await expect(list(endless)).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('took longer than the server allows'),
  })
})

test('each client has its turn in the long lane [LANE-04]', async () => {
  const lanes = await open()
  const occupant = client('other')
  await occupyLongLane(lanes, occupant)
  const order: string[] = []
  const ask = (key: string, rows: number) => lanes.list(rows, client(key)).then(() => order.push(key))
  const asks = [...Array.from({ length: 8 }, () => ask('script', 500_000)), ask('agent', short)]
  occupant.go()
  await Promise.all(asks)
  // It came last, and is answered shortly after its turn: in the third place, while at most two other reads
  // run.
  expect(order.indexOf('agent')).toBeLessThan(6)
})

test('each client has its turn in short reads, however many wait of another [LANE-04]', async () => {
  const { threads } = await open()
  const call = threads.call.bind(threads) as unknown as (
    name: string,
    input: object,
    from: ReadClient,
  ) => Promise<unknown>
  const order: string[] = []
  const ask = (key: string) => call('spin', { milliseconds: 1 }, client(key)).then(() => order.push(key))
  await Promise.all([...Array.from({ length: 60 }, () => ask('script')), ask('agent')])
  expect(order.indexOf('agent')).toBeLessThan(12)
})

test('a client whose lists wait by the hundred is told to wait for their answers [LANE-04]', async () => {
  const lanes = await open()
  const script = client('script')
  await occupyLongLane(lanes, script)
  const asks = Array.from({ length: 110 }, () =>
    lanes.list(endless, script).then(
      () => 'answered',
      (error: { code?: string }) => error.code ?? 'ended',
    ),
  )
  const agent = client('agent')
  const other = lanes.list(short, agent)
  script.go()
  const outcomes = await Promise.all(asks)
  expect(outcomes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(0)
  expect(outcomes).not.toContain('answered')
  expect((await other).rows).toBe(short)
})

test('closing does not wait for what is read', async () => {
  const threads: WorkspaceThreads = await openWorkspaceThreads(file, { entry })
  const ending = (threads.call as unknown as (name: string, input: object) => Promise<unknown>).call(
    threads,
    'findCells',
    { rows: endless },
  )
  const rejected = ending.catch((error: Error) => error.name)
  await threads.call('keys' as never, {} as never)
  await threads.close()
  expect(['InterruptedRead', 'CatalogError']).toContain(await rejected)
})

test('many short reads at once are all answered, and rejected where the workspace closes [LANE-01]', async () => {
  const { threads, keys } = await open()
  expect(await Promise.all(Array.from({ length: 50 }, keys))).toHaveLength(50)
  const late = Promise.allSettled(Array.from({ length: 50 }, keys))
  await threads.close()
  expect((await late).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
})
