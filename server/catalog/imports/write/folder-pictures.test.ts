import { JobWorkspace } from '../../../testing/job-workspace.ts'
import { beforeAll, afterAll, beforeEach, test, expect, describe } from 'vitest'
import { realpath, mkdtemp, writeFile, mkdir, symlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { listPictureFiles, walkLimits } from '../read/picture-files.ts'

const png = (text: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)])

let folder: string
let workspace: JobWorkspace
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-pictures-')))
  await writeFile(join(folder, 'Chair-1.PNG'), png('one'))
  await writeFile(join(folder, 'table.png'), png('two'))
  await writeFile(join(folder, 'same as table.png'), png('two'))
  await writeFile(join(folder, 'notes.png'), 'no picture at all')
  await mkdir(join(folder, 'sub.png'))
  for (const [index, name] of ['front', 'back'].entries()) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, '1.png'), png(`${name} view`))
    await writeFile(join(folder, name, `only-${index}.png`), png(`only ${name}`))
  }
  await symlink(join(tmpdir(), 'elsewhere.png'), join(folder, 'link.png'))
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
  expect([byPath, same, none]).toEqual([table, table, undefined])
  const again = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })
  expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
})

test('what is not there or no picture leaves its cell, or its row where that is asked for, and addresses stay [IMPORT-10]', async () => {
  const csv =
    'sku,photo\nA,missing.png\nB,notes.png\nC,sub.png\nD,https://pictures.example/table.png\nE,table.png\n'
  const request = { merge_key: 'sku', images_folder: folder }
  const errors = [/no file of this name/, /is no picture/, /no file of this name/].map((issue, index) => ({
    row: index + 1,
    field: 'photo',
    issue: expect.stringMatching(issue),
  }))
  const strict = await workspace.import(csv, { ...request, misfits: 'row', dry_run: true })
  expect(strict.result).toMatchObject({ created: 2, failed: 3, errors })
  const { result } = await workspace.import(csv, { ...request, empty_cells: 'clear' })
  expect(result).toMatchObject({
    created: 5,
    failed: 0,
    errors,
    refused_cells: [{ column: 'photo', cells: 3 }],
  })
  const unchanged = [undefined, undefined, undefined, 'https://pictures.example/table.png']
  expect(await photos()).toEqual([...unchanged, expect.stringMatching(/^files\//)])
})

test('a document is no picture, whatever it is called [IMPORT-10]', async () => {
  await writeFile(join(folder, 'sheet.png'), '%PDF-1.7\n')
  const { result } = await workspace.import('sku,photo\nA,sheet.png\n', { images_folder: folder })

  expect(result).toMatchObject({ created: 1, failed: 0, errors: [{ field: 'photo', value: 'sheet.png' }] })
})

test('folders in a cell count; a name alone is looked for below the folder, where it must be the only one [IMPORT-10]', async () => {
  const csv =
    'sku,photo\nA,front/1.png\nB,BACK\\1.png\nC,C:/pictures/front/1.png\nD,only-1\nE,1.png\nF,link.png\nG,../front/1.png\n'
  const { result } = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })

  expect(result).toMatchObject({
    created: 7,
    failed: 0,
    errors: [
      {
        row: 5,
        field: 'photo',
        issue: expect.stringMatching(/Several files .*: back\/1\.png, front\/1\.png/),
      },
      { row: 6, field: 'photo', issue: expect.stringMatching(/no file of this name/) },
    ],
  })
  const [front, back, whole, only, , , above] = await photos()
  expect(new Set([front, back, only]).size).toBe(3)
  expect([whole, above]).toEqual([front, front])
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

describe('a folder is looked at within limits', () => {
  let tree: string
  beforeAll(async () => {
    tree = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-walk-')))
    await mkdir(join(tree, 'a/b/c'), { recursive: true })
    for (const name of ['1.png', 'a/2.png', 'a/b/3.png', 'a/b/c/4.png']) await writeFile(join(tree, name), '')
    await symlink(tmpdir(), join(tree, 'a/out'))
  })
  afterAll(() => rm(tree, { recursive: true }))
  const never = new AbortController().signal

  test('all of it below them, and nothing behind a link [IMPORT-35]', async () => {
    expect(await listPictureFiles(tree, never)).toEqual(['1.png', 'a/2.png', 'a/b/3.png', 'a/b/c/4.png'])
  })

  test.each([
    [{ entries: 5 }, 'more than 5 files and folders'],
    [{ depth: 3 }, 'nested more than 3 deep'],
    [{ milliseconds: -1 }, 'more than can be listed'],
  ])('beyond %j it is refused [IMPORT-35]', async (limit, said) => {
    await expect(listPictureFiles(tree, never, { ...walkLimits, ...limit })).rejects.toThrow(said)
  })

  test('one that is cancelled ends [IMPORT-35]', async () => {
    await expect(listPictureFiles(tree, AbortSignal.abort())).rejects.toThrow('aborted')
  })

  test('a folder that has become a link since it was checked is not read [IMPORT-35]', async () => {
    const path = join(tree, 'later')
    await symlink(folder, path)
    const { status, result } = await workspace.import('sku,photo\nA,table.png\n', { images_folder: path })
    expect(status).toBe('failed')
    expect(result).toMatchObject({ error: { message: expect.stringContaining('cannot be read') } })
    await rm(path)
  })
})

describe('columns that name files of pictures', () => {
  const images = async () =>
    (await workspace.entities('image')).map(({ id, attributes }): Record<string, unknown> => ({
      id,
      ...attributes,
    }))

  test('become pictures where a folder has them, one or several in a cell, and a second run changes nothing [IMPORT-54]', async () => {
    const csv =
      'SKU,Views,Cover,More images,Manual,Photo\nA,front/1.png|back/1.png,table,table.png,a.pdf,\nB,Chair-1.PNG,Chair-1,"same as table.png, table.png",b.pdf,table\n'
    const { result } = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })
    expect(result).toMatchObject({ created: 2, failed: 0, errors: [] })
    const types = await workspace.dataTypes()
    expect([types['views'], types['cover'], types['more_images'], types['manual']]).toEqual([
      'entity_list_reference',
      'single_line_text_field',
      'entity_list_reference',
      'single_line_text_field',
    ])
    const [first, second] = await workspace.products()
    const all = await images()
    expect(all.map((image) => String(image['file_name'])).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '1.png',
      '1.png',
      'Chair-1.PNG',
      'table.png',
    ])
    const labels = (images: unknown) => (images as { label: string }[]).map(({ label }) => label)
    expect([
      labels(first?.['views']),
      labels(first?.['more_images']),
      labels(second?.['more_images']),
    ]).toEqual([['1.png', '1.png'], ['table.png'], ['table.png']])
    expect(second?.['photo']).toBe(all.find((image) => image['file_name'] === 'table.png')?.['image_url'])

    const again = await workspace.import(csv, { merge_key: 'sku', images_folder: folder })
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 2, created_attributes: [] })
    expect(await images()).toEqual(all)
  })

  test('a column called like one of pictures needs no endings; without a folder names stay texts [IMPORT-54]', async () => {
    const csv = 'SKU,Photo,Hauptbild\nA,,table\nB,,chair-1\n'
    expect((await workspace.preview(csv)).columns[2]).toMatchObject({
      data_type: 'single_line_text_field',
    })
    await workspace.import(csv, { merge_key: 'sku', images_folder: folder })
    expect((await workspace.dataTypes())['hauptbild']).toBe('image')
    expect((await workspace.products()).map(({ hauptbild }) => hauptbild)).toEqual(
      ['table.png', 'Chair-1.PNG'].map(() => expect.stringMatching(/^files\/[0-9a-f]{64}\.png$/)),
    )
  })

  test('a name that no file has leaves its cell, and makes no image of it; known images keep their names [IMPORT-54]', async () => {
    await workspace.import('SKU,Gallery\nA,table.png\n', { merge_key: 'sku', images_folder: folder })
    const more = 'SKU,Gallery\nA,table.png|gone.png\nB,chair-1.png\n'
    const { result } = await workspace.import(more, { merge_key: 'sku', images_folder: folder })
    expect(result).toMatchObject({
      created: 1,
      failed: 0,
      errors: [{ row: 1, field: 'Gallery', issue: expect.stringMatching(/no file of this name/) }],
    })
    expect(await images()).toHaveLength(2)
    // Without a folder its cells name the images by their names.
    const named = await workspace.import('SKU,Gallery\nB,table.png\n', { merge_key: 'sku' })
    expect(named.result).toMatchObject({ updated: 1, failed: 0, errors: [] })
  })
})
