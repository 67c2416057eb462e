import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let folder: string
let data: readonly string[]
beforeAll(async () => {
  const attributes = ['sku', 'name'].map((key) => ({
    key,
    name: key,
    entity_type: 'product',
    data_type: 'single_line_text_field',
  }))
  server = await testServer({ attributes })
  folder = await mkdtemp(join(tmpdir(), 'vitrine-feed-cli-'))
  data = ['--data', server.dataDir]
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const make = async (path: string, body: object) =>
  expect((await server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })).status).toBe(201)

test('a connection is added, tested, listed and removed; a folder is named from where the command runs [CONN-01]', async () => {
  const path = join(folder, 'drop')
  await mkdir(path)
  const named = relative(process.cwd(), path)
  const added = await runVitrine([
    'connection',
    'add',
    'Drop',
    '--kind',
    'folder',
    '--path',
    named,
    '--move',
    ...data,
  ])
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect(added.last).toMatchObject({ name: 'Drop', settings: { path, move: true } })
  expect((await runVitrine(['connection', 'test', 'drop', ...data])).code).toBe(0)
  await rm(path, { recursive: true })
  expect((await runForPeople(['connection', 'test', 'Drop', ...data])).code).toBe(1)
  expect((await runVitrine(['connection', 'list', ...data])).lines.map(({ name }) => name)).toEqual(['Drop'])
  expect((await runVitrine(['connection', 'remove', 'Drop', ...data])).code).toBe(0)
  expect((await runForPeople(['connection', 'list', ...data])).stderr).toContain('There are no connections.')
  const gone = await runForPeople(['connection', 'test', 'Drop', ...data])
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('vitrine connection list')])
})

test('a secret comes from a variable or from standard input, not from both [CONN-02]', async () => {
  const add = ['connection', 'add', 'Web', '--kind', 'https', '--url', 'https://files.example/']
  const both = await runForPeople([...add, '--secret-env', 'A', '--secret-stdin', ...data])
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not by both')])
  const unset = await runForPeople([...add, '--auth', 'bearer', '--secret-env', 'VITRINE_NO_SUCH', ...data])
  expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining('VITRINE_NO_SUCH is empty')])
})

test('a feed is tried, run and listed, and a run that waits ends with 3 [FEED-05]', async () => {
  await writeFile(join(folder, 'list.csv'), 'sku,name\nS-1,Chair\nS-2,Table\n')
  await make('/import-profiles', {
    name: 'List',
    entity_type: 'product',
    settings: { merge_key: 'sku' },
  })
  await make('/connections', { name: 'Here', kind: 'folder', settings: { path: folder } })
  await make('/feeds', {
    name: 'Daily',
    direction: 'import',
    connection: 'Here',
    file: 'list.csv',
    profile: 'List',
    trigger: { on: 'manual' },
  })
  const tried = await runForPeople(['feed', 'run', 'daily', '--dry-run', ...data])
  expect([tried.code, tried.stdout]).toEqual([
    0,
    expect.stringMatching(/^2 created, .* Nothing was written\./),
  ])
  const waiting = await runForPeople(['feed', 'run', 'Daily', ...data])
  expect([waiting.code, waiting.stdout]).toEqual([3, expect.stringContaining('It waits:')])
  const [{ id } = { id: '' }] = (await server.get('/jobs?name=import')).body.data
  await server.asOwner({ method: 'POST', path: `/app/v1/jobs/${id}/retry`, body: {} })
  await expect.poll(async () => (await server.get(`/jobs/${id}`)).body.data.status).toBe('completed')
  const again = await runForPeople(['feed', 'run', 'Daily', ...data])
  expect([again.code, again.stdout]).toEqual([0, 'The file has not changed since it was taken last.\n'])
  const listed = await runVitrine(['feed', 'list', ...data])
  expect(listed.lines).toMatchObject([{ name: 'Daily', is_on: true }])
  const missing = await runForPeople(['feed', 'run', 'Weekly', ...data])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('vitrine feed list')])
})
