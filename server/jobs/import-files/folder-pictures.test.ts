import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'

// A workspace has five threads, which take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const png = (text: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)])

let folder: string
let workspace: JobWorkspace
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  await writeFile(join(folder, 'Chair-1.PNG'), png('one'))
  await writeFile(join(folder, 'table.png'), png('two'))
  await writeFile(join(folder, 'same as table.png'), png('two'))
  await writeFile(join(folder, 'notes.png'), 'no picture at all')
  await mkdir(join(folder, 'sub.png'))
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  workspace = await JobWorkspace.open()
  await workspace.define({
    entity_type: 'product',
    key: 'sku',
    name: 'SKU',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await workspace.define({ entity_type: 'product', key: 'photo', name: 'Photo', data_type: 'image' })
  return () => workspace[Symbol.asyncDispose]()
})

const photos = async () => (await workspace.products()).map(({ photo }) => photo)

test('cells name pictures of the folder, in any case, with or without what follows the dot [IMPORT-10]', async () => {
  const csv = 'sku,photo\nA,chair-1.png\nB,table\nC,some/where/TABLE.PNG\nD,same as table.png\nE,\n'
  const { result } = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })

  expect(result).toMatchObject({ created: 5, failed: 0 })
  const [chair, table, byPath, same, none] = await photos()
  expect([chair, table]).toEqual([
    expect.stringMatching(/^files\/.*\.png$/),
    expect.stringMatching(/^files\//),
  ])
  // What is the same picture is kept once.
  expect([byPath, same, none]).toEqual([table, table, undefined])
  const again = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })
  expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
})

test('what is not there or no picture spoils its row only, and addresses stay [IMPORT-10]', async () => {
  const csv =
    'sku,photo\nA,missing.png\nB,notes.png\nC,sub.png\nD,https://pictures.example/table.png\nE,table.png\n'
  const { result } = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })

  expect(result).toMatchObject({
    created: 2,
    failed: 3,
    errors: [1, 2, 3].map((row) => ({ row, field: 'photo', issue: expect.stringMatching(/\w/) })),
  })
  expect(await photos()).toEqual(['https://pictures.example/table.png', expect.stringMatching(/^files\//)])
})

test('a dry run keeps no picture; a folder that is not there is told before anything is written', async () => {
  const csv = 'sku,photo\nA,table.png\n'
  const dry = await workspace.import(csv, { images_folder: folder, dry_run: true })
  expect(dry.result).toMatchObject({ created: 1, failed: 0 })
  const gone = await workspace.import(csv, { images_folder: join(folder, 'nowhere') })

  expect(gone.status).toBe('failed')
  expect(gone.result).toMatchObject({
    error: { message: expect.stringMatching(/folder of pictures .* cannot be read/) },
  })
  expect(await workspace.products()).toEqual([])
})
