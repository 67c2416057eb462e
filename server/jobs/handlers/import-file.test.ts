import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

test('creates attributes with guessed types, and every cell reads back as it was written', async () => {
  await using workspace = await JobWorkspace.open()
  const csv =
    'sku,name,price,lot,active,text\nA-1,Chair,1.50,007,true,"two\nlines, ""quoted"""\nA-2,Tisch ,20.00,042,false,\n'

  const job = await workspace.import(csv, { merge_key: 'sku' })

  expect(job).toMatchObject({ status: 'completed', progress: { current: 2, total: 2, percent: 100 } })
  expect(job.result).toMatchObject({
    ...counts(2, 0, 0, 0),
    errors: [],
    errors_truncated: false,
    delimiter: ',',
  })
  expect(await workspace.dataTypes()).toEqual({
    sku: 'single_line_text_field',
    name: 'single_line_text_field',
    price: 'number',
    lot: 'single_line_text_field',
    active: 'boolean',
    text: 'multi_line_text_field',
  })
  expect(await workspace.products()).toEqual([
    { sku: 'A-1', name: 'Chair', price: 1.5, lot: '007', active: true, text: 'two\nlines, "quoted"' },
    { sku: 'A-2', name: 'Tisch ', price: 20, lot: '042', active: false },
  ])
  expect(await workspace.uploadedFiles()).toEqual([])
})

test('events tell that a file was imported and by which job; a second import changes and tells nothing [IMPORT-04]', async () => {
  await using workspace = await JobWorkspace.open()
  const first = await workspace.import('sku\nA\n', { merge_key: 'sku' })
  const second = await workspace.import('sku\nA\n', { merge_key: 'sku' })

  expect(first.metadata).toMatchObject({ via: 'app' })
  expect(await workspace.events()).toEqual([
    `attribute.created import ${first.id}`,
    `entity.created import ${first.id}`,
    `job.completed import ${first.id}`,
    `job.completed import ${second.id}`,
  ])
})

test('a merge key finds what is there, whatever its case; without one every row is created [IMPORT-04]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('sku,name\nA,one\nB,two\n', { merge_key: 'sku' })

  const second = await workspace.import('sku,name\na ,uno\nB,two\nC,three\n', { merge_key: 'sku' })
  const third = await workspace.import('sku,name\nC,three\n')

  expect(second.result).toMatchObject(counts(1, 1, 1, 0))
  expect(third.result).toMatchObject(counts(1, 0, 0, 0))
  expect((await workspace.products()).map(({ name }) => name)).toEqual(['uno', 'two', 'three', 'three'])
})

test('bad rows are isolated and reported by row, column and cell [IMPORT-02]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ entity_type: 'product', key: 'price', name: 'Price', data_type: 'number' })
  const csv = 'sku,Price\nA,1\nB,cheap\n,3\nD\nE,5,6\nF,6\0\n\nH,8,\n'

  const job = await workspace.import(csv, { merge_key: 'sku' })

  expect(job.status).toBe('completed')
  expect(job.result).toMatchObject({
    ...counts(3, 0, 0, 3),
    held: 1,
    refused_cells: [{ column: 'Price', cells: 1 }],
    errors: [
      { row: 2, field: 'Price', issue: 'expected_number', value: 'cheap', row_kept: true },
      { row: 3, field: 'sku', message_code: 'row.key_missing', value: '', held: true },
      { row: 4, field: '', issue: 'The row has 1 cells; the header has 2.', value: 'D' },
      { row: 5, field: '', issue: 'The row has 3 cells; the header has 2.', value: 'E,5,6' },
      { row: 6, field: '', issue: 'The row holds a NUL character.', value: 'F,6\0' },
    ],
  })
  expect(await workspace.products()).toEqual([{ sku: 'A', price: 1 }, { sku: 'B' }, { sku: 'H', price: 8 }])
})

test('of many errors the first hundred are kept [IMPORT-02]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ entity_type: 'product', key: 'price', name: 'Price', data_type: 'number' })

  const { result } = await workspace.import(`price\n${'x\n'.repeat(150)}`)

  expect(result).toMatchObject({ ...counts(0, 0, 0, 150), errors_truncated: true })
  expect(result).toHaveProperty('errors.length', 100)
})

describe('a file that cannot be imported', () => {
  let workspace: JobWorkspace
  beforeAll(async () => {
    workspace = await JobWorkspace.open()
  })
  afterAll(() => workspace[Symbol.asyncDispose]())

  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['a header of nothing', ',,\n1,2,3\n', 'The first line of the file names no column.'],
    ['a binary file', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 'The file is a picture'],
    ['a merge key that is no column', 'name\none\n', 'merge_key: No attribute has the key sku.'],
  ])('%s fails with one clear sentence, and nothing is written', async (_what, content, sentence) => {
    const job = await workspace.import(content, { merge_key: 'sku' })

    expect(job.status).toBe('failed')
    expect(job.result).toMatchObject({
      error: { code: 'validation_failed', message: expect.stringContaining(sentence) },
    })
    expect(await workspace.dataTypes()).toEqual({})
  })
})

test('a header alone, with an empty column behind it, creates nothing', async () => {
  await using workspace = await JobWorkspace.open()

  const job = await workspace.import('sku,name,\n', { merge_key: 'sku' })

  expect(job).toMatchObject({ status: 'completed', result: counts(0, 0, 0, 0) })
  expect(await workspace.dataTypes()).toEqual({})
})

test('quotes in odd places are read as they are written, and this is told: no row is swallowed [IMPORT-42]', async () => {
  await using workspace = await JobWorkspace.open()

  const { result } = await workspace.import('sku,name,n\nA,5" pipe,1\nB,"Broken,2\nC,"Good",3\nD,fine,4\n', {
    merge_key: 'sku',
  })

  expect(result).toMatchObject({
    ...counts(4, 0, 0, 0),
    notes: [{ message_code: 'file.quotes_as_written' }],
  })
  expect((await workspace.products()).map(({ name }) => name)).toEqual([
    '5" pipe',
    '"Broken',
    '"Good"',
    'fine',
  ])
})

test('a quote that is never closed, and a column without a heading, stop no file [IMPORT-40] [IMPORT-42]', async () => {
  await using workspace = await JobWorkspace.open()
  const open = await workspace.import('sku,name\nA,"one\nB,two\n', { merge_key: 'sku' })
  expect(open.result).toMatchObject(counts(2, 0, 0, 0))
  const unnamed = await workspace.import('sku,,name\n1,2,3\n', { merge_key: 'sku' })
  expect(unnamed.result).toMatchObject({ ...counts(1, 0, 0, 0), mapping: { 'Column B': 'column_b' } })
})

describe('encodings', () => {
  let workspace: JobWorkspace
  beforeAll(async () => {
    workspace = await JobWorkspace.open()
  })
  afterAll(() => workspace[Symbol.asyncDispose]())

  test.each([
    ['Windows-1252', Buffer.from('sku;größe\nA;über\n', 'latin1'), 'windows-1252'],
    ['UTF-16', Buffer.from('\uFEFFsku;größe\r\nA;über\r\n', 'utf16le'), 'utf-16le'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFsku;größe\r\nA;über\r\n'), 'utf-8'],
  ])('reads %s', async (_what, content, encoding) => {
    const job = await workspace.import(content, { imported_rows: 'new' })

    expect(job.result).toMatchObject({ ...counts(1, 0, 0, 0), encoding, delimiter: ';' })
    expect((await workspace.products()).at(-1)).toEqual({ sku: 'A', groesse: 'über' })
  })
})

test('empty cells leave values alone, or clear them when asked to', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('sku,name\nA,one\n', { merge_key: 'sku' })

  const ignored = await workspace.import('sku,name\nA,\n', { merge_key: 'sku' })
  const before = await workspace.products()
  const cleared = await workspace.import('sku,name\nA,\n', { merge_key: 'sku', empty_cells: 'clear' })

  expect(ignored.result).toMatchObject(counts(0, 0, 1, 0))
  expect(before).toEqual([{ sku: 'A', name: 'one' }])
  expect(cleared.result).toMatchObject(counts(0, 1, 0, 0))
  expect(await workspace.products()).toEqual([{ sku: 'A' }])
})

test('a dry run counts like the import, shows differences and changes nothing [IMPORT-03]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('sku,name\nA,one\nB,two\n', { merge_key: 'sku' })
  const csv = 'sku,name,color\nA,uno,red\nB,two,\nC,three,\nC,trois,\n,nobody,\n'

  const dry = await workspace.import(csv, { merge_key: 'sku', dry_run: true })
  const afterwards = [
    await workspace.products(),
    await workspace.dataTypes(),
    await workspace.uploadedFiles(),
  ]
  const real = await workspace.import(csv, { merge_key: 'sku' })

  expect(dry.result).toMatchObject({
    ...counts(1, 1, 1, 0),
    held: 2,
    dry_run: true,
    created_attributes: ['color'],
  })
  if (dry.result === null || !('differences' in dry.result)) throw new Error('The dry run told nothing.')
  const { differences, differences_total: total, dry_run: _dry, ...rest } = dry.result
  expect(differences).toContainEqual({
    row: 1,
    status: 'updated',
    type: 'product',
    id: expect.any(String),
    label: 'uno',
    attribute: 'name',
    old: 'one',
    new: 'uno',
  })
  expect(differences).toContainEqual(expect.objectContaining({ row: 3, status: 'created', id: null }))
  expect(afterwards.slice(0, 2)).toEqual([
    [
      { sku: 'A', name: 'one' },
      { sku: 'B', name: 'two' },
    ],
    { sku: 'single_line_text_field', name: 'single_line_text_field' },
  ])
  expect(afterwards[2]).toEqual([])
  expect(total).toBe(4)
  expect(real.result).toEqual({
    ...rest,
    dry_run: false,
    errors_file: expect.stringContaining(real.id),
  })
})
