import { JobWorkspace } from '../../testing/job-workspace.ts'
import { beforeAll, afterAll, describe, test, expect } from 'vitest'
import { writeXlsx } from 'hucre/xlsx'
import { mkdtemp, writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { openCsvFile } from '../../catalog/imports/read/csv.ts'

let workspace: JobWorkspace
beforeAll(async () => {
  workspace = await JobWorkspace.open()
})
afterAll(() => workspace[Symbol.asyncDispose]())

async function productsOf(codes: readonly string[]): Promise<Record<string, unknown>[]> {
  return (await workspace.products()).filter(({ sku }) => codes.includes(String(sku)))
}

const big = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('read right [IMPORT-06]', () => {
  test.each<[string, string | Buffer, Record<string, unknown>[]]>([
    ['UTF-16 BE with a mark', big('\uFEFFsku,name\r\nE1,größe\r\n'), [{ sku: 'E1', name: 'größe' }]],
    [
      'UTF-16 BE without a mark',
      big('sku,name\r\nE2,a plain name of some length\r\n'),
      [{ sku: 'E2', name: 'a plain name of some length' }],
    ],
    [
      'windows-1252 signs',
      Buffer.from('sku;name\nE3;\x80 5 \x96 ok\n', 'latin1'),
      [{ sku: 'E3', name: '€ 5 – ok' }],
    ],
    [
      'all line ends in one file',
      'sku,name\r\nE4,a\nE5,b\rE6,c',
      [
        { sku: 'E4', name: 'a' },
        { sku: 'E5', name: 'b' },
        { sku: 'E6', name: 'c' },
      ],
    ],
    [
      'quotes, delimiters and line ends in cells',
      'sku,name\nE7,"a ""b"", c\r\nd"\n',
      [{ sku: 'E7', name: 'a "b", c\r\nd' }],
    ],
    ['a first line for Excel', 'sep=;\nsku;name\nS1;"a;\nb"\n', [{ sku: 'S1', name: 'a;\nb' }]],
    [
      'a first line for Excel, with CR LF',
      '\uFEFFsep=^\r\nsku^name\r\nS2^a,b\r\n',
      [{ sku: 'S2', name: 'a,b' }],
    ],
    [
      'a first line for Excel in UTF-16',
      big('\uFEFFsep=|\r\nsku|name\r\nS3|c\r\n'),
      [{ sku: 'S3', name: 'c' }],
    ],
    ['cells too many that are empty', 'sku,name\nE8,a,,,\n', [{ sku: 'E8', name: 'a' }]],
  ])('%s', async (_what, content, products) => {
    const { result } = await workspace.import(content, { merge_key: 'sku' })

    expect(result).toMatchObject({ created: products.length, failed: 0 })
    expect(await productsOf(products.map(({ sku }) => String(sku)))).toEqual(products)
  })

  test('a cell of a megabyte', async () => {
    const text = 'x'.repeat(1024 * 1024)
    await workspace.define({ name: 'Story', entity_type: 'product', data_type: 'multi_line_text_field' })
    const { result } = await workspace.import(`sku,name,story\nM1,a,"${text}"\n`, { merge_key: 'sku' })

    expect(result).toMatchObject({ created: 1, failed: 0 })
    expect((await productsOf(['M1']))[0]?.['story']).toBe(text)
  })

  test('two thousand columns, of which those without an attribute are named', async () => {
    const headers = Array.from({ length: 2000 }, (_, index) => (index === 1 ? 'name' : `c${index}`))
    headers[0] = 'sku'
    const cells = headers.map((_, index) => (index === 0 ? 'W1' : `v${index}`))
    const { result } = await workspace.import(`${headers.join(',')}\n${cells.join(',')}\n`, {
      merge_key: 'sku',
      create_missing_attributes: false,
    })

    expect(result).toMatchObject({ created: 1, failed: 0 })
    expect(result).toHaveProperty('ignored_columns.length', 1998)
  })
})

test('after a first line for Excel rows count from the header on, and a delimiter that was asked for holds [IMPORT-06]', async () => {
  const options = { merge_key: 'sku', dry_run: true }
  const { result } = await workspace.import('sep=;\r\nsku;name\r\nS4;a;b\r\nS5;c\r\n', options)
  const asked = await workspace.import('sep=;\nsku|name\nS6|a;b\n', { ...options, delimiter: '|' })

  expect(result).toMatchObject({ delimiter: ';', created: 1, failed: 1, errors: [{ row: 1 }] })
  expect(asked.result).toMatchObject({ delimiter: '|', created: 1, failed: 0 })
})

describe('rows without anything in their cells are left out [IMPORT-06]', () => {
  const rows = [
    ['sku', 'name', 'price'],
    ['B1', 'a', '1'],
    ['', '', ''],
    [' ', '', '\u00A0'],
    ['B2', 'b', 'x'],
    ['', '', ''],
  ]
  const csv = rows.map((row) => row.join(',')).join('\r\n')

  test.each<[string, () => Promise<string | Uint8Array>]>([
    ['CSV', async () => `${csv}\r\n`],
    ['a line of fewer cells, and none', async () => `${csv}\r\n,\r\n\r\n,,,,\r\n`],
    ['a workbook', () => writeXlsx({ sheets: [{ name: 'S', rows }] })],
    [
      'JSON',
      async () => '[{"sku":"B1","name":"a","price":"1"},{},{"sku":" "},{"sku":"B2","name":"b","price":"x"}]',
    ],
  ])('%s', async (_what, content) => {
    await using own = await JobWorkspace.open()
    await own.define({ entity_type: 'product', key: 'price', name: 'Price', data_type: 'number' })
    const options = { merge_key: 'sku' }
    const dry = await own.import(await content(), { ...options, dry_run: true })
    const { result } = await own.import(await content(), options)

    const outcome = { created: 2, failed: 0, errors: [{ row: 4, field: 'price' }] }
    expect([dry.result, result]).toMatchObject([outcome, outcome])
    // The name is filled in every non-empty row, so it becomes the primary attribute.
    expect(await own.entities('product')).toMatchObject([{ label: 'a' }, { label: 'b' }])
  })

  test('a line without anything under one column', async () => {
    await using own = await JobWorkspace.open()
    const { result } = await own.import('name\na\n\nb\n')
    expect(result).toMatchObject({ created: 2, failed: 0 })
  })
})

// U+2028 and U+2029 end a line in JavaScript and in some editors, but neither in CSV nor in JSON.
test('separators of lines and paragraphs in cells come through every format [EXP-10]', async () => {
  await using own = await JobWorkspace.open()
  const names = ['two\u2028lines', 'two\u2029paragraphs']
  await own.import(`sku,name\nU1,${names[0]}\nU2,${names[1]}\nU3,plain\n`, { merge_key: 'sku' })
  for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
    const { bytes } = await own.export({ format })
    const { result } = await own.import(bytes, { merge_key: 'id', dry_run: true })
    expect(result).toMatchObject({ format, created: 0, updated: 0, unchanged: 3, failed: 0 })
  }
  const json = JSON.stringify([
    { sku: 'U4', name: names[0] },
    { sku: 'U1', name: names[1] },
  ])
  const dry = await own.import(json, { merge_key: 'sku', dry_run: true })
  expect(dry.result).toMatchObject({ format: 'json', created: 1, updated: 1 })
  expect(JSON.parse((await own.result(dry.id, 'differences')).split('\n')[1] ?? '')).toMatchObject({ row: 1 })
  await own.import(json, { merge_key: 'sku' })
  expect((await own.products()).map(({ name }) => name)).toEqual([names[1], names[1], 'plain', names[0]])
})

test('columns of one name are told apart by a number: mapped, left out and told of one by one', async () => {
  const csv = 'sku,name,name,sku,name (2),name\nD1,a,b,D2,c,d\n'
  const options = { merge_key: 'sku', create_missing_attributes: false }
  const { result } = await workspace.import(csv, options)
  expect(result).toMatchObject({
    created: 1,
    failed: 0,
    ignored_columns: ['name (3)', 'sku (2)', 'name (2)', 'name (4)'],
  })
  const mapping = { name: null, 'name (3)': 'name' }
  const { result: other } = await workspace.import(csv, { ...options, mapping })
  expect(other).toMatchObject({ updated: 1, mapping: { sku: 'sku', 'name (3)': 'name' } })
  const [changed] = (await workspace.products()).filter(({ sku }) => sku === 'D1')
  expect(changed).toMatchObject({ sku: 'D1', name: 'b' })
})

describe('told in one clear sentence, and nothing is written', () => {
  test.each<[string, string, RegExp]>([
    [
      'too many columns',
      `${Array.from({ length: 5001 }, (_, i) => `c${i}`).join(',')}\n`,
      /more than 5000 columns/,
    ],
    [
      'a row without an end',
      `sku,name\nD2,"${`${'x'.repeat(99)}\n`.repeat(100_000)}`,
      /longer than 8 MiB|never closed/,
    ],
    ['a web page', '<!doctype html><table></table>', /a web page/],
  ])('%s', async (_what, content, sentence) => {
    const job = await workspace.import(content, { merge_key: 'sku' })

    expect(job.status).toBe('failed')
    expect(job.result).toMatchObject({ error: { message: expect.stringMatching(sentence) } })
  })
})

// An edit of the grid waits for the batch that is being written, so batches are small whatever the file is like.
test('a batch is never more than 1,000 rows, 30,000 cells or two megabytes and the row that reaches it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-batches-'))
  const file = join(folder, 'wide.csv')
  const sizesOf = async (columns: number, rows: number, cell: string) => {
    const header = Array.from({ length: columns }, (_, index) => `c${index}`).join(',')
    const row = Array.from({ length: columns }, () => cell).join(',')
    await writeFile(file, `${header}\n${`${row}\n`.repeat(rows)}`)
    const source = await openCsvFile(file, { signal: new AbortController().signal })
    const sizes: number[] = []
    for await (const batch of source.batches(0)) sizes.push(batch.rows.length)
    return sizes
  }
  try {
    expect(await sizesOf(2, 2500, 'x')).toEqual([1000, 1000, 500])
    expect(await sizesOf(1500, 50, 'x')).toEqual([20, 20, 10])
    expect(await sizesOf(1, 4, 'x'.repeat(900_000))).toEqual([3, 1])
  } finally {
    await rm(folder, { recursive: true })
  }
})
