import { JobWorkspace } from '../../testing/job-workspace.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import type { TextEncoding } from '#shared/imports.ts'

let workspace: JobWorkspace
beforeAll(async () => {
  workspace = await JobWorkspace.open()
})
afterAll(() => workspace[Symbol.asyncDispose]())

const rows = Array.from({ length: 5000 }, (_, index) => `S${index},Größe ${index}\n`).join('')
const flawed = (start: string) => Buffer.concat([Buffer.from(start), Buffer.from('X,caf\xe9\n', 'latin1')])

const productOf = async (sku: string) =>
  (await workspace.products()).find((product) => product['sku'] === sku)

test.each([
  ['no mark', ''],
  ['a mark', '\uFEFF'],
])(
  'bytes from elsewhere spoil their row only, not the letters of all others: %s [IMPORT-12]',
  async (_, mark) => {
    const content = flawed(`${mark}sku,name\n"S,1","Größe, ""M"""\n${rows}`)
    const { id, result } = await workspace.import(content, { merge_key: 'sku' })

    expect(result).toMatchObject({ rows: 5002, failed: 1, encoding: 'utf-8' })
    expect(result).not.toHaveProperty('encoding_guessed')
    const issue = expect.stringMatching(/bytes that are not UTF-8\. Correct .* which encoding/)
    expect(result).toMatchObject({ errors: [{ row: 5002, field: '', issue, value: 'X,café' }] })
    expect(await productOf('S,1')).toMatchObject({ name: 'Größe, "M"' })
    expect(await productOf('S4999')).toMatchObject({ name: 'Größe 4999' })
    expect(await productOf('X')).toBeUndefined()
    expect(await workspace.result(id, 'errors')).toMatch(/^\uFEFFImport error,sku,name\r\n.*,X,café\r\n$/)
  },
)

test('a file with few signs of UTF-8 among other bytes is read as Windows-1252, which the result tells as a guess', async () => {
  const content = Buffer.from('sku,name\nW1,\xfcber\nW2,caf\xe9\nW3,\xc3\xbc\n', 'latin1')
  const { result } = await workspace.import(content, { merge_key: 'sku' })

  expect(result).toMatchObject({ failed: 0, encoding: 'windows-1252', encoding_guessed: true })
  expect(await productOf('W2')).toMatchObject({ name: 'café' })
})

test('a header with bytes from elsewhere stops the file with a sentence', async () => {
  const content = Buffer.concat([Buffer.from('sku,gr\xf6\xdfe\n', 'latin1'), Buffer.from(rows)])
  const { status, result } = await workspace.import(content, { merge_key: 'sku' })

  expect(status).toBe('failed')
  expect(result).toMatchObject({ error: { message: expect.stringMatching(/^The header holds bytes/) } })
})

test.each<[TextEncoding, number[], string]>([
  ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ['windows-1251', [0xd6, 0xe5, 0xed, 0xe0], 'Цена'],
  ['iso-8859-15', [0x35, 0xa4], '5€'],
  ['macintosh', [0x53, 0x9f, 0x64], 'Süd'],
  ['shift_jis', [0x83, 0x5c, 0x83, 0x7c, 0x41], 'ソポA'],
  ['gb18030', [0xba, 0xba, 0xd7, 0xd6], '汉字'],
  ['big5', [0xa5, 0x5c, 0x87, 0x40], '功䏰'],
  ['euc-kr', [0xc7, 0xd1, 0x8c, 0x63], '한똠'],
  ['utf-16be', [], '汉字'],
])('the user may say that a file is %s [IMPORT-12]', async (encoding, bytes, text) => {
  const sku = `E-${encoding}`
  const ascii = `sku;name\n${sku};`
  const content =
    bytes.length > 0
      ? Buffer.concat([Buffer.from(ascii), Buffer.from(bytes), Buffer.from('\n')])
      : Buffer.from(`${ascii}${text}\n`, 'utf16le').swap16()
  const { result } = await workspace.import(content, { merge_key: 'sku', encoding })

  expect(result).toMatchObject({ created: 1, failed: 0, encoding, delimiter: ';' })
  expect(result).not.toHaveProperty('encoding_guessed')
  expect(await productOf(sku)).toMatchObject({ name: text })
})

test('bytes that are not of the encoding that the user says spoil their row', async () => {
  const content = Buffer.from('sku,name\nJ1,\x83\x5c\nJ2,\xff\xff\n', 'latin1')
  const { result } = await workspace.import(content, { merge_key: 'sku', encoding: 'shift_jis' })

  expect(result).toMatchObject({
    created: 1,
    failed: 1,
    errors: [{ row: 2, issue: expect.stringMatching(/bytes that are not shift_jis/) }],
  })
})

test('a mark counts before what the user says', async () => {
  const content = '\uFEFFsku,name\nM1,Größe\n'
  const { result } = await workspace.import(content, { merge_key: 'sku', encoding: 'windows-1252' })

  expect(result).toMatchObject({ failed: 0, encoding: 'utf-8' })
  expect(await productOf('M1')).toEqual({ sku: 'M1', name: 'Größe' })
})
