import { beforeAll, afterAll, test, expect } from 'vitest'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { readCsvRecords } from './csv-records.ts'
import { SeenText } from './csv-text.ts'
import { parse } from 'csv-parse/sync'
import { CsvError } from 'csv-parse'
import fc from 'fast-check'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-records-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Read {
  readonly records?: string[][]
  readonly error?: unknown
}

async function readAll(text: string): Promise<Read> {
  const file = join(folder, 'file.csv')
  await writeFile(file, text)
  const format = { encoding: 'utf-8', hasFlaws: false, delimiter: ';', fromLine: 1, isStrict: true } as const
  const records: string[][] = []
  try {
    for await (const some of readCsvRecords(file, format, new SeenText())) records.push(...some)
    return { records }
  } catch (error) {
    return { records, error }
  }
}

function parseAll(text: string): Read {
  const record_delimiter = ['\r\n', '\n', '\r']
  try {
    return { records: parse(text, { delimiter: ';', bom: true, record_delimiter, relax_column_count: true }) }
  } catch (error) {
    return { error }
  }
}

const codeOf = ({ error }: Read) => error instanceof CsvError && error.code

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '"a ""quoted"" word"',
    '"a;b"',
    '"two\r\nlines"',
    '""',
    '"""',
    'ä€😀',
    'plain',
    ' spaces ',
  ),
  fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r', 'é', ' '), maxLength: 6 }),
)
const table = fc.array(
  fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r', '')),
)

test('records are those that csv-parse finds, and nothing else is refused [IMPORT-06]', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const text = rows.map(([cells, end]) => cells.join(';') + end).join('')
      const [read, parsed] = [await readAll(text), parseAll(text)]
      expect(codeOf(read)).toBe(codeOf(parsed))
      // csv-parse does not report the records before an error.
      expect(read.records).toEqual(parsed.records ?? read.records)
    }),
    { numRuns: process.env['LONG_TESTS'] ? 300 : 100, seed: 15 },
  )
})

test('records are whole wherever the pieces in which a file is read end [IMPORT-06]', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [
    `${'ä'.repeat(index % 7)}${index}`,
    index % 3 === 0 ? `a "b"; ${index}\r\nc` : 'd',
  ])
  const quoted = (value: string) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const text = `\uFEFF${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}`
  expect((await readAll(text)).records).toEqual(rows)
})

test('a quote out of place is told behind the rows before it, each of them given once [IMPORT-06]', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => [`sku-${index}`, 'plain'])
  const { records, error } = await readAll(`${rows.map((cells) => cells.join(';')).join('\n')}\na"b;c\n`)
  expect(records).toEqual(rows)
  expect(error).toMatchObject({ code: 'INVALID_OPENING_QUOTE' })
})
