import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttributeCreate, DataType } from '#shared/attributes.ts'
import type { ColumnMapping } from '#shared/imports.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  await workspace.define({
    entity_type: 'product',
    key: 'sku',
    name: 'SKU',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
})
afterEach(() => workspace[Symbol.asyncDispose]())

const define = (key: string, data_type: DataType, extras: Partial<AttributeCreate> = {}) =>
  workspace.define({ entity_type: 'product', key, name: key, data_type, ...extras })

describe('what a rule does to the cells of its column', () => {
  interface Reading {
    what: string
    type: DataType
    options?: string
    rule: ColumnMapping[string]
    cell: string
    value: unknown
  }
  const readings: Reading[] = [
    {
      what: 'a decimal comma',
      type: 'number',
      rule: { key: 'x', decimal: 'comma' },
      cell: '1.234,50 €',
      value: 1234.5,
    },
    {
      what: 'thousands before a point',
      type: 'number',
      rule: { key: 'x', decimal: 'point' },
      cell: '1,234.5',
      value: 1234.5,
    },
    {
      what: 'a day first',
      type: 'date',
      rule: { key: 'x', dates: 'dmy' },
      cell: '3.2.2024',
      value: '2024-02-03',
    },
    {
      what: 'a month first',
      type: 'date',
      rule: { key: 'x', dates: 'mdy' },
      cell: '2/29/24',
      value: '2024-02-29',
    },
    {
      what: 'white space',
      type: 'single_line_text_field',
      rule: { key: 'x', trim: true },
      cell: '  a b ',
      value: 'a b',
    },
    {
      what: 'a value map',
      type: 'single_select_list',
      options: 'Red, Blue',
      rule: { key: 'x', values: { rot: 'Red' } },
      cell: 'ROT',
      value: 'Red',
    },
    {
      what: 'a list with a separator of its own',
      type: 'multi_select_list',
      options: 'Red, Blue',
      rule: { key: 'x', separator: '|' },
      cell: 'Red|Blue',
      value: 'Red, Blue',
    },
    {
      what: 'an option in another case',
      type: 'single_select_list',
      options: 'Red, Blue',
      rule: 'x',
      cell: 'rED',
      value: 'Red',
    },
  ]

  test.each(readings)('$what', async ({ type, options, rule, cell, value }) => {
    await define('x', type, options === undefined ? {} : { acceptable_values: options })
    const { result } = await workspace.import(`sku,col\nA,"${cell}"\n`, { mapping: { col: rule } })

    expect(result).toMatchObject(counts(1, 0, 0, 0))
    expect(await workspace.products()).toEqual([{ sku: 'A', x: value }])
  })

  test.each([
    ['comma', '0.500'],
    ['comma', '0.001'],
    ['comma', '-00.125'],
    ['comma', '0 500'],
    ['point', '0,500'],
    ['point', '00,125.5'],
  ] as const)('with a decimal %s, %s has no thousands and is refused', async (decimal, cell) => {
    await define('x', 'number')
    const rule = { key: 'x', decimal }
    const { result } = await workspace.import(`sku,col\nA,"${cell}"\n`, { mapping: { col: rule } })

    expect(result).toMatchObject({
      ...counts(1, 0, 0, 0),
      errors: [{ row: 1, field: 'col', issue: 'expected_number', value: cell }],
    })
  })

  test('an option with a comma in it is refused and not made two, in lists as in single selects', async () => {
    await define('x', 'multi_select_list', { acceptable_values: 'Red' })
    const lists = { create_missing_options: true, mapping: { col: { key: 'x', separator: '|' } } }
    const { result } = await workspace.import('sku,col\nA,"Salt, Pepper|Red"\nB,Blue|Red\n', lists)
    const json = [
      { sku: 'C', x: ['Salt, Pepper', 'Red'] },
      { sku: 'D', x: ['Red', 'Green'] },
    ]
    const options = { create_missing_options: true }
    const { result: ofJson } = await workspace.import(JSON.stringify(json), options)

    const refused = { row: 1, issue: 'not_an_acceptable_value' }
    expect(result).toMatchObject({
      ...counts(2, 0, 0, 0),
      errors: [{ ...refused, value: 'Salt, Pepper|Red' }],
    })
    expect(ofJson).toMatchObject({ ...counts(2, 0, 0, 0), errors: [refused] })
    expect(await workspace.products()).toEqual([
      { sku: 'A' },
      { sku: 'B', x: 'Blue, Red' },
      { sku: 'C' },
      { sku: 'D', x: 'Red, Green' },
    ])
  })

  test('what cannot be read as the rule says is refused, never guessed', async () => {
    await define('price', 'number')
    await define('day', 'date')
    const mapping: ColumnMapping = { p: { key: 'price', decimal: 'comma' }, d: { key: 'day', dates: 'dmy' } }

    const { result } = await workspace.import('sku;p;d\nA;1.5;1.1.2024\nB;1,5;31.2.2024\n', { mapping })

    expect(result).toMatchObject({
      ...counts(2, 0, 0, 0),
      errors: [
        { row: 1, field: 'p', issue: 'expected_number', value: '1.5' },
        { row: 2, field: 'd', issue: 'expected_date', value: '31.2.2024' },
      ],
    })
  })

  test('a rule that is none is refused before the job begins', async () => {
    const mapping = { a: { key: 'sku', decimal: 'dot', nope: 1 }, b: 5 } as unknown as ColumnMapping
    const faults = await workspace.import('a,b\n', { mapping }).catch((error: unknown) => error)

    expect(faults).toMatchObject({
      fieldErrors: [{ field: 'mapping.a.decimal' }, { field: 'mapping.a.nope' }, { field: 'mapping.b' }],
    })
  })

  test('one column may clear its empty cells while the others leave values alone', async () => {
    await define('a', 'single_line_text_field')
    await define('b', 'single_line_text_field')
    await workspace.import('sku,a,b\nA,1,2\n', { merge_key: 'sku' })
    await workspace.import('sku,a,b\nA,,\n', {
      merge_key: 'sku',
      mapping: { a: { key: 'a', empty_cells: 'clear' } },
    })

    expect(await workspace.products()).toEqual([{ sku: 'A', b: '2' }])
  })
})

describe('references', () => {
  const vendor = { entity_type: 'vendor', data_type: 'single_line_text_field' } as const
  beforeEach(async () => {
    await workspace.define({ ...vendor, key: 'name', name: 'Name', is_primary: true })
    await workspace.define({ ...vendor, key: 'code', name: 'Code' })
    await define('vendor', 'entity_reference', { reference: { type: 'vendor' } })
    await define('suppliers', 'entity_list_reference', { reference: { type: 'vendor' } })
    await workspace.import('name,code\nAcme,10\nBeta,20\nTwin,30\nTwin,31\n', { type: 'vendor' })
  })

  const labelsOf = async (key: string) =>
    (await workspace.products()).map(
      ({ [key]: value }) => value && [value].flat().map((stub) => (stub as { label: string }).label),
    )

  test('are found by label, by a key that the rule names, and by id; a list is split', async () => {
    const [acme] = await workspace.entities('vendor')
    const csv = `sku,vendor,suppliers\nA,acme,"Acme, Beta"\nB,${acme?.id ?? ''},Beta\n`
    const byKey = 'sku,v,s\nC,20,10;20\n'
    const mapping: ColumnMapping = {
      v: { key: 'vendor', by: 'code' },
      s: { key: 'suppliers', by: 'code', separator: ';' },
    }

    expect((await workspace.import(csv)).result).toMatchObject(counts(2, 0, 0, 0))
    expect((await workspace.import(byKey, { mapping })).result).toMatchObject(counts(1, 0, 0, 0))
    expect(await labelsOf('vendor')).toEqual([['Acme'], ['Acme'], ['Beta']])
    expect(await labelsOf('suppliers')).toEqual([['Acme', 'Beta'], ['Beta'], ['Acme', 'Beta']])
  })

  test('one that is unknown or not the only one of its name is left out of its row, with the cell in the message', async () => {
    const { result } = await workspace.import('sku,vendor\nA,Nobody\nB,Twin\nC,Beta\n')

    expect(result).toMatchObject({
      ...counts(3, 0, 0, 0),
      refused_cells: [{ column: 'vendor', cells: 2 }],
      errors: [
        { row: 1, field: 'vendor', issue: 'referenced_entity_not_found', value: 'Nobody' },
        { row: 2, field: 'vendor', issue: 'Several vendors are named "Twin". Give the id of one.' },
      ],
    })
  })

  test('missing vendors are created where that was allowed, each once', async () => {
    const { result } = await workspace.import('sku,vendor\nA,New\nB,new \nC,Acme\n', {
      create_missing_vendors: true,
    })

    expect(result).toMatchObject(counts(3, 0, 0, 0))
    expect(await labelsOf('vendor')).toEqual([['New'], ['New'], ['Acme']])
    expect((await workspace.entities('vendor')).map(({ label }) => label)).toEqual([
      'Acme',
      'Beta',
      'Twin',
      'Twin',
      'New',
    ])
  })

  test('a path of categories is found or created step by step, below the right parents', async () => {
    const csv = 'sku,cat\nA,Home > Chairs\nB,Office > Chairs\nC,home>chairs\n'
    const { result } = await workspace.import(csv, {
      create_missing_categories: true,
      mapping: {
        cat: { key: 'category', data_type: 'entity_reference', reference_type: 'category', path: '>' },
      },
    })

    expect(result).toMatchObject(counts(3, 0, 0, 0))
    const categories = await workspace.entities('category')
    const nameOf = (id: string | null) => categories.find((one) => one.id === id)?.label ?? null
    expect(categories.map(({ label, parent_id: parent }) => [label, nameOf(parent)])).toEqual([
      ['Home', null],
      ['Chairs', 'Home'],
      ['Office', null],
      ['Chairs', 'Office'],
    ])
  })
})

test('missing options are created where that was allowed, and refused otherwise', async () => {
  await define('color', 'multi_select_list', { acceptable_values: 'Red' })
  const csv = 'sku,color\nA,"Red, Green"\nB,red\n'

  const refused = await workspace.import(csv, { merge_key: 'sku', dry_run: true })
  const created = await workspace.import(csv, { merge_key: 'sku', create_missing_options: true })

  expect(refused.result).toMatchObject({
    ...counts(2, 0, 0, 0),
    refused_cells: [{ column: 'color', cells: 1 }],
  })
  expect(created.result).toMatchObject(counts(2, 0, 0, 0))
  expect((await workspace.products()).map(({ color }) => color)).toEqual(['Red, Green', 'Red'])
})

describe('parents', () => {
  const csv = 'sku,parent_id\nA-1,A\nB-1-x,B-1\nB-1,B\nA,\nB,\nC-1,nowhere\nD,D\n'

  test('rows find parents by the merge key, also those that come further down in the file [IMPORT-07]', async () => {
    const { result } = await workspace.import(csv, { merge_key: 'sku' })

    expect(result).toMatchObject({
      ...counts(5, 0, 0, 2),
      errors: [
        {
          row: 6,
          field: 'parent_id',
          issue: 'referenced_entity_not_found',
          value: 'nowhere',
          message:
            'No product with this sku or id is in the workspace or in the file. Import the file that has the parents first, or correct the cell.',
        },
        { row: 7, field: 'parent_id', issue: 'referenced_entity_not_found', value: 'D' },
      ],
    })
    const products = await workspace.entities('product')
    const parents = products.map(({ label, parent_id: id }) => [
      label,
      products.find((one) => one.id === id)?.label ?? null,
    ])
    expect(Object.fromEntries(parents)).toEqual({ A: null, B: null, 'A-1': 'A', 'B-1': 'B', 'B-1-x': 'B-1' })
  })

  test('a dry run counts them alike', async () => {
    const dry = await workspace.import(csv, { merge_key: 'sku', dry_run: true })
    expect(dry.result).toMatchObject(counts(5, 0, 0, 2))
    expect(await workspace.products()).toEqual([])
  })
})

test('columns whose names tell nothing go where their cells belong', async () => {
  await define('gtin', 'single_line_text_field', { constraints: { check: 'gtin' } })
  await define('photo', 'image')
  await define('finish', 'single_select_list', { acceptable_values: 'Oiled, Painted' })
  const rows = ['4006381333931', '5901234123457', '9780201379624'].map(
    (gtin, index) =>
      `A${index},${gtin},https://example.org/${index}.jpg,${index === 1 ? 'Oiled' : 'Painted'},note ${index}`,
  )
  const { result } = await workspace.import(`sku,Code 1,Link,Art,Other\n${rows.join('\n')}\n`, {
    create_missing_attributes: false,
  })

  expect(result).toMatchObject({
    ...counts(3, 0, 0, 0),
    mapping: { sku: 'sku', 'Code 1': 'gtin', Link: 'photo', Art: 'finish' },
    ignored_columns: ['Other'],
  })
})

test('entities are found by their id where the merge key is id', async () => {
  await workspace.import('sku\nA\nB\n')
  const [first] = await workspace.entities('product')

  const { result } = await workspace.import(`id,sku\n${first?.id ?? ''},A2\n,C\n`, { merge_key: 'id' })

  expect(result).toMatchObject(counts(1, 1, 0, 0))
  expect((await workspace.products()).map(({ sku }) => sku)).toEqual(['A2', 'B', 'C'])
})

test('columns named like system fields are attributes where the file is not of the catalog [EXP-10]', async () => {
  const foreign = await workspace.import('sku,id,label,type,price\nA,17,Chair,seat,5\nB,18,Desk,table,9\n')
  expect(foreign.result).toMatchObject({ ...counts(2, 0, 0, 0), ignored_columns: [] })
  expect(await workspace.products()).toEqual([
    { sku: 'A', id_2: '17', label_2: 'Chair', type_2: 'seat', price: 5 },
    { sku: 'B', id_2: '18', label_2: 'Desk', type_2: 'table', price: 9 },
  ])

  const { bytes } = await workspace.export({ format: 'jsonl' })
  const own = await workspace.import(bytes, { merge_key: 'sku' })
  expect(own.result).toMatchObject({ ...counts(0, 0, 2, 0), ignored_columns: ['id'] })
})

test('rows of one merge key are told with their numbers, in a dry run too [IMPORT-04]', async () => {
  await define('size', 'single_line_text_field')
  const csv = 'sku,size\nA,S\nB,M\n a,L\n"",X\nB,M\nA,XL\n'
  for (const options of [{ dry_run: true }, { dry_run: false }]) {
    const { result } = await workspace.import(csv, { merge_key: 'sku', ...options })
    expect(result).toMatchObject({
      repeated_rows: 3,
      repeated_keys: [
        { value: 'a', rows: [1, 3, 6] },
        { value: 'B', rows: [2, 5] },
      ],
    })
  }
  const { result: without } = await workspace.import('sku,size\nC,S\nC,M\n', {})
  expect(without).toMatchObject({ created: 2, repeated_rows: 0, repeated_keys: [] })
})

describe('the error file', () => {
  test('holds the rows that failed as they were with a reason, and can be imported when corrected [IMPORT-08]', async () => {
    await define('price', 'number')
    await define('note', 'multi_line_text_field')
    const csv = 'sku;price;note\nA;1;fine\nB;cheap;"two\nlines; ""x"""\nC;2\nD;dear;=1+1\n'

    const first = await workspace.import(csv, { merge_key: 'sku', misfits: 'row' })
    const errors = await workspace.result(first.id, 'errors')

    expect(first.result).toMatchObject({ ...counts(1, 0, 0, 3), errors_file: `/jobs/${first.id}/errors` })
    expect(errors).toBe(
      [
        '\uFEFFImport error;sku;price;note',
        'price: This is not a number. Write one such as 129.5, or empty the cell.;B;cheap;"two\nlines; ""x"""',
        '"The row has 2 cells; the header has 3.";C;2',
        "price: This is not a number. Write one such as 129.5, or empty the cell.;D;dear;'=1+1",
        '',
      ].join('\r\n'),
    )
    const corrected = errors.replace('cheap', '5').replace('C;2', 'C;2;x').replace('dear', '6')
    const second = await workspace.import(corrected, { merge_key: 'sku' })
    expect(second.result).toMatchObject({ ...counts(3, 0, 0, 0), ignored_columns: ['Import error'] })
    expect((await workspace.products()).map(({ note }) => note)).toEqual([
      'fine',
      'two\nlines; "x"',
      'x',
      '=1+1',
    ])
  })

  test('of an error file tells the newest reasons only [IMPORT-08]', async () => {
    await define('price', 'number')
    const first = await workspace.import('sku,price\nA,cheap\n', { merge_key: 'sku' })
    const errors = await workspace.result(first.id, 'errors')
    const second = await workspace.import(errors.replace('cheap', 'dear'), { merge_key: 'sku' })

    expect(await workspace.result(second.id, 'errors')).toBe(
      '\uFEFFImport error,sku,price\r\n"price: This is not a number. Write one such as 129.5, or empty the cell.",A,dear\r\n',
    )
  })

  test('is whole where very many rows fail, and there is none where no row does', async () => {
    await define('price', 'number')
    const many = Array.from({ length: 1500 }, (_, index) => `A${index},${index % 3 ? 'x' : 1}`)
    const bad = await workspace.import(`sku,price\n${many.join('\n')}\n`, { misfits: 'row' })
    const good = await workspace.import('sku\nZ\n')

    const lines = (await workspace.result(bad.id, 'errors')).trimEnd().split('\r\n')
    expect(bad.result).toMatchObject({ ...counts(500, 0, 0, 1000), errors_truncated: true })
    expect([lines.length, lines[1], lines.at(-1)]).toEqual([
      1001,
      '"price: This is not a number. Write one such as 129.5, or empty the cell.",A1,x',
      '"price: This is not a number. Write one such as 129.5, or empty the cell.",A1499,x',
    ])
    expect(good.result).toMatchObject({ errors_file: null })
    expect(await workspace.result(good.id, 'errors')).toBe('')
  })
})

describe('undo of a whole import', () => {
  test('what it created goes to the trash, what it changed goes back unless somebody changed it since [IMPORT-09]', async () => {
    await define('name', 'single_line_text_field')
    await define('price', 'number')
    await workspace.import('sku,name,price\nA,one,1\nB,two,2\nP,parent,\n', { merge_key: 'sku' })
    const csv = 'sku,name,price,parent_id\nA,uno,10,\nB,due,20,P\nC,tre,30,\n'
    const imported = await workspace.import(csv, { merge_key: 'sku' })
    await workspace.import('sku,price\nB,99\n', { merge_key: 'sku' })

    const undone = await workspace.undo(imported.id)

    expect(undone).toMatchObject({ status: 'completed', metadata: { undoes: imported.id } })
    expect(undone.result).toMatchObject({ changes: 3, changed: 2, trashed: 1, kept: 1, failed: 0 })
    expect(await workspace.products()).toEqual([
      { sku: 'A', name: 'one', price: 1 },
      { sku: 'B', name: 'two', price: 99 },
      { sku: 'P', name: 'parent' },
    ])
    expect((await workspace.entities('product')).map(({ parent_id: parent }) => parent)).toEqual([
      null,
      null,
      null,
    ])
  })

  test('a parent that somebody has changed since stays [IMPORT-09]', async () => {
    await workspace.import('sku\nA\nP\nQ\n', { merge_key: 'sku' })
    const imported = await workspace.import('sku,parent_id\nA,P\n', { merge_key: 'sku' })
    await workspace.import('sku,parent_id\nA,Q\n', { merge_key: 'sku' })

    const undone = await workspace.undo(imported.id)

    expect(undone.result).toMatchObject({ changes: 1, changed: 0, kept: 1, failed: 0 })
    const [a, , q] = await workspace.entities('product')
    expect([a?.label, q?.label, a?.parent_id]).toEqual(['A', 'Q', q?.id])
  })

  test('takes many rows away in several steps', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `S${index % 300},n${index}`).join('\n')
    const imported = await workspace.import(`sku,name\n${rows}\n`, { merge_key: 'sku' })

    expect(imported.result).toMatchObject({ ...counts(300, 0, 0, 0), held: 150 })
    expect((await workspace.undo(imported.id)).result).toMatchObject({ changes: 300, trashed: 300 })
    expect(await workspace.products()).toEqual([])
  })

  test('what it created stays where somebody has changed it since, with what lies above it [IMPORT-09]', async () => {
    await define('name', 'single_line_text_field')
    const csv = 'sku,name,parent_id\nA,one,\nB,two,\nC,three,B\nD,four,C\nE,five,D\n'
    const imported = await workspace.import(csv, { merge_key: 'sku' })
    await workspace.import('sku,name\nD,vier\nA,eins\n', { merge_key: 'sku' })
    await workspace.import('sku,name\nA,one\n', { merge_key: 'sku' })

    const undone = await workspace.undo(imported.id)

    const left = await workspace.entities('product')
    expect(undone.result).toMatchObject({
      changes: 5,
      trashed: 2,
      failed: 0,
      changed_meanwhile: 3,
      changed_meanwhile_ids: expect.arrayContaining(left.map(({ id }) => id)),
    })
    expect(left.map(({ attributes }) => attributes)).toEqual([
      { sku: 'B', name: 'two' },
      { sku: 'C', name: 'three' },
      { sku: 'D', name: 'vier' },
    ])
  })

  test('what others have put below it keeps it; a change that was taken back does not [IMPORT-09]', async () => {
    await define('name', 'single_line_text_field')
    const imported = await workspace.import('sku,name\nA,one\nP,parent\n', { merge_key: 'sku' })
    const later = await workspace.import('sku,name,parent_id\nA,uno,\nX,child,P\n', { merge_key: 'sku' })

    expect((await workspace.undo(imported.id)).result).toMatchObject({ trashed: 0, changed_meanwhile: 2 })
    expect((await workspace.undo(later.id)).result).toMatchObject({ trashed: 1, changed: 1 })
    expect((await workspace.undo(imported.id)).result).toMatchObject({ trashed: 2, changed_meanwhile: 0 })
    expect(await workspace.products()).toEqual([])
  })

  test('what it created stays where something that stays refers to it [IMPORT-09]', async () => {
    await define('name', 'single_line_text_field')
    await define('maker', 'entity_reference', { reference: { type: 'vendor' } })
    const csv = 'sku,name,maker\nA,one,Acme\nB,two,Bolt\nC,three,Core\n'
    const imported = await workspace.import(csv, { merge_key: 'sku', create_missing_vendors: true })
    await workspace.import('sku,name,maker\nB,zwei,\nZ,last,Acme\n', { merge_key: 'sku' })

    const undone = await workspace.undo(imported.id)

    expect(undone.result).toMatchObject({ trashed: 3, changed_meanwhile: 3, failed: 0 })
    const makers = (await workspace.entities('product')).map(({ label, attributes }) => [
      label,
      (attributes['maker'] as { label: string } | undefined)?.label,
    ])
    expect(makers).toEqual([
      ['B', 'Bolt'],
      ['Z', 'Acme'],
    ])
    expect((await workspace.entities('vendor')).map(({ label }) => label)).toEqual(['Acme', 'Bolt'])
  })

  test('what is no import, or has changed nothing, is refused', async () => {
    const dry = await workspace.import('sku\nA\n', { dry_run: true })
    await expect(workspace.undo(dry.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(workspace.undo('018f0000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('numbers of a file stand in its error file as their column reads them [IMPORT-08]', async () => {
  await define('price', 'number')
  await define('stock', 'number')
  const mapping: ColumnMapping = { price: { key: 'price', decimal: 'comma' }, stock: 'stock' }
  const rows = [
    { sku: 'A', price: 1.299, stock: 'many' },
    { sku: 'B', price: '2.500', stock: 'many' },
  ]
  const { id, result } = await workspace.import(JSON.stringify(rows), { mapping, misfits: 'row' })
  expect(result).toMatchObject(counts(0, 0, 0, 2))
  const errors = await workspace.result(id, 'errors')
  expect(errors).toMatch(/,A,"1,299",many\r\n.*,B,2\.500,many\r\n$/)

  const again = await workspace.import(errors.replaceAll('many', '7.5'), { mapping })
  expect(again.result).toMatchObject(counts(2, 0, 0, 0))
  expect(await workspace.products()).toEqual([
    { sku: 'A', price: 1.299, stock: 7.5 },
    { sku: 'B', price: 2500, stock: 7.5 },
  ])
})
