import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { parseAnswer } from '../catalog/answer.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { runHere } from '../testing/in-process-host.ts'
import { ownerContext } from '../testing/job-workspace.ts'
import { type EarlierFolder, earlierFoldersKey } from './earlier-folders.ts'
import { listSkus } from '../testing/listed-skus.ts'

let root: string
let data: DataFolder
let workspaceId: string
let profileId: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-earlier-'))
  await open()
  workspaceId = (await data.workspaces.create('Test')).id
  const sku = { key: 'sku', name: 'SKU', data_type: 'single_line_text_field', is_primary: true }
  await call('createAttribute', { entity_type: 'product', ...sku })
  const settings = { merge_key: 'sku' }
  profileId = await call('createImportProfile', { name: 'Prices', entity_type: 'product', settings })
  return async () => {
    await data.close()
    await rm(root, { recursive: true })
  }
})

async function open(): Promise<void> {
  data = await openDataFolder(join(root, 'data'), pino({ level: 'silent' }), { threadEntry: runHere })
}

async function call(name: 'createAttribute' | 'createImportProfile', body: object): Promise<string> {
  const threads = await data.workspaces.get(workspaceId)
  const answer = await threads.call(name, { body: body as never, faults: [], context: ownerContext })
  return parseAnswer<{ data: { id: string } }>(answer).data.id
}

let count = 0
const earlier = (folder: string, more: Partial<EarlierFolder> = {}): EarlierFolder => {
  count += 1
  const id = `01989f6e-7c1a-4d3e-9b52-${String(count).padStart(12, '0')}`
  return { id, workspace_id: workspaceId, folder: join(root, folder), profile_id: profileId, ...more }
}

/** The file that an earlier version has left in the data folder; the next start finds it. */
async function leave(...folders: readonly EarlierFolder[]): Promise<void> {
  await data.registry.call('putSetting', { key: earlierFoldersKey, value: JSON.stringify(folders) })
  await data.close()
  await open()
}

async function put(path: string, content: string): Promise<void> {
  const whole = join(root, path)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, content)
  await utimes(whole, 1000, 1000)
}

async function lookThrough(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await data.earlierFolders.look()
    await data.feeds.look()
    await data.jobsOf(workspaceId).idle()
    await setTimeout(10)
  }
}

const skus = async (): Promise<unknown[]> => listSkus(await data.workspaces.get(workspaceId))

const filesIn = async (folder: string) => (await readdir(join(root, folder)).catch((): string[] => [])).sort()
const stored = async () =>
  JSON.parse((await data.registry.call('getSetting', { key: earlierFoldersKey })) ?? '[]')

test('folders of an earlier version are feeds under their ids, and their files are taken as before [IMPORT-11]', async () => {
  await mkdir(join(root, 'paused'))
  await put('files/a.csv', 'sku\nA\n')
  await put('files/done/old.csv', 'sku\nOLD\n')
  await put('files/b.csv', 'sku,parent_id\nB,\nC,nobody\n')
  const [files, paused] = [earlier('files'), earlier('paused', { is_on: false })]
  const [gone, orphan] = [earlier('gone'), earlier('orphan', { profile_id: files.id })]
  await put('paused/later.csv', 'sku\nLATER\n')
  await put('orphan/new.csv', 'sku\nNEW\n')
  await leave(files, paused, gone, orphan, earlier('nobody', { workspace_id: files.id }))
  await lookThrough()

  expect(await data.watchedFolders.list(workspaceId)).toEqual([
    { ...describe(files), is_on: true, problem: null },
    { ...describe(paused), is_on: false, problem: null },
    {
      ...describe(gone),
      is_on: true,
      problem: 'The folder is not there. Connect its disk, or make it anew.',
      message_code: 'folder.gone',
    },
    {
      ...describe(orphan),
      is_on: true,
      problem: expect.stringMatching(/^Its import profile is not there any more/),
      message_code: 'folder.profile_gone',
    },
  ])
  expect([await skus(), await filesIn('files/done'), await filesIn('files/failed')]).toEqual([
    ['A', 'B'],
    ['a.csv', 'old.csv'],
    ['b.csv', 'b.errors.csv'],
  ])
  expect([await filesIn('paused'), await filesIn('orphan')]).toEqual([['later.csv'], ['new.csv']])
  expect(await data.feeds.list(workspaceId)).toMatchObject([
    { id: files.id, name: 'files', shield: null, last_run: { outcome: 'imported' } },
    { id: paused.id, name: 'paused', is_on: false, last_run: null },
    { id: gone.id, name: 'gone', is_on: true },
    { id: orphan.id, name: 'orphan', is_on: false, off_reason: 'profile is missing' },
  ])

  await mkdir(join(root, 'gone'))
  await put('gone/back.csv', 'sku\nBACK\n')
  await data.watchedFolders.change(workspaceId, paused.id, { body: { is_on: true }, context: ownerContext })
  const body = { profile: 'Prices' }
  await data.watchedFolders.change(workspaceId, orphan.id, { body, context: ownerContext })
  await lookThrough()
  expect(new Set(await skus())).toEqual(new Set(['A', 'B', 'BACK', 'LATER', 'NEW']))
  expect(await stored()).toEqual([])
})

function describe({ id, workspace_id, folder, profile_id }: EarlierFolder) {
  return { id, workspace_id, folder, profile_id, waiting: [] }
}

test('they are made once: a second start and one that is watched no longer change nothing [IMPORT-11]', async () => {
  await mkdir(join(root, 'files'))
  const files = earlier('files')
  await leave(files)
  await lookThrough()
  await data.close()
  await open()
  await lookThrough()
  expect(await data.feeds.list(workspaceId)).toHaveLength(1)
  await data.watchedFolders.remove(workspaceId, files.id, ownerContext)
  await data.close()
  await open()
  await lookThrough()
  expect([await data.watchedFolders.list(workspaceId), data.connections.list(workspaceId)]).toEqual([[], []])
})

test('the route tells them before anything was looked into, as a single command does [IMPORT-11]', async () => {
  const files = earlier('files')
  await leave(files)
  expect(await data.watchedFolders.list(workspaceId)).toMatchObject([{ id: files.id }])
})

const jobId = (digit: string) => `01989f6e-7c1a-4d3e-9b52-${digit.repeat(12)}`

test('files that were taken by the version before are imported once and moved where their import ends [IMPORT-11]', async () => {
  const [ended, begun, lost, asked] = ['a', 'b', 'c', 'd'].map(jobId) as [string, string, string, string]
  const files = earlier('files')
  const threads = await data.workspaces.get(workspaceId)
  const enqueue = async (id: string, name: string, content: string) => {
    await put(`files/importing/${id} ${name}`, content)
    await mkdir(data.uploadsDir, { recursive: true })
    await copyFile(join(root, `files/importing/${id} ${name}`), join(data.uploadsDir, id))
    const { job_id: _none, ...context } = ownerContext
    const fields = { profile: profileId }
    await threads.call('enqueueImport', { id, fileName: name, fields, faults: [], context })
  }
  await enqueue(ended, 'ended.csv', 'sku,parent_id\nE,\nF,nobody\n')
  data.jobsOf(workspaceId).wake()
  await data.jobsOf(workspaceId).idle()
  await enqueue(begun, 'begun.csv', 'sku\nG\n')
  await put(`files/importing/${lost} lost.csv`, 'sku\nL\n')
  const price = { entity_type: 'product', key: 'price', name: 'Preis', data_type: 'number' }
  await call('createAttribute', price)
  await put(`files/importing/${asked} asked.csv`, 'sku;Preis\nM;1.250\n')
  await leave(files)
  await lookThrough()
  await lookThrough()

  expect([await filesIn('files'), await filesIn('files/done'), await filesIn('files/failed')]).toEqual([
    ['asked.csv', 'done', 'failed'],
    ['begun.csv', 'lost.csv'],
    ['ended.csv', 'ended.errors.csv'],
  ])
  expect(await readFile(join(root, 'files/failed/ended.errors.csv'), 'utf8')).toMatch(/parent_id: /)
  expect(await skus()).toEqual(['E', 'G', 'L'])
  expect(await data.watchedFolders.list(workspaceId)).toMatchObject([
    { waiting: [{ file: 'asked.csv', questions: [{ setting: 'decimal' }] }] },
  ])
  expect(await stored()).toEqual([])
})
