import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { runHere } from '../testing/in-process-host.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { ownerContext } from '../testing/job-workspace.ts'
import { testServer } from '../testing/test-server.ts'
import { loadWatchedFolders, type WatchedFolders } from './watched-folders.ts'

let root: string
let drop: string
let data: DataFolder
let watched: WatchedFolders
let workspaceId: string

beforeEach(async () => {
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
  watched = await loadWatchedFolders({ ...data, settleMs: 0, onError: () => undefined })
}

async function close(): Promise<void> {
  await watched.close()
  await data.close()
}

async function call(name: 'createAttribute' | 'createImportProfile', body: object): Promise<void> {
  const threads = await data.workspaces.get(workspaceId)
  await threads.call(name, { body: body as never, faults: [], context: ownerContext })
}

async function lookThrough(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await watched.look()
    await data.workspaces.get(workspaceId)
    await data.jobsOf(workspaceId).idle()
  }
}

async function skus(): Promise<unknown[]> {
  const threads = await data.workspaces.get(workspaceId)
  const request = { limit: 200, offset: 0, sort: [], clauses: [], join: 'and' as const }
  const page = parseAnswer(await threads.call('listEntities', { type: 'product', request, faults: [] }))
  return (page as { data: EntityResource[] }).data.map(({ attributes }) => attributes['sku'])
}

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
  await writeFile(file, 'sku\nA\n')
  await writeFile(join(drop, 'next.csv.part'), 'sku\nX\n')
  await writeFile(join(drop, '.hidden.csv'), 'sku\nY\n')
  await writeFile(join(drop, 'empty.csv'), '')
  for (const code of ['B', 'C', 'D']) {
    await watched.look()
    await appendFile(file, `${code}\n`)
  }
  await watched.look()
  expect(await filesIn('importing')).toEqual([])

  await rename(join(drop, 'empty.csv'), join(root, 'empty.csv'))
  await lookThrough()
  expect(await skus()).toEqual(['A', 'B', 'C', 'D'])
  expect((await filesIn('')).filter((name) => name.includes('.'))).toEqual(['.hidden.csv', 'next.csv.part'])
})

test('whenever Vitrine ends, a file is imported once and moved at the next start [IMPORT-11]', async () => {
  await watch()
  // The program ended after a file had been taken and before its job was stored.
  const job = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e99'
  await mkdir(join(drop, 'importing'))
  await writeFile(join(drop, 'importing', `${job} taken.csv`), 'sku\nT\n')
  // It ended during an import.
  const rows = Array.from({ length: 2000 }, (_, index) => `S${index}`)
  await writeFile(join(drop, 'long.csv'), `sku\n${rows.join('\n')}\n`)
  await watched.look()
  await watched.look()
  await close()
  await open()
  expect(watched.list(workspaceId)).toMatchObject([{ folder: drop, problem: null }])
  await lookThrough()
  // It ended after an import and before the file was moved.
  await rename(join(drop, 'done', 'taken.csv'), join(drop, 'importing', `${job} taken.csv`))
  await close()
  await open()
  await lookThrough()

  expect(await filesIn('done')).toEqual(['long.csv', 'taken.csv'])
  const threads = await data.workspaces.get(workspaceId)
  const { events } = await threads.call('readEventsAfter', { sequence: 0, limit: 10_000 })
  expect(events.filter(({ event }) => event === 'entity.created')).toHaveLength(2001)
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
  expect(watched.list(workspaceId)).toMatchObject([
    { problem: expect.stringMatching(/^The folder is not there/) },
  ])
  await mkdir(drop)
  await watched.look()
  expect(watched.list(workspaceId)).toMatchObject([{ problem: null }])
  await watched.remove(workspaceId, id)
  expect(watched.list(workspaceId)).toEqual([])
})

test('turned off it takes no file, turned on again it does; its imports are listed, newest first', async () => {
  const { id } = await watch()
  expect(await watched.change(workspaceId, id, { is_on: false })).toMatchObject({ is_on: false })
  await writeFile(join(drop, 'first.csv'), 'sku\nA\n')
  await lookThrough()
  expect(await filesIn('')).toEqual(['first.csv'])
  await close()
  await open()
  expect(watched.list(workspaceId)).toMatchObject([{ id, is_on: false }])

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
  expect(watched.list(workspaceId)).toMatchObject(waits)
  expect([await skus(), await filesIn('importing'), await filesIn('failed')]).toEqual([
    ['B'],
    [expect.stringMatching(/ open\.csv$/)],
    [],
  ])
  await close()
  await open()
  await lookThrough()
  expect(watched.list(workspaceId)).toMatchObject(waits)

  const threads = await data.workspaces.get(workspaceId)
  await threads.call('updateImportProfile', { id, body: { settings: { decimal: 'comma' } }, faults: [] })
  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([
    ['B', 'A'],
    ['open.csv', 'told.csv'],
  ])
  expect(watched.list(workspaceId)).toMatchObject([{ waiting: [] }])
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
  expect(watched.list(workspaceId)).toMatchObject([
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
  expect(watched.list(workspaceId)).toMatchObject([
    { problem: expect.stringMatching(/profile is not there any more/) },
  ])
  expect([await filesIn('importing'), await filesIn('failed')]).toEqual([
    [expect.stringMatching(/ new\.csv$/)],
    [],
  ])

  await expect(watched.change(workspaceId, id, { profile: 'Prices' })).rejects.toMatchObject({
    fieldErrors: [{ field: 'profile' }],
  })
  await watched.change(workspaceId, id, { profile: 'others' })
  await lookThrough()
  expect([await skus(), await filesIn('done')]).toEqual([['A'], ['new.csv']])
  expect(watched.list(workspaceId)).toMatchObject([{ problem: null }])
})

test('a server that runs does it by itself [IMPORT-11]', async () => {
  await using server = await testServer({
    lookEveryMs: 100,
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
  const owner = (method: string, path: string, body: object) =>
    server.asOwner({ method, path: `/app/v1${path}`, body })
  await owner('POST', '/import-profiles', { name: 'Prices', entity_type: 'product' })
  const added = await owner('POST', '/watched-folders', { folder: drop, profile: 'Prices' })
  expect(added.status).toBe(201)
  await writeFile(join(drop, 'new.csv'), 'sku\nA\n')

  await expect.poll(() => filesIn('done'), { timeout: 40_000 }).toEqual(['new.csv'])
  expect((await server.get('/products')).body.data).toHaveLength(1)
})
