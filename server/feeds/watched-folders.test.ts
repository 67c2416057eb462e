import * as fs from 'node:fs/promises'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { runHere } from '../testing/in-process-host.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { ownerContext } from '../testing/job-workspace.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import type { NewWatchedFolder, WatchedFolderPatch } from '#shared/schemas/watched-folders.ts'
import { listSkus } from '../testing/listed-skus.ts'

let root: string
let drop: string
let data: DataFolder
let workspaceId: string
let written: number

beforeEach(async () => {
  written = Date.now() / 1000 - 600
  root = await mkdtemp(join(tmpdir(), 'vitrine-watched-'))
  drop = join(root, 'drop')
  await mkdir(drop)
  await open()
  workspaceId = (await data.workspaces.create('Test')).id
  await call('createAttribute', {
    entity_type: 'product',
    key: 'sku',
    name: 'SKU',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await call('createImportProfile', { name: 'Prices', entity_type: 'product' })
  return async () => {
    await close()
    await rm(root, { recursive: true })
  }
})

async function open(): Promise<void> {
  data = await openDataFolder(join(root, 'data'), pino({ level: 'silent' }), { threadEntry: runHere })
}

async function close(): Promise<void> {
  await data.close()
}

/** The body that the route asks for. */
const watched = {
  list: (id: string) => data.watchedFolders.list(id),
  add: (id: string, body: NewWatchedFolder) => data.watchedFolders.add(id, { body, context }),
  change: (id: string, folder: string, body: WatchedFolderPatch) =>
    data.watchedFolders.change(id, folder, { body, context }),
  remove: (id: string, folder: string) => data.watchedFolders.remove(id, folder, context),
  jobsOf: (id: string, folder: string) => data.watchedFolders.jobsOf(id, folder),
  look: () => data.feeds.look(),
}

/** Writes a file as it was long ago, so that nobody waits for its end. */
async function writeFile(path: string, content: string): Promise<void> {
  await fs.writeFile(path, content)
  written += 1
  await utimes(path, new Date(written * 1000), new Date(written * 1000))
}

async function call(name: 'createAttribute' | 'createImportProfile', body: object): Promise<void> {
  const threads = await data.workspaces.get(workspaceId)
  await threads.call(name, { body: body as never, faults: [], context: ownerContext })
}

async function lookThrough(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await watched.look()
    await data.workspaces.get(workspaceId)
    await data.jobsOf(workspaceId).idle()
    await setTimeout(10)
  }
}

const skus = async (): Promise<unknown[]> => listSkus(await data.workspaces.get(workspaceId))

const context = { ...ownerContext, job_id: null }
const filesIn = async (folder: string) => (await readdir(join(drop, folder)).catch((): string[] => [])).sort()
const watch = () => watched.add(workspaceId, { folder: drop, profile: 'prices' })

test('what is put there is imported once and moved to done, again under the same name too [IMPORT-11]', async () => {
  await watch()
  await writeFile(join(drop, 'new.csv'), 'sku\nA\nB\n')
  await lookThrough()
  await lookThrough()
  expect(await skus()).toEqual(['A', 'B'])

  await writeFile(join(drop, 'new.csv'), 'sku\nC\n')
  await lookThrough()
  expect(await skus()).toEqual(['A', 'B', 'C'])
  expect([await filesIn('done'), await filesIn('importing'), await filesIn('failed')]).toEqual([
    ['new 2.csv', 'new.csv'],
    [],
    [],
  ])
  expect(await readFile(join(drop, 'done', 'new.csv'), 'utf8')).toBe('sku\nA\nB\n')
})

test('rows that fail lie beside their file in failed, and so does the reason why a file is refused [IMPORT-11]', async () => {
  await watch()
  await writeFile(join(drop, 'some.csv'), 'sku,parent_id\nA,\nB,nobody\n')
  await writeFile(join(drop, 'none.csv'), ',,\n1,2,3\n')
  await lookThrough()

  expect(await skus()).toEqual(['A'])
  expect(await filesIn('failed')).toEqual(['none.csv', 'none.error.txt', 'some.csv', 'some.errors.csv'])
  expect(await readFile(join(drop, 'failed', 'none.error.txt'), 'utf8')).toMatch(/names no column/)
  expect(await readFile(join(drop, 'failed', 'some.errors.csv'), 'utf8')).toMatch(/parent_id: /)
  expect(await filesIn('done')).toEqual([])
})

test('rows that failed are corrected in their file and put there again [IMPORT-11]', async () => {
  await watch()
  await writeFile(join(drop, 'some.csv'), 'sku,parent_id\nA,\nB,nobody\n')
  await lookThrough()
  const failed = await readFile(join(drop, 'failed', 'some.errors.csv'), 'utf8')
  await writeFile(join(drop, 'again.csv'), failed.replace('B,nobody', 'B,'))
  await lookThrough()
  expect(await skus()).toEqual(['A', 'B'])
  expect(await filesIn('done')).toEqual(['again.csv'])
})

test('a file that is still being written is waited for, and what is not for us stays [IMPORT-11]', async () => {
  await watch()
  const file = join(drop, 'slow.csv')
  await fs.writeFile(file, 'sku\nA\n')
  await writeFile(join(drop, 'next.csv.part'), 'sku\nX\n')
  await writeFile(join(drop, '.hidden.csv'), 'sku\nY\n')
  await fs.writeFile(join(drop, 'empty.csv'), '')
  for (const code of ['B', 'C', 'D']) {
    const looking = watched.look()
    await setTimeout(500)
    await appendFile(file, `${code}\n`)
    await looking
  }
  expect([await skus(), await filesIn('done')]).toEqual([[], []])

  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([['A', 'B', 'C', 'D'], ['slow.csv']])
  expect((await filesIn('')).filter((name) => name.includes('.'))).toEqual([
    '.hidden.csv',
    'empty.csv',
    'next.csv.part',
  ])
})

test('whenever Vitrine ends, a file is imported once and moved at the next start [IMPORT-11]', async () => {
  await watch()
  const rows = Array.from({ length: 2000 }, (_, index) => `S${index}`)
  await writeFile(join(drop, 'long.csv'), `sku\n${rows.join('\n')}\n`)
  await writeFile(join(drop, 'next.csv'), 'sku\nT\n')
  await watched.look()
  await close()
  await open()
  expect(await watched.list(workspaceId)).toMatchObject([{ folder: drop, problem: null }])
  await lookThrough()

  expect([await filesIn('done'), await filesIn('')]).toEqual([['long.csv', 'next.csv'], ['done']])
  const threads = await data.workspaces.get(workspaceId)
  const { events } = await threads.call('readEventsAfter', { sequence: 0, limit: 10_000 })
  expect(events.filter(({ event }) => event === 'entity.created')).toHaveLength(2001)
})

test('a watched folder is a connection and a feed, which go with it [IMPORT-11]', async () => {
  const { id } = await watch()
  const again = join(root, 'again', 'drop')
  await mkdir(again, { recursive: true })
  await watched.add(workspaceId, { folder: again, profile: 'prices' })
  const connections = data.connections.list(workspaceId)
  expect(connections).toMatchObject([
    { name: 'drop', kind: 'folder', settings: { path: drop, move: true } },
    { name: 'drop 2', settings: { path: again } },
  ])
  expect(await data.feeds.list(workspaceId)).toMatchObject([
    { id, name: 'drop', connection: connections[0]?.id, file: '*', trigger: { on: 'file' }, shield: null },
    { name: 'drop 2' },
  ])
  await watched.remove(workspaceId, id)
  expect(data.connections.names(workspaceId)).toMatchObject([{ name: 'drop 2' }])
  expect(await data.feeds.list(workspaceId)).toMatchObject([{ name: 'drop 2' }])
})

test('two hundred files at once are each imported by a job of its own, oldest first [IMPORT-11] [FEED-04]', async () => {
  const { id } = await watch()
  for (let count = 0; count < 200; count += 1)
    await writeFile(join(drop, `${200 - count}.csv`), `sku,parent_id\nF${count},\n`)
  await watched.look()
  await expect.poll(async () => (await filesIn('done')).length, { timeout: 60_000 }).toBe(200)
  const codes = Array.from({ length: 200 }, (_, count) => `F${count}`)
  expect(await skus()).toEqual(codes)
  const { data: jobs } = parseAnswer<{ data: Job[] }>(await watched.jobsOf(workspaceId, id))
  expect(jobs.map(({ metadata }) => metadata['file'])).toEqual(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((name) => `${name}.csv`),
  )
  expect(await filesIn('')).toEqual(['done'])
})

test('a file of the same bytes, size and time is taken away again, and changes nothing [FEED-03]', async () => {
  await watch()
  await writeFile(join(drop, 'same.csv'), 'sku\nA\n')
  await lookThrough()
  await rename(join(drop, 'done', 'same.csv'), join(drop, 'same.csv'))
  await lookThrough()
  expect([await filesIn('done'), await filesIn('')]).toEqual([['same.csv'], ['done']])
  const threads = await data.workspaces.get(workspaceId)
  const { events } = await threads.call('readEventsAfter', { sequence: 0, limit: 1000 })
  expect(events.filter(({ event }) => event.startsWith('entity.'))).toHaveLength(1)
})

test('the same bytes are taken once more where not all of them went in [IMPORT-11]', async () => {
  const { profile_id: id } = await watch()
  const threads = await data.workspaces.get(workspaceId)
  const settings = { merge_key: 'sku', create_missing_attributes: true }
  const change = (body: object) => threads.call('updateImportProfile', { id, body, faults: [] })
  await change({ settings })
  await writeFile(join(drop, 'may.csv'), 'sku,price\nA,10\nB,10\n')
  await lookThrough()
  await writeFile(join(drop, 'june.csv'), 'sku,price\nA,11\nB,100\n')
  await lookThrough()
  expect(await filesIn('failed')).toEqual(['june.csv', 'june.errors.csv'])

  await change({ settings: { ...settings, price_changes: 'take' } })
  await rename(join(drop, 'failed', 'june.csv'), join(drop, 'june.csv'))
  await lookThrough()
  expect(await filesIn('done')).toEqual(['june.csv', 'may.csv'])
  const { data: jobs } = parseAnswer<{ data: Job[] }>(await watched.jobsOf(workspaceId, await onlyId()))
  expect(jobs[0]).toMatchObject({ result: { outcome: 'imported', updated: 1 } })
})

const onlyId = async () => (await watched.list(workspaceId))[0]?.id ?? ''

test('a file that is written anew while it is imported is taken once more [IMPORT-11]', async () => {
  await watch()
  const rows = Array.from({ length: 3000 }, (_, index) => `S${index}`)
  await writeFile(join(drop, 'list.csv'), `sku\n${rows.join('\n')}\n`)
  await watched.look()
  await expect.poll(async () => (await skus()).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
  await writeFile(join(drop, 'list.csv'), 'sku\nNEW\n')
  await lookThrough()
  await lookThrough()
  const threads = await data.workspaces.get(workspaceId)
  const { events } = await threads.call('readEventsAfter', { sequence: 0, limit: 10_000 })
  expect(events.filter(({ event }) => event === 'entity.created')).toHaveLength(3001)
  expect([await filesIn('done'), await filesIn('')]).toEqual([['list.csv'], ['done']])
})

test('a file whose import is cancelled lies in failed with the reason [IMPORT-11]', async () => {
  await using server = await testServer({ lookEveryMs: 100, isThreaded: true, attributes: [sku] })
  await watchOf(server)
  const rows = Array.from({ length: 30_000 }, (_, index) => `S${index}`)
  await writeFile(join(drop, 'long.csv'), `sku\n${rows.join('\n')}\n`)
  let job: Job | undefined
  const progress = async () => {
    job = (await server.get('/jobs')).body.data[0]
    return job?.progress.current ?? 0
  }
  await expect.poll(progress, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
  await server.post(`/jobs/${job?.id}/cancel`)
  await expect.poll(() => filesIn('failed'), { timeout: 20_000 }).toEqual(['long.csv', 'long.error.txt'])
  expect(await readFile(join(drop, 'failed', 'long.error.txt'), 'utf8')).toMatch(/was cancelled/)
})

test('a folder that cannot be watched is refused, one that goes away is told', async () => {
  await mkdir(join(drop, 'below'))
  const add = (folder: string, profile = 'Prices') => watched.add(workspaceId, { folder, profile })
  await expect(add('drop')).rejects.toMatchObject({
    fieldErrors: [{ field: 'folder', issue: expect.stringMatching(/^Give the whole path/) }],
  })
  await expect(add(join(root, 'nowhere'), 'Nope')).rejects.toMatchObject({
    fieldErrors: [{ field: 'profile' }, { field: 'folder', issue: 'There is no folder of this path.' }],
  })
  await expect(add(root)).rejects.toMatchObject({
    fieldErrors: [{ issue: expect.stringMatching(/^Choose a folder/) }],
  })
  const { id } = await watch()
  await expect(add(join(drop, 'below'))).rejects.toMatchObject({
    fieldErrors: [{ issue: expect.stringMatching(/watched already/) }],
  })

  await rm(drop, { recursive: true })
  await expect(watched.look()).resolves.toBeUndefined()
  expect(await watched.list(workspaceId)).toMatchObject([
    { problem: expect.stringMatching(/^The folder is not there/) },
  ])
  await mkdir(drop)
  await watched.look()
  expect(await watched.list(workspaceId)).toMatchObject([{ problem: null }])
  await watched.remove(workspaceId, id)
  expect(await watched.list(workspaceId)).toEqual([])
})

test('turned off it takes no file, turned on again it does; its imports are listed, newest first', async () => {
  const { id } = await watch()
  expect(await watched.change(workspaceId, id, { is_on: false })).toMatchObject({ is_on: false })
  await writeFile(join(drop, 'first.csv'), 'sku\nA\n')
  await lookThrough()
  expect(await filesIn('')).toEqual(['first.csv'])
  await close()
  await open()
  expect(await watched.list(workspaceId)).toMatchObject([{ id, is_on: false }])

  await watched.change(workspaceId, id, { is_on: true })
  await lookThrough()
  await writeFile(join(drop, 'second.csv'), 'sku,parent_id\nB,\nC,nobody\n')
  await lookThrough()
  expect(await skus()).toEqual(['A', 'B'])
  const { data: jobs } = parseAnswer<{ data: Job[] }>(await watched.jobsOf(workspaceId, id))
  expect(jobs).toMatchObject([
    { status: 'completed', metadata: { file: 'second.csv', watched_folder: id }, result: { failed: 1 } },
    { status: 'completed', metadata: { file: 'first.csv' } },
  ])
  await expect(watched.change(workspaceId, 'nowhere', { is_on: false })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a file that can be read in two ways waits until its profile says in which, and others do not [IMPORT-11]', async () => {
  const { profile_id: id } = await watch()
  await call('createAttribute', { entity_type: 'product', key: 'price', name: 'Preis', data_type: 'number' })
  await writeFile(join(drop, 'open.csv'), 'sku;Preis\nA;1.250\n')
  await writeFile(join(drop, 'told.csv'), 'sku;Preis\nB;1,5\n')
  await lookThrough()
  const waits = [
    {
      problem: null,
      waiting: [
        {
          file: 'open.csv',
          questions: [
            {
              setting: 'decimal',
              sentence: expect.stringMatching(/^1\.250 in row 1 of Preis can mean 1250 or 1\.25/),
              answers: ['comma', 'point'],
            },
          ],
        },
      ],
    },
  ]
  expect(await watched.list(workspaceId)).toMatchObject(waits)
  expect([await skus(), await filesIn(''), await filesIn('failed')]).toEqual([
    ['B'],
    ['done', 'open.csv'],
    [],
  ])
  await close()
  await open()
  await lookThrough()
  expect(await watched.list(workspaceId)).toMatchObject(waits)

  const threads = await data.workspaces.get(workspaceId)
  await threads.call('updateImportProfile', { id, body: { settings: { decimal: 'comma' } }, faults: [] })
  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([
    ['B', 'A'],
    ['open.csv', 'told.csv'],
  ])
  expect(await watched.list(workspaceId)).toMatchObject([{ waiting: [] }])
})

test('a list with a new number for a known GTIN waits until its profile says what it is [IMPORT-44]', async () => {
  const { profile_id: id } = await watch()
  const threads = await data.workspaces.get(workspaceId)
  const settings = { merge_key: 'sku', create_missing_attributes: true }
  await threads.call('updateImportProfile', { id, body: { settings }, faults: [] })
  await writeFile(join(drop, 'may.csv'), 'sku;ean\nA;5901234123457\nB;5901234123464\n')
  await lookThrough()
  await writeFile(join(drop, 'june.csv'), 'sku;ean\nA;5901234123457\nC;5901234123464\n')
  await lookThrough()
  expect(await watched.list(workspaceId)).toMatchObject([
    { waiting: [{ file: 'june.csv', questions: [{ setting: 'renumbered', answers: ['change', 'new'] }] }] },
  ])
  expect(await skus()).toEqual(['A', 'B'])

  const body = { settings: { ...settings, renumbered: 'change' as const } }
  await threads.call('updateImportProfile', { id, body, faults: [] })
  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([
    ['A', 'C'],
    ['june.csv', 'may.csv'],
  ])
})

test('rows that change a price by a quarter and more are held beside their file, as the profile may say otherwise [IMPORT-50]', async () => {
  const { profile_id: id } = await watch()
  const threads = await data.workspaces.get(workspaceId)
  const settings = { merge_key: 'sku', create_missing_attributes: true }
  await threads.call('updateImportProfile', { id, body: { settings }, faults: [] })
  await writeFile(join(drop, 'may.csv'), 'sku,price\nA,10\nB,10\n')
  await lookThrough()
  await writeFile(join(drop, 'june.csv'), 'sku,price\nA,11\nB,100\n')
  await lookThrough()
  expect(await filesIn('failed')).toEqual(['june.csv', 'june.errors.csv'])
  const held = await readFile(join(drop, 'failed', 'june.errors.csv'), 'utf8')
  expect(held).toMatch(/price: The row is held, as price changes from 10 to 100\..*B,100/)

  const body = { settings: { ...settings, price_changes: 'take' as const } }
  await threads.call('updateImportProfile', { id, body, faults: [] })
  await writeFile(join(drop, 'july.csv'), held)
  await lookThrough()
  expect(await filesIn('done')).toEqual(['july.csv', 'may.csv'])
})

test('files whose profile has gone wait for another one', async () => {
  const { id, profile_id: gone } = await watch()
  await call('createImportProfile', { name: 'Others', entity_type: 'product' })
  const threads = await data.workspaces.get(workspaceId)
  await threads.call('deleteImportProfile', { id: gone, faults: [] })
  await writeFile(join(drop, 'new.csv'), 'sku\nA\n')
  await lookThrough()
  expect(await watched.list(workspaceId)).toMatchObject([
    { problem: expect.stringMatching(/profile is not there any more/) },
  ])
  expect(await filesIn('')).toEqual(['new.csv'])

  await expect(watched.change(workspaceId, id, { profile: 'Prices' })).rejects.toMatchObject({
    fieldErrors: [{ field: 'profile' }],
  })
  await watched.change(workspaceId, id, { profile: 'others' })
  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([['A'], ['new.csv']])
  expect(await watched.list(workspaceId)).toMatchObject([{ problem: null }])
})

const sku = {
  name: 'SKU',
  entity_type: 'product',
  data_type: 'single_line_text_field',
  is_primary: true,
}

async function watchOf(server: TestServer): Promise<void> {
  const owner = (path: string, body: object) =>
    server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })
  await owner('/import-profiles', { name: 'Prices', entity_type: 'product' })
  const added = await owner('/watched-folders', { folder: drop, profile: 'Prices' })
  expect(added.status).toBe(201)
}

test('a server that runs does it by itself [IMPORT-11]', async () => {
  await using server = await testServer({ lookEveryMs: 100, attributes: [sku] })
  await watchOf(server)
  await fs.writeFile(join(drop, 'new.csv'), 'sku\nA\n')

  await expect.poll(() => filesIn('done'), { timeout: 40_000 }).toEqual(['new.csv'])
  expect((await server.get('/products')).body.data).toHaveLength(1)
})
