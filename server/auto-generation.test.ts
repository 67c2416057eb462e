import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AutoGeneration } from './auto-generation.ts'
import type { AutoPlan } from './catalog/generation-runs/plan-auto.ts'
import type { ProviderRow } from './registry/registry-operations.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

const local: ProviderRow = {
  id: 'local',
  name: 'Local',
  foldedName: 'local',
  kind: 'openai_compatible',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: { text: 'llama', image: null, video: null, embedding: null },
  concurrency: 4,
  requestsPerMinute: null,
  price: null,
  isDefault: true,
  keyEnv: null,
  createdAt: 0,
}
const paid: ProviderRow = {
  ...local,
  id: 'paid',
  baseUrl: 'https://models.example/v1',
  price: { input: 1, output: 2, image: null, video: null, as_of: '2026-01-01' },
}

const run = {
  body: { type: 'product', attributes: ['claim'], overwrite: 'empty' },
  wishes: [{ key: 'claim', medium: 'text', model: null, known: null }],
} as const

interface ModelRequest {
  readonly name: string
  readonly input: Record<string, unknown>
}

function watched({
  rows = [local],
  daily = 0,
  plan = {},
}: { rows?: ProviderRow[]; daily?: number; plan?: Partial<AutoPlan> } = {}) {
  const asked: ModelRequest[] = []
  let change = () => undefined as void
  let planned: AutoPlan = { since: 3, until: 9, spentToday: 0, runs: [run], ...plan }
  const threads = {
    call: async (name: string, input: Record<string, unknown>) => {
      asked.push({ name, input })
      return name === 'planAutoGeneration' ? planned : undefined
    },
    onWritten: (listener: () => void) => void (change = listener),
    onJobEvents: () => undefined,
  }
  const auto = new AutoGeneration({
    threads: threads as never,
    providers: () => ({ eligible: () => rows }),
    spending: () => ({ keys_may_spend: false, daily_budget: daily }),
    wake: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  })
  auto.start()
  return {
    auto,
    asked,
    change: () => change(),
    replan: (next: Partial<AutoPlan>) => (planned = { ...planned, ...next }),
    looks: () => asked.filter(({ name }) => name === 'planAutoGeneration').length,
    queued: () => asked.filter(({ name }) => name === 'enqueueGeneration').map(({ input }) => input),
  }
}

test('it begins ten seconds after the last change, once for many, and then for what came behind', async () => {
  const { change, looks, queued, asked, replan } = watched()
  for (let changes = 0; changes < 100; changes++) {
    change()
    await vi.advanceTimersByTimeAsync(9_000)
  }
  expect(looks()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(queued()).toMatchObject([
    {
      body: { type: 'product', attributes: ['claim'], mode: 'review', budget: null },
      auto: { since: 3, until: 9 },
      context: { actor: { type: 'system' }, via: 'generation' },
    },
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toBe(1)
  replan({ runs: [] })
  change()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.at(-1)).toMatchObject({ name: 'planAutoGeneration', input: { seen: 9 } })
})

test('nobody is asked who costs, unless the owner allows so much a day', async () => {
  const quiet = watched({ rows: [paid] })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(quiet.queued()).toEqual([])
  const free = watched({ rows: [paid, local] })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(free.queued()).toMatchObject([{ provider: { id: 'local' }, body: { budget: null } }])
  const allowed = watched({ rows: [paid, local], daily: 2, plan: { spentToday: 0.5, runs: [run, run] } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(allowed.queued()).toMatchObject([
    { provider: { id: 'paid' }, body: { budget: 0.75 } },
    { body: { budget: 0.75 } },
  ])
})

test('where the day is used up it goes on with the next one', async () => {
  const used = watched({ rows: [paid], daily: 2, plan: { spentToday: 2 } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(used.queued()).toEqual([])
  used.replan({ spentToday: 0 })
  await vi.advanceTimersByTimeAsync(11 * 60 * 60 * 1000)
  expect(used.queued()).toEqual([])
  await vi.advanceTimersByTimeAsync(61 * 60 * 1000)
  expect(used.queued()).toMatchObject([{ body: { budget: 2 } }])
})

test('without a provider, and once it is closed, it is quiet', async () => {
  const without = watched({ rows: [] })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(without.asked).toEqual([])
  const closed = watched()
  closed.auto.close()
  closed.change()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(closed.asked).toEqual([])
})
