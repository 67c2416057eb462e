/**
 * The bounds of one person hold with two hundred of them signed in at once: counts and turns, on real
 * threads.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, roleServer, type RoleServer } from '../testing/role-server.ts'
import { form } from '../testing/two-workspaces.ts'

const count = 200
const perMinute = 400
const products = 4000
const attributes = [
  { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' },
  { data_type: 'single_line_text_field', name: 'Title', entity_type: 'product' },
]

let server: RoleServer
let people: readonly Person[]
let first: Person
let others: readonly Person[]

beforeAll(async () => {
  server = await roleServer({ attributes, rateLimit: perMinute, isThreaded: true })
  people = await inTurns(
    Array.from({ length: count }, (_, number) => number),
    (number) => server.join(`person${number}`, 'editor'),
  )
  ;[first, others] = [people[0]!, people.slice(1)]
  const rows = Array.from({ length: products }, (_, row) => `P${row},Chair ${row % 97} of oak ${row % 89}`)
  const file = `sku,title\n${rows.join('\n')}\n`
  const imported = await server.as('owner')('POST', '/api/v1/imports', ...form({ type: 'product' }, file))
  await server.endedJob(imported.body.data.id)
})
afterAll(() => server[Symbol.asyncDispose]())

const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const isAll = (status: number) => Array.from({ length: count }, () => status)

test('each of them hears of a change over streams of their own, and sees all others [EVENT-10] [PRESENCE-05]', async () => {
  const ends = new AbortController()
  const pages = await inTurns(people, (person) => openPage(person, ends.signal))
  try {
    const said = pages.map(({ presence: id }, number) => {
      const place = { seat: id, type: 'product', entity_id: null, attribute: null, is_typing: false }
      return server.as(people[number]!)('POST', '/app/v1/presence', place)
    })
    expect(await statusesOf(said)).toEqual(isAll(204))
    const made = await server.as(first)('POST', '/api/v1/products', { attributes: { sku: 'Heard' } })
    expect(made.status).toBe(201)
    await expect.poll(() => pages.filter(({ text }) => text().includes(made.body.data.id)).length).toBe(count)
    await expect.poll(() => pages.filter((page) => page.memberCount() === count).length).toBe(count)

    const more = await inTurns(Array.from({ length: 99 }), () => openPage(first, ends.signal))
    expect(more.map(({ status }) => status).every((status) => status === 200)).toBe(true)
    expect((await openPage(first, ends.signal)).status).toBe(429)
    expect((await openPage(others[0]!, ends.signal)).status).toBe(200)
  } finally {
    ends.abort()
  }
})

test('nobody waits for the requests that another has made too many of [TEAM-09]', async () => {
  const look = (person: Person) => server.as(person)('GET', '/app/v1/me')
  const tries = await inTurns(Array.from({ length: perMinute + 1 }), () => look(first))
  expect(tries.at(-1)?.status).toBe(429)
  const theirs = await inTurns(others, look)
  expect(theirs.map(({ status }) => status)).toEqual(isAll(200).slice(1))
})

test('jobs of all others come before the rest of who has queued what they may [JOB-11]', async () => {
  // A thread for each job takes time: these are enough to observe the turns.
  const [busy, ...rest] = others.slice(0, 61)
  const ask = (person: Person) => server.as(person)('POST', '/api/v1/exports', { type: 'product' })
  const queued = await Promise.all(Array.from({ length: 60 }, () => ask(busy!)))
  const asked = await Promise.all(rest.map(ask))
  expect(asked.map(({ status }) => status)).toEqual(rest.map(() => 202))
  expect(queued.every(({ status }) => status === 202)).toBe(true)
  await expect.poll(async () => (await exportsOfAll()).every((job) => job.status === 'completed')).toBe(true)
  const all = await exportsOfAll()
  const ofBusy = all.filter((job) => job.metadata.started_by.id === busy!.id)
  const ofRest = all.filter((job) => job.metadata.started_by.id !== busy!.id)
  expect([ofBusy.length, ofRest.length]).toEqual([queued.length, rest.length])
  const last = Math.max(...ofRest.map((job) => Date.parse(job.created_at)))
  const isBehind = (job: ExportJob) => Date.parse(job.started_at) > last
  const waited = ofRest.filter(isBehind)
  const end = Math.max(...waited.map((job) => Date.parse(job.started_at)))
  expect(waited.length).toBeGreaterThan(rest.length / 2)
  const between = ofBusy.filter((job) => isBehind(job) && Date.parse(job.started_at) < end)
  expect(between.length).toBeLessThan(3)
})

test('one product is read at once while everybody waits for heavy lists, which take turns [LANE-04]', async () => {
  const [reader, ...askers] = others
  const list = await server.as(reader!)('GET', '/api/v1/products?limit=20&fields=sku')
  let ended = 0
  const heavy = askers.flatMap((person, number) =>
    ['oak', 'chair'].map(async (word) => {
      const path = `/api/v1/products?sort=-title&filter[title][contains]=${word}%20${number}&limit=50`
      const { status } = await server.as(person)('GET', path)
      ended += 1
      return status
    }),
  )
  for (const { id } of list.body.data)
    expect((await server.as(reader!)('GET', `/api/v1/products/${id}`)).status).toBe(200)
  const before = ended
  const statuses = await Promise.all(heavy)
  expect(statuses.every((status) => status === 200)).toBe(true)
  expect(before / heavy.length).toBeLessThan(0.5)
})

interface ExportJob {
  readonly status: string
  readonly created_at: string
  readonly started_at: string
  readonly metadata: { readonly started_by: { readonly id: string } }
}

/** Uses the port of the command line, which is not counted. */
async function exportsOfAll(): Promise<ExportJob[]> {
  return (await server.server.asOwner({ path: '/api/v1/jobs?name=export&limit=200' })).body.data
}

async function openPage({ browser }: Person, signal: AbortSignal) {
  const { origin } = server.server.server
  const presence = randomUUID()
  const workspace = { 'vitrine-workspace': server.workspaceId, 'vitrine-seat': presence }
  const headers = { cookie: browser.cookie ?? '', ...workspace }
  const response = await fetch(`${origin}/api/v1/events/stream`, { headers, signal })
  let text = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  }
  if (response.status === 200) void read().catch(() => undefined)
  const memberCount = () => {
    const last = text.split('\n').findLast((line) => line.startsWith('data: {"event":"presence"'))
    return last === undefined ? 0 : (JSON.parse(last.slice(6)) as { seats: object[] }).seats.length
  }
  return { presence, status: response.status, text: () => text, memberCount }
}

async function inTurns<One, Result>(all: readonly One[], work: (one: One) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < all.length; at += 20)
    results.push(...(await Promise.all(all.slice(at, at + 20).map(work))))
  return results
}
