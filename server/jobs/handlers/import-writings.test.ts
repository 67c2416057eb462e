import { describe, expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

async function columnOf(file: string | Uint8Array, key: string) {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(file)
  const { columns } = await workspace.preview(file)
  const type = columns.find(({ rule, header }) => rule.key === key || header === key)?.data_type
  return { result, type, values: (await workspace.products()).map((product) => product[key]) }
}

describe('cells that programs write otherwise than they mean [IMPORT-37]', () => {
  test.each([
    ['a formula of a text', '="00123"', '00123'],
    ['a formula of a text in quotes', '"=""00123"""', '00123'],
    ['an apostrophe', "'00123", '00123'],
    ['a tab before it', '"\t00123"', '00123'],
    ['a sign that nobody sees', '\u200BAB-1\uFEFF', 'AB-1'],
    ['one inside of it', 'AB\u200B-1', 'AB-1'],
  ])('%s', async (_what, cell, expected) => {
    const { values, result } = await columnOf(`sku,name\n${cell},Chair\nB,Table\n`, 'sku')
    expect(values).toEqual([expected, 'B'])
    expect(result).toMatchObject({ notes: [{ message: expect.stringContaining(expected) }] })
  })

  test.each(['NULL', '\\N', '__EMPTY__VALUE__', '(null)'])('%s is nothing', async (cell) => {
    const { values, result } = await columnOf(`sku,colour\nA,red\nB,${cell}\n`, 'colour')
    expect(values).toEqual(['red', undefined])
    expect(result).toMatchObject({ notes: [{ message: expect.stringContaining(cell) }] })
  })

  test.each(['#N/A', '#WERT!', '#VALEUR!', '#¡REF!'])('%s leaves its cell [IMPORT-24]', async (cell) => {
    const { values, result } = await columnOf(`sku,colour\nA,red\nB,${cell}\n`, 'colour')
    expect(values).toEqual(['red', undefined])
    expect(result).toMatchObject({ ...counts(2, 0, 0, 0), refused_cells: [{ column: 'colour', cells: 1 }] })
  })

  test('words that begin with an apostrophe, decades and Thai line breaks stay', async () => {
    const thai = 'กรุงเทพ\u200Bมหานคร'
    const { values } = await columnOf(`sku,name\nA,'twas\nB,'90s\nC,${thai}\n`, 'name')
    expect(values).toEqual(["'twas", "'90s", thai])
  })

  test('a key with a guard finds what is there', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import('sku,price\nCH-100,5\n')
    const { result } = await workspace.import('sku,price\n="CH-100",7.5\n', { merge_key: 'sku' })
    expect(result).toMatchObject(counts(0, 1, 0, 0))
  })

  test('codes that a spreadsheet has shortened are refused and told', async () => {
    const { values, result } = await columnOf('sku,EAN\nA,4.00638E+12\nB,4006381333931\n', 'ean')
    expect(values).toEqual([undefined, '4006381333931'])
    expect(result).toMatchObject({ notes: [{ message: expect.stringContaining('4.00638E+12') }] })
  })

  test('a UPC without its zero and GTINs with blanks are completed', async () => {
    const { values } = await columnOf('sku,UPC\nA,36000291452\nB,4 006381 333931\n', 'upc')
    expect(values).toEqual(['036000291452', '4006381333931'])
  })
})

describe('dates as programs and people write them [IMPORT-39]', () => {
  test.each([
    ['2024-03-17 00:00:00', '2024-03-18 00:00:00'],
    ['17.03.2024 00:00', '18.03.2024 00:00'],
    ['2024-03-17T00:00:00Z', '2024-03-18T00:00:00+01:00'],
    ['3/17/2024 12:00:00 AM', '3/18/2024 12:00:00 AM'],
    ['17-Mar-24', '18-Mar-24'],
    ['"Mar 17, 2024"', '"March 18, 2024"'],
    ['17. März 2024', '18. Mrz. 2024'],
    ['17 mars 2024', '18 mars 2024'],
    ['17 de marzo de 2024', '18 de marzo de 2024'],
    ['17 marca 2024', '18 marca 2024'],
    ['17. března 2024', '18. března 2024'],
    ['17 марта 2024 г.', '18 марта 2024 г.'],
    ['20240317', '20240318'],
  ])('%s', async (first, second) => {
    const { values, type } = await columnOf(`sku,Valid from\nA,${first}\nB,${second}\n`, 'valid_from')
    expect([type, values]).toEqual(['date', ['2024-03-17', '2024-03-18']])
  })

  test('a time of the day is kept, and eight digits of another column are a code', async () => {
    const timed = await columnOf('sku,seen\nA,2024-03-17 14:30\nB,2024-03-18 00:00\n', 'seen')
    expect(timed.values).toEqual(['2024-03-17 14:30', '2024-03-18 00:00'])
    const codes = await columnOf('sku,ware\nA,20240317\nB,20240318\n', 'ware')
    expect(codes.values).toEqual(['20240317', '20240318'])
  })
})

describe('a new attribute takes the type that fits every cell [IMPORT-38]', () => {
  test.each([
    'Zolltarifnummer',
    'HTS code',
    'TARIC',
    'version',
    'Código arancelario',
    'Kod CN',
    'Číslo zboží',
  ])('%s is a code and keeps its zeros', async (header) => {
    await using workspace = await JobWorkspace.open()
    const { columns } = await workspace.preview(`sku,${header}\nA,9403.60\nB,9403.20\n`)
    expect(columns[1]?.data_type).toBe('single_line_text_field')
  })

  test.each([
    ['one word among numbers', ['6', '8', '2 x 8', '10'], 'single_line_text_field'],
    ['numbers of any size', ['0.0012', '0.00000005', '1234567.123456789'], 'number'],
    ['exponents', ['7.5e-08', '1.2', '3'], 'number'],
    ['a minus behind', ['12.50-', '3.00', '(4.25)'], 'number'],
    ['True everywhere', ['True', 'True', 'True'], 'boolean'],
    ['ja everywhere', ['ja', 'ja', 'ja'], 'boolean'],
    ['x everywhere', ['x', 'x', 'x'], 'single_line_text_field'],
  ])('%s', async (_what, cells, expected) => {
    await using workspace = await JobWorkspace.open()
    const rows = cells.map((cell, index) => `S${index},${cell}`)
    const { columns } = await workspace.preview(`sku,value\n${rows.join('\n')}\n`)
    expect(columns[1]?.data_type).toBe(expected)
  })

  test.each([
    ['12000 Fcfa', 'XOF', 12_000],
    ['1 250 Ft', 'HUF', 1250],
    ['990 RSD', 'RSD', 990],
    ['45 DH', 'MAD', 45],
    ['50 000 ₫', 'VND', 50_000],
    ['19 zł', 'PLN', 19],
  ])('%s is money [IMPORT-31]', async (cell, currency, amount) => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(`sku,price\nA,${cell}\n`)
    expect((await workspace.products())[0]?.['price']).toBe(amount)
    const { columns } = await workspace.preview(`sku,price of it\nA,${cell}\n`)
    expect(columns[1]?.constraints).toEqual({ kind: 'money', currency })
  })
})
