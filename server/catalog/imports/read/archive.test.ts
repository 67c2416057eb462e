import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JobWorkspace } from '../../../testing/job-workspace.ts'
import { zipBytes } from '../../../testing/zip-bytes.ts'
import { archiveLimits, unpackTable } from './archive.ts'

const png = (text: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)])
const never = new AbortController().signal
const csv = 'SKU,Name,Image\nA,Stühle,Stühle.png\nB,Table,pictures/table.png\n'

describe('a ZIP with a table and pictures', () => {
  let workspace: JobWorkspace
  beforeEach(async () => {
    workspace = await JobWorkspace.open()
    return () => workspace[Symbol.asyncDispose]()
  })

  test('is imported with its pictures, again without a change, and undone [IMPORT-55]', async () => {
    // A Mac writes the accents of names apart from the letters.
    const zip = zipBytes({
      'list/prices.csv': csv,
      ['pictures/Stühle.png'.normalize('NFD')]: png('chairs'),
      'pictures/table.png': png('table'),
      '__MACOSX/list/._prices.csv': 'x',
      'read me.txt': 'Prices of May',
    })
    const { id, result } = await workspace.import(zip, { merge_key: 'sku' })
    expect(result).toMatchObject({ created: 2, failed: 0, errors: [], format: 'csv', delimiter: ',' })
    expect(result).toMatchObject({
      notes: expect.arrayContaining([expect.objectContaining({ message_code: 'archive.read' })]),
    })
    expect((await workspace.dataTypes())['image']).toBe('image')
    const [chairs, table] = await workspace.products()
    expect([chairs?.['image'], table?.['image']]).toEqual([
      expect.stringMatching(/^files\/.*\.png$/),
      expect.stringMatching(/^files\/.*\.png$/),
    ])
    expect(chairs?.['image']).not.toBe(table?.['image'])

    const again = await workspace.import(zip, { merge_key: 'sku' })
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect((await workspace.undo(id)).result).toMatchObject({ trashed: 2, failed: 0 })
  })

  test('may hold a workbook, and the preview tells the pictures of a column [IMPORT-55]', async () => {
    const {
      columns,
      notes = [],
      creations,
    } = await workspace.preview(zipBytes({ 'prices.csv': csv, 'a/table.png': png('table') }))
    expect(columns.map(({ data_type: type }) => type)).toEqual([
      'single_line_text_field',
      'single_line_text_field',
      'image',
    ])
    expect(notes.map(({ message_code: code }) => code)).toContain('archive.read')
    expect(creations).toContain('create_missing_images')
  })

  test.each([
    [{ 'a.csv': csv, 'b.xlsx': 'x', 'c.png': 'x' }, /2 tables: a\.csv, b\.xlsx/],
    [{ 'c.png': 'x', 'd.pdf': 'x' }, /holds no table/],
    [{ 'a.csv': csv, 'more.zip': 'x' }, /another archive, more\.zip/],
  ])('with %j inside says what to do [IMPORT-55]', async (parts, sentence) => {
    const { status, result } = await workspace.import(zipBytes(parts))
    expect(status).toBe('failed')
    expect(result).toMatchObject({ error: { message: expect.stringMatching(sentence) } })
    expect(await workspace.products()).toEqual([])
  })
})

describe('a ZIP is read within limits', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-archives-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const stored = async (bytes: Buffer): Promise<string> => {
    const file = join(folder, randomUUID())
    await writeFile(file, bytes)
    return file
  }

  test.each([
    [{ parts: 2 }, { 'a.csv': csv, 'b.png': 'x', 'c.png': 'x' }],
    [{ bytes: 30 }, { 'a.csv': csv }],
  ])('beyond %j it is refused [IMPORT-55]', async (limit, parts) => {
    const file = await stored(zipBytes(parts))
    await expect(unpackTable(file, never, { ...archiveLimits, ...limit })).rejects.toThrow(/holds more than/)
  })

  test('a part that unpacks to more than it says is not read [IMPORT-55]', async () => {
    const table = await stored(zipBytes({ 'a.csv': csv.repeat(1000) }, 10))
    await expect(unpackTable(table, never)).rejects.toThrow(/damaged/)
    const packed = await unpackTable(await stored(zipBytes({ 'a.csv': 'SKU\nA\n', 'b.png': csv })), never)
    await expect(packed?.pictures.read('b.png')).resolves.toEqual(Buffer.from(csv))
    await expect(packed?.pictures.read('../c.png')).rejects.toThrow(/no file of this name/)
  })

  test('one that is cancelled ends, and names no system takes are passed over [IMPORT-55]', async () => {
    const parts = { 'a.csv': csv, 'CON.png': 'x', 'b?.png': 'x', 'c.png': 'x', '.hidden/d.png': 'x' }
    const file = await stored(zipBytes(parts))
    await expect(unpackTable(file, AbortSignal.abort())).rejects.toThrow('aborted')
    expect((await unpackTable(file, never))?.pictures.paths).toEqual(['c.png'])
  })

  test('a name that leads out of the ZIP makes it damaged [IMPORT-55]', async () => {
    const file = await stored(zipBytes({ 'a.csv': csv, '../b.png': 'x' }))
    await expect(unpackTable(file, never)).rejects.toThrow(/damaged/)
  })

  test('a workbook and what is no ZIP stay what they are [IMPORT-55]', async () => {
    expect(
      await unpackTable(await stored(zipBytes({ '[Content_Types].xml': '<x/>' })), never),
    ).toBeUndefined()
    expect(await unpackTable(await stored(Buffer.from(csv)), never)).toBeUndefined()
    expect(await unpackTable(await stored(Buffer.alloc(0)), never)).toBeUndefined()
  })
})
