import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobSchemas } from '../jobs/job-schemas.ts'
import { openDataFolder } from '../data-folder.ts'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { runHere } from '../testing/in-process-host.ts'
import { craftedJobs, insertJobs } from '../testing/crafted-jobs.ts'
import { schemaTricks } from '../testing/schema-tricks.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let folder: string
let site: Server
let asked: string[]
let targets: { folder: string; secret: string; address: string }
beforeAll(async () => {
  server = await testServer()
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('nothing')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  site.close()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-foreign-'))
  asked = []
  const target = join(folder, 'target')
  mkdirSync(target)
  writeFileSync(join(target, 'secret.csv'), 'sku,name\nSECRET-1,Known to nobody\n')
  const { port } = site.address() as AddressInfo
  targets = { folder: target, secret: join(target, 'secret.csv'), address: `http://127.0.0.1:${port}/page` }
  return () => rmSync(folder, { recursive: true })
})

const ofWorkspace = (id: string, method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path, body, headers: { 'vitrine-workspace': id } })
const open = (file: string) =>
  server.asOwner({ method: 'POST', path: '/app/v1/workspaces/open', body: { file } })
const jobsOf = async (id: string) => (await ofWorkspace(id, 'GET', '/api/v1/jobs?limit=100')).body.data

function craftFile(change: (sqlite: BetterSqlite3.Database) => void = () => undefined): string {
  const file = join(folder, `${randomUUID()}.vitrine`)
  createWorkspaceFile(file)
  const sqlite = new BetterSqlite3(file)
  change(sqlite)
  sqlite.close()
  return file
}

async function runProgram(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const program = join(import.meta.dirname, '../cli/vitrine.mjs')
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

const untouched = () => {
  expect(readdirSync(targets.folder)).toEqual(['secret.csv'])
  expect(asked).toEqual([])
}

test('there is a crafted job of every kind that can be queued', () => {
  const names = new Set(craftedJobs(targets).map(({ name }) => name))
  expect([...names].sort()).toEqual(Object.keys(jobSchemas).sort())
})

test.each(['queued', 'running', 'paused', 'waiting for anybody'])(
  'a file from elsewhere with a job of every kind that is %s: all are ended with a sentence, and none runs [FOREIGN-01]',
  async (status) => {
    const file = craftFile()
    const paused = { paused: { reason: 'x', until: '2020-01-01T00:00:00.000Z' } }
    const jobs = craftedJobs(targets).map((job) => (status === 'paused' ? { ...job, metadata: paused } : job))
    insertJobs(file, jobs, { status: status === 'paused' ? 'queued' : status })
    const { body } = await open(file)
    expect(body.data.set_aside).toMatchObject({ jobs: jobs.length, auto_generated: 0 })
    const listed = await jobsOf(body.data.id)
    const sentence = expect.stringContaining('came with a file from elsewhere and was not run')
    expect(listed).toHaveLength(jobs.length)
    for (const job of listed)
      expect(job).toMatchObject({
        status: 'cancelled',
        result: { error: { message: sentence } },
        metadata: { cancelled_because: sentence },
      })
    untouched()
    const path = `/app/v1/workspaces/${body.data.id}`
    expect((await ofWorkspace(body.data.id, 'GET', `${path}/file`)).body.data.set_aside.jobs).toBe(
      jobs.length,
    )
    await ofWorkspace(body.data.id, 'POST', `${path}/set-aside/read`)
    expect((await ofWorkspace(body.data.id, 'GET', `${path}/file`)).body.data.set_aside).toBeNull()
  },
)

test('jobs that failed elsewhere are not tried again, and rows that are no JSON keep nothing from being ended [FOREIGN-01]', async () => {
  const file = craftFile()
  const [failed = ''] = insertJobs(file, craftedJobs(targets).slice(0, 1), { status: 'failed' })
  insertJobs(file, craftedJobs(targets).slice(0, 1))
  const sqlite = new BetterSqlite3(file)
  sqlite.exec("UPDATE job SET metadata = '{broken' WHERE status = 'queued'")
  sqlite.close()
  const { body } = await open(file)
  expect(body.data.set_aside.jobs).toBe(1)
  const { status } = await ofWorkspace(body.data.id, 'POST', `/app/v1/jobs/${failed}/retry`)
  expect(status).toBe(409)
  untouched()
})

test('attributes from elsewhere that generate themselves are switched off, and told by name [FOREIGN-01]', async () => {
  const { workspace } = server
  const attribute = { entity_type: 'product', key: 'text', name: 'Text', data_type: 'multi_line_text_field' }
  const generated = {
    ...attribute,
    ai_generated: true,
    custom_instructions: 'Write.',
    auto_generate: 'missing',
  }
  const made = await ofWorkspace(workspace.id, 'POST', '/api/v1/attributes', generated)
  expect(made.status).toBe(201)
  const file = join(folder, 'shared.vitrine')
  await ofWorkspace(workspace.id, 'POST', `/app/v1/workspaces/${workspace.id}/backup`, { file })
  const { body } = await open(file)
  expect(body.data.set_aside).toEqual({ jobs: 0, auto_generated: 1, names: ['Text'] })
  const { data } = (await ofWorkspace(body.data.id, 'GET', '/app/v1/attributes?type=product')).body
  expect(data.map((one: { auto_generate: string }) => one.auto_generate)).toEqual(['off'])
})

test('rows in a file of one’s own name no paths: what they say is not read or written, nor is what a profile says [FOREIGN-02]', async () => {
  const data = join(folder, 'data')
  const own = () => openDataFolder(data, pino({ level: 'silent' }), { threadEntry: runHere })
  const first = await own()
  const workspace = await first.workspaces.create('Own')
  await first.workspaces.get(workspace.id)
  await first.close()
  const files = new Set([
    'export',
    'channel_export',
    'package',
    'import',
    'source_ingest',
    'fetch_pictures',
    'bulk_edit',
  ])
  const jobs = craftedJobs(targets).filter(({ name }) => files.has(name))
  insertJobs(workspace.file, jobs)
  // Foreign ids could be paths, or the beginning of every name.
  const ids = ['../../target/x', '', '/etc/passwd']
  const remaining = join(data, 'uploads', randomUUID())
  mkdirSync(join(data, 'uploads'), { recursive: true })
  writeFileSync(remaining, 'of another job')
  insertJobs(workspace.file, jobs.slice(0, 3), { idOf: () => ids.pop() ?? '' })
  const [linked = ''] = insertJobs(workspace.file, jobs.filter(({ name }) => name === 'import').slice(0, 1))
  symlinkSync(targets.secret, join(data, 'uploads', linked))

  const second = await own()
  try {
    const threads = await second.workspaces.get(workspace.id)
    await second.jobsOf(workspace.id).idle()
    const { queued, running } = await threads.call('countJobs', {})
    expect([queued, running]).toEqual([0, 0])
    const list = await threads.call('listEntities', {
      type: 'product',
      request: { limit: 10, offset: 0, sort: [], clauses: [], join: 'and' },
      faults: [],
    })
    expect(Buffer.from(list.body).toString()).not.toContain('SECRET')
    untouched()
    expect(readdirSync(join(data, 'uploads'))).toContain(remaining.split('/').at(-1))
  } finally {
    await second.close()
  }
})

test('another file under the name of a listed one is a file from elsewhere, and one that is put back by a restore is not [FOREIGN-01]', async () => {
  const data = join(folder, 'data')
  const own = () => openDataFolder(data, pino({ level: 'silent' }), { threadEntry: runHere })
  const first = await own()
  const workspace = await first.workspaces.create('Own')
  await first.workspaces.get(workspace.id)
  const backup = await first.backups.create(workspace.id, 'manual')
  await first.backups.restore(workspace.id, backup.id)
  expect(first.workspaces.foreign.setAsideOf(workspace.id)).toBeNull()
  await first.close()
  const other = join(folder, 'other.vitrine')
  copyFileSync(workspace.file, other)
  insertJobs(other, craftedJobs(targets))
  renameSync(other, workspace.file)
  const second = await own()
  try {
    await second.workspaces.get(workspace.id)
    expect(second.workspaces.foreign.setAsideOf(workspace.id)?.jobs).toBe(craftedJobs(targets).length)
    untouched()
  } finally {
    await second.close()
  }
  insertJobs(
    workspace.file,
    craftedJobs(targets).filter(({ name }) => name === 'quality_check'),
  )
  const third = await own()
  try {
    await third.workspaces.get(workspace.id)
    expect(third.workspaces.foreign.setAsideOf(workspace.id)).toBeNull()
  } finally {
    await third.close()
  }
})

test.each(Object.entries(schemaTricks))(
  'a file from elsewhere with %s is not opened: the refusal says what it has [FOREIGN-03]',
  async (_what, [sql, said]) => {
    const file = craftFile((sqlite) => {
      sqlite.unsafeMode()
      sqlite.exec(sql)
    })
    const before = readFileSync(file)
    const { status, body } = await open(file)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining(said)])
    expect(readFileSync(file).equals(before)).toBe(true)
    const listed = await server.asOwner({ path: '/app/v1/workspaces' })
    expect(JSON.stringify(listed.body)).not.toContain(file)
  },
)

test('a backup that somebody has put there is not restored where its schema is not ours, nor is such a file under a listed name opened [FOREIGN-03]', async () => {
  const data = join(folder, 'data')
  const first = await openDataFolder(data, pino({ level: 'silent' }), { threadEntry: runHere })
  const workspace = await first.workspaces.create('Own')
  await first.workspaces.get(workspace.id)
  const backup = await first.backups.create(workspace.id, 'manual')
  const path = join(first.backups.folder(workspace.id), `${backup.id}.vitrine`)
  const [sql] = schemaTricks['a trigger that never ends'] ?? ['']
  const crafted = craftFile((sqlite) => sqlite.exec(sql))
  insertJobs(crafted, craftedJobs(targets))
  copyFileSync(crafted, path)
  await expect(first.backups.restore(workspace.id, backup.id)).rejects.toThrow('a trigger "spin"')
  expect(existsSync(`${workspace.file}.restored`)).toBe(false)
  await first.close()
  renameSync(crafted, workspace.file)
  const second = await openDataFolder(data, pino({ level: 'silent' }), { threadEntry: runHere })
  await expect(second.workspaces.get(workspace.id)).rejects.toThrow('a trigger "spin"')
  await second.close()
  untouched()
})

test('on the real threads the look at a file is a process of its own, and the command says what it refuses and what it ended [FOREIGN-01] [FOREIGN-03]', async () => {
  const data = join(folder, 'data')
  const [sql] = schemaTricks['a trigger'] ?? ['']
  const crafted = craftFile((sqlite) => sqlite.exec(sql))
  const refused = await runProgram('workspace', 'open', crafted, '--data', data)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('a trigger "spy" on the table "entity"'),
  ])
  const file = craftFile()
  insertJobs(file, craftedJobs(targets))
  const opened = await runProgram('workspace', 'open', file, '--data', data)
  expect([opened.code, opened.stderr]).toEqual([0, ''])
  expect(opened.stdout).toContain('unfinished jobs')
  untouched()
})

test('by choice a new workspace is made of what is known in such a file, and nothing else comes along [FOREIGN-03]', async () => {
  const source = await ofWorkspace(server.workspace.id, 'POST', '/app/v1/workspaces', {
    name: 'Rescued',
    sample: true,
  })
  const file = join(folder, 'rescued.vitrine')
  await ofWorkspace(source.body.data.id, 'POST', `/app/v1/workspaces/${source.body.data.id}/backup`, { file })
  const sqlite = new BetterSqlite3(file)
  for (const what of [
    'a trigger',
    'a trigger that never ends',
    'a generated column',
    'a table more',
    'a partial index',
  ])
    sqlite.exec(schemaTricks[what]?.[0] ?? '')
  sqlite.close()
  const before = readFileSync(file)
  expect((await open(file)).status).toBe(409)
  const { status, body } = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces/open',
    body: { file, rescue: true },
  })
  expect(status).toBe(200)
  const products = async (id: string) =>
    (await ofWorkspace(id, 'GET', '/api/v1/products?limit=100&q=chair&sort=-updated_at')).body
  expect(await products(body.data.id)).toMatchObject({ data: (await products(source.body.data.id)).data })
  const checked = await ofWorkspace(body.data.id, 'POST', `/app/v1/workspaces/${body.data.id}/check`)
  expect(checked.body.data).toEqual({ ok: true, findings: [] })
  expect(readFileSync(file).equals(before)).toBe(true)
  const names = new BetterSqlite3(body.data.file, { readonly: true })
  const strange = names
    .prepare("SELECT name FROM sqlite_schema WHERE name IN ('spy', 'spin', 'more', 'some')")
    .all()
  names.close()
  expect(strange).toEqual([])
})

test('every automation of a file from elsewhere is off and says why, until somebody turns it on [AUTO-16]', async () => {
  const file = craftFile((sqlite) => {
    const definition = { trigger: { on: 'enters' }, filter: '', actions: [{ clear: ['x'] }], budget: null }
    sqlite
      .prepare(
        `INSERT INTO automation (uuid, type, name, definition, is_on, run_as, position, depth, next_run, failures, ok, failed)
         VALUES (?, 0, 'Theirs', ?, 1, '{"type":"owner","id":null,"name":null}', 0, 0, 1, 0, 0, 0)`,
      )
      .run(randomUUID(), JSON.stringify({ ...definition, unbounded: true }))
  })
  const { id } = (await open(file)).body.data
  const [automation] = (await ofWorkspace(id, 'GET', '/api/v1/automations')).body.data
  expect(automation).toMatchObject({ name: 'Theirs', is_on: false, run_as: null, next_run: null })
  expect(automation.off_reason).toContain('from elsewhere')
})
