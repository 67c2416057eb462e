import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '#shared/team.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import { authorizeJobsBy } from '../access/team/team-access.ts'
import { type Person, roleServer } from '../testing/role-server.ts'
import { form } from '../testing/two-workspaces.ts'

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const perMinute = 150
const server = await roleServer({ attributes: [sku], rateLimit: perMinute })
afterAll(() => server[Symbol.asyncDispose]())
const { workspaceId } = server
const { origin } = server.server.server

let count = 0

async function withKeys(role: Role = 'manager') {
  const person = await server.join(`kim${(count += 1)}`, 'manager')
  const [one, two] = [await server.issueKey(person, allScopes), await server.issueKey(person, allScopes)]
  await server.setRole(person, role)
  const clients = [server.as(person), server.withKey(one), server.withKey(two)] as const
  return { person, keys: [one, two] as const, clients }
}

test('a person is counted once, in the app and with all their keys [TEAM-09]', async () => {
  const { clients } = await withKeys()
  const other = await withKeys()
  const statuses: number[] = []
  for (let round = 0; round < perMinute; round += 1)
    statuses.push((await clients[round % 3]!('GET', '/api/v1/products?limit=1')).status)
  const passed = statuses.filter((status) => status === 200).length
  expect([passed > perMinute - 20, passed < perMinute]).toEqual([true, true])
  expect(statuses.slice(passed).every((status) => status === 429)).toBe(true)
  for (const client of clients) {
    const { status, body, headers } = await client('GET', '/api/v1/products?limit=1')
    expect([status, body.error.message]).toEqual([429, expect.stringContaining('with all their keys')])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await other.clients[1]('GET', '/api/v1/products?limit=1')).status).toBe(200)
})

test('a person has a hundred event streams open, over all their keys [EVENT-10]', async () => {
  const { person, keys } = await withKeys()
  const other = await withKeys()
  const ends = new AbortController()
  const open = (headers: Readonly<Record<string, string>>) =>
    fetch(`${origin}/api/v1/events/stream`, { headers, signal: ends.signal })
  const withKey = (key: string) => open({ authorization: `Bearer ${key}` })
  const bySession = () => open({ cookie: person.browser.cookie ?? '', 'vitrine-workspace': workspaceId })
  try {
    const opened = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index === 99 ? bySession() : withKey(keys[index % 2]!))),
    )
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
    for (const next of [await withKey(keys[0]), await withKey(keys[1]), await bySession()]) {
      const { error } = (await next.json()) as { error: { message: string } }
      expect([next.status, error.message]).toEqual([429, expect.stringMatching(/all your keys, 100 .*Close/)])
    }
    expect((await withKey(other.keys[0])).status).toBe(200)
  } finally {
    ends.abort()
  }
})

test('what is kept for a credential is not another’s of the same person: snapshots', async () => {
  const { clients } = await withKeys()
  const made = await clients[1]('GET', '/api/v1/products?snapshot=new')
  const path = `/api/v1/products?snapshot=${made.body.pagination.snapshot}`
  expect([(await clients[1]('GET', path)).status, (await clients[2]('GET', path)).status]).toEqual([200, 400])
})

describe('jobs of who may do them no more', () => {
  const importBy = async (client: ReturnType<typeof server.as>, mark: string, count: number) => {
    const file = `sku\n${Array.from({ length: count }, (_, row) => `${mark}${row}`).join('\n')}\n`
    const answer = await client('POST', '/api/v1/imports', ...form({ type: 'product' }, file))
    return (answer.body.data ?? answer.body).id as string
  }
  const jobOf = async (id: string) => (await server.server.asOwner({ path: `/api/v1/jobs/${id}` })).body.data
  // Uses the port of the command line, which is not counted.
  const endedJob = async (id: string) => {
    await expect.poll(async () => (await jobOf(id)).completed_at, { interval: 10 }).not.toBeNull()
    return jobOf(id)
  }
  async function withJobs(mark: string, count: number) {
    const { person, clients } = await withKeys('editor')
    const running = await importBy(clients[0], mark, count)
    const waiting = await importBy(clients[1], `${mark}-later-`, 10)
    await expect.poll(async () => (await jobOf(running)).status, { interval: 2 }).toBe('running')
    return { person, clients, running, waiting }
  }
  const because = expect.stringMatching(/may not do it here any more/)
  const takeBack: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
    ['a lower role', (person) => server.setRole(person, 'viewer')],
    ['no membership', (person) => server.setRole(person, null)],
    [
      'a disabled account',
      ({ id }) => server.as('administrator')('PATCH', `/app/v1/people/${id}`, { disabled: true }),
    ],
  ]

  test.each(takeBack)('%s cancels what runs and what waits, at once [ROLE-13]', async (name, act) => {
    const rows = 30_000
    const { person, running, waiting } = await withJobs(name, rows)
    await act(person)
    const [first, second] = [await endedJob(running), await endedJob(waiting)]
    expect(first).toMatchObject({ status: 'cancelled', metadata: { cancelled_because: because } })
    expect(first.progress.current).toBeLessThan(rows)
    expect(second).toMatchObject({
      status: 'cancelled',
      started_at: null,
      metadata: { cancelled_because: because },
    })
  })

  test('a higher role, and what others are given, end nothing; who only reads may go on reading [ROLE-13]', async () => {
    const { person, clients, running, waiting } = await withJobs('stays', 3000)
    await server.setRole(person, 'manager')
    await server.setRole((await withKeys('editor')).person, 'viewer')
    for (const [id, created] of [
      [running, 3000],
      [waiting, 10],
    ] as const)
      expect(await endedJob(id)).toMatchObject({ status: 'completed', result: { created } })
    const exported = (await clients[0]('POST', '/api/v1/exports', { type: 'product' })).body.data.id
    await server.setRole(person, 'viewer')
    expect(await endedJob(exported)).toMatchObject({ status: 'completed' })
  })

  test('a job is judged by what its person was then and is now [ROLE-13]', () => {
    const now: Record<string, Role | undefined> = { ana: 'editor' }
    const authorize = authorizeJobsBy({ roleIn: (person) => now[person] })
    const goesOn = (name: string, person: string | undefined, role: Role | undefined) =>
      authorize('workspace', { name, person, role })
    expect(goesOn('import', 'ana', 'editor')).toBe(true)
    expect(goesOn('import', 'ana', 'contributor')).toBe(true)
    expect(goesOn('import', 'ana', 'manager')).toBe(false)
    expect(goesOn('export', 'ana', 'manager')).toBe(true)
    expect(goesOn('export', 'bo', 'viewer')).toBe(false)
    expect(goesOn('import', undefined, undefined)).toBe(true)
  })
})
