import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import readSheets from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type EntityResource, entityTypes } from '#shared/entities.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const attribute = (entity_type: string, name: string, data_type: string, rest: object = {}) =>
  ({ entity_type, name, key: name.toLowerCase(), data_type, ...rest }) as never

async function open(): Promise<{
  workspace: JobWorkspace
  products: EntityResource[]
  vendors: EntityResource[]
}> {
  const workspace = await JobWorkspace.open()
  for (const definition of [
    attribute('vendor', 'Name', 'single_line_text_field', { is_primary: true }),
    attribute('product', 'SKU', 'single_line_text_field', { is_primary: true }),
    attribute('product', 'Note', 'multi_line_text_field'),
    attribute('product', 'Price', 'number'),
    attribute('product', 'Active', 'boolean'),
    attribute('product', 'Since', 'date'),
    attribute('product', 'Colour', 'single_line_text_field', { inheritance_mode: 'inherit_from_parent' }),
    attribute('product', 'Double', 'formula', { formula: '{{price}} * 2' }),
    attribute('product', 'Vendor', 'entity_reference', { reference: { type: 'vendor' } }),
    attribute('product', 'Others', 'entity_list_reference', { reference: { type: 'vendor' } }),
  ])
    await workspace.define(definition)
  const create = async (type: 'vendor' | 'product', attributes: object, parent_id?: string) => {
    const body = { attributes, ...(parent_id && { parent_id }) } as never
    const answer = await workspace.threads.call('createEntity', {
      type,
      body,
      faults: [],
      context: ownerContext,
    })
    return parseAnswer<{ data: EntityResource }>(answer).data
  }
  const vendors = [
    await create('vendor', { name: 'Twin' }),
    await create('vendor', { name: ' twin' }),
    await create('vendor', { name: 'Håg' }),
  ]
  const [namesake, other, single] = vendors.map(({ id }) => id)
  const first = await create('product', {
    sku: '00123',
    note: 'Says "hi",\r\nthen goes',
    price: -12.5,
    active: false,
    since: '1999-12-31',
    colour: '=cmd()',
    vendor: single,
    others: [single, other],
  })
  const second = await create(
    'product',
    { sku: "'=1+1", price: 0.0001, since: '0099-01-01', vendor: namesake },
    first.id,
  )
  return { workspace, products: [first, second], vendors }
}

const lines = (bytes: Buffer) => bytes.toString('utf8')

test('a CSV has ids, keys and every writable attribute; texts are guarded, labels stand for entities where they find them [EXP-02] [EXP-03] [EXP-04]', async () => {
  const { workspace, products, vendors } = await open()
  await using _ = workspace
  const { job, bytes } = await workspace.export()

  const [first, second] = products.map(({ id }) => id)
  const [namesake, other] = vendors.map(({ id }) => id)
  expect(lines(bytes)).toBe(
    [
      'id,parent_id,sku,note,price,active,since,colour,vendor,others',
      `${first},,00123,"Says ""hi"",\r\nthen goes",-12.5,false,1999-12-31,'=cmd(),Håg,"Håg, ${other}"`,
      `${second},${first},''=1+1,,0.0001,,0099-01-01,,${namesake},`,
      '',
    ].join('\r\n'),
  )
  expect(job).toMatchObject({
    status: 'completed',
    progress: { current: 2, total: 2, percent: 100 },
    result: { rows: 2, columns: 10, left_out_cells: 0, not_found: 0, file: { size: bytes.length } },
  })
})

test('JSONL keeps types and leaves blanks out; effective values are those that reads show [EXP-02] [EXP-03]', async () => {
  const { workspace, products } = await open()
  await using _ = workspace
  const [first, second] = products.map(({ id }) => id)
  const fields = ['id', 'label', 'price', 'colour', 'double', 'others']
  const { bytes } = await workspace.export({
    format: 'jsonl',
    values: 'effective',
    references: 'ids',
    fields,
    filter: { parent_id: { exists: true } },
  })
  expect(
    lines(bytes)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ id: second, label: "'=1+1", price: 0.0001, colour: '=cmd()', double: 0.0002 }])
  const own = await workspace.export({
    format: 'jsonl',
    fields: ['colour'],
    ids: [second as string, first as string],
  })
  expect(lines(own.bytes)).toBe('{}\n{"colour":"=cmd()"}\n')
})

test('a workbook holds texts as text, and numbers, checkboxes and dates with their types [EXP-04]', async () => {
  const { workspace, products } = await open()
  await using _ = workspace
  const { bytes } = await workspace.export({ format: 'xlsx', headers: 'names' })
  const [sheet] = await readSheets(Readable.from(bytes))
  const [first, second] = products.map(({ id }) => id)
  expect(sheet?.data.map((row) => row.slice(0, 8))).toEqual([
    ['id', 'parent_id', 'SKU', 'Note', 'Price', 'Active', 'Since', 'Colour'],
    [
      first,
      null,
      '00123',
      expect.stringContaining('Says "hi",'),
      -12.5,
      false,
      new Date('1999-12-31'),
      '=cmd()',
    ],
    [second, first, "'=1+1", null, 0.0001, null, '0099-01-01', null],
  ])
})

test('what a cell of a workbook cannot hold is left out and told, not cut [EXP-04]', async () => {
  const { workspace, products } = await open()
  await using _ = workspace
  const note = 'x'.repeat(32_768)
  await workspace.threads.call('updateEntity', {
    type: 'product',
    id: products[0]?.id as string,
    body: { attributes: { note } },
    faults: [],
    context: ownerContext,
  })
  const { job } = await workspace.export({ format: 'xlsx' })
  expect(job.result).toMatchObject({
    left_out_cells: 1,
    errors: [{ row: 1, field: 'note' }],
    errors_truncated: false,
  })
  expect(lines((await workspace.export()).bytes)).toContain(note)
})

test('a view gives its columns, filters and order; a filter narrows it [EXP-01]', async () => {
  const { workspace } = await open()
  await using _ = workspace
  const look = {
    entity_type: 'product',
    visible_columns: ['price', 'sku'],
    pinned_left: ['sku'],
    sorting: [{ key: 'price', direction: 'desc' as const }],
  }
  for (const [name, filter] of [
    ['Dear', { attribute: 'price', operator: 'exists', value: true }],
    ['Cheap', { attribute: 'price', operator: 'lt', value: 0 }],
  ] as const)
    await workspace.threads.call('createView', { body: { ...look, name, filters: [filter] }, faults: [] })
  const all = await workspace.export({ view: 'dear', fields: ['sku', 'price'] })
  expect(lines(all.bytes)).toBe("sku,price\r\n''=1+1,0.0001\r\n00123,-12.5\r\n")
  const cheap = await workspace.export({ view: 'Cheap', fields: ['sku'] })
  expect(lines(cheap.bytes)).toBe('sku\r\n00123\r\n')
  const narrowed = await workspace.export({ view: 'Dear', filter: { price: { lt: 0 } } })
  expect(lines(narrowed.bytes)).toMatch(/^id,sku,price\r\n[0-9a-f-]{36},00123,-12.5\r\n$/)
})

test('all faults of an export are told together, and no job is made [EXP-01]', async () => {
  const { workspace } = await open()
  await using _ = workspace
  const body = {
    format: 'pdf',
    fields: ['nothing'],
    sort: 'vendor',
    filter: { price: { contains: 1 } },
    ids: ['x'],
  }
  await expect(workspace.enqueueExport(body)).rejects.toMatchObject({
    fieldErrors: expect.arrayContaining([
      { field: 'format', issue: 'invalid_value', acceptable_values: ['csv', 'xlsx', 'jsonl'] },
      expect.objectContaining({ field: 'fields', issue: 'not_a_defined_attribute' }),
      expect.objectContaining({ field: 'sort', issue: 'not_sortable' }),
      {
        field: 'filter[price][contains]',
        issue: 'operator_not_supported_for_type',
        expected: { operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'] },
      },
      { field: 'ids[0]', issue: 'expected_uuid' },
    ]),
  })
  const { pagination } = parseAnswer<{ pagination: { total: number } }>(
    await workspace.threads.call('listJobs', { limit: 1, offset: 0, readable: entityTypes, faults: [] }),
  )
  expect(pagination.total).toBe(0)
})

const many = 6000
const manyRows = `sku,name\n${Array.from({ length: many }, (_, index) => `S${index},Name ${index}`).join('\n')}\n`

async function underWay(workspace: JobWorkspace, id: string): Promise<void> {
  while ((await workspace.job(id)).progress.total !== many);
}

test('an export that a restart cuts off begins anew, and its file is there when it is whole and not before [EXP-05]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(manyRows)
  const id = await workspace.enqueueExport({ format: 'xlsx' })
  await underWay(workspace, id)
  expect(readdirSync(workspace.exports)).toEqual([`${id}.xlsx.part`])
  await expect(
    workspace.threads.call('findExport', { id, folder: workspace.exports, faults: [] }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })

  await workspace.restart()
  await workspace.runner.idle()
  const { path } = await workspace.threads.call('findExport', { id, folder: workspace.exports, faults: [] })
  expect(await workspace.job(id)).toMatchObject({ metadata: { interruptions: 1 }, result: { rows: many } })
  expect(readdirSync(workspace.exports)).toEqual([`${id}.xlsx`])
  const [sheet] = await readSheets(path)
  expect(sheet?.data.length).toBe(many + 1)
  expect(new Set(sheet?.data.map(([, , sku]) => sku)).size).toBe(many + 1)
})

test('a cancelled export leaves no file, and writes that come after its beginning are not in it [EXP-05] [EXP-06]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(manyRows)
  const cancelled = await workspace.enqueueExport({ format: 'xlsx' })
  await underWay(workspace, cancelled)
  await workspace.threads.call('cancelJob', { id: cancelled })
  workspace.runner.stop(cancelled)
  await workspace.runner.idle()
  expect((await workspace.job(cancelled)).status).toBe('cancelled')
  expect(readdirSync(workspace.exports)).toEqual([])

  const id = await workspace.enqueueExport({ fields: ['sku', 'name'] })
  await underWay(workspace, id)
  await workspace.threads.call('batchEntities', {
    type: 'product',
    body: {
      merge_key: 'sku',
      items: [{ attributes: { sku: `S${many - 1}`, name: 'Later' } }, { attributes: { sku: 'Late' } }],
    },
    faults: [],
    context: ownerContext,
  } as never)
  expect((await workspace.job(id)).status).toBe('running')
  await workspace.runner.idle()
  const { path } = await workspace.threads.call('findExport', { id, folder: workspace.exports, faults: [] })
  const bytes = readFileSync(path)
  expect(lines(bytes)).toContain(`S${many - 1},Name ${many - 1}\r\n`)
  expect(lines(bytes)).not.toContain('Late')
})
