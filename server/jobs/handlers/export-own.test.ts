import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel, ChannelCompleteness, ChannelSetup } from '#shared/channels.ts'
import type { NewChannel, CustomTemplateKey } from '#shared/custom-channels.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import {
  validateEbay,
  validateEtsy,
  validateGoogleCsv,
  validateIdealo,
  validateMeta,
} from '../../testing/channel-validators/custom-templates.ts'
import type { Row, Validator } from '../../testing/channel-validators/columns.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { ownerContext } from '../../testing/job-workspace.ts'

const text = 'single_line_text_field'
const inherited = { inheritance_mode: 'inherit_from_parent' }

const definitions: Record<string, object> = {
  sku: { data_type: text, is_primary: true },
  title: { data_type: text, ...inherited },
  description: { data_type: 'rich_text_field', ...inherited },
  brand: { data_type: text, ...inherited },
  ean: { data_type: text },
  price: { data_type: 'number', constraints: { unit: 'EUR' }, ...inherited },
  stock: { data_type: 'number' },
  link: { data_type: 'url', ...inherited },
  gallery: { data_type: 'entity_list_reference', reference: { type: 'image' }, ...inherited },
  colour: { data_type: 'single_select_list', acceptable_values: 'Red, Blue, Green' },
  tags: { data_type: 'multi_select_list', acceptable_values: 'gift, oak, warm', ...inherited },
  category: { data_type: 'entity_reference', reference: { type: 'category' }, ...inherited },
  note: { data_type: text },
}

let workspace: ChannelWorkspace
let chairs: string

const call = async <Data>(operation: 'createChannel' | 'mapChannel', request: object): Promise<Data> => {
  const answer = await workspace.jobs.threads.call(operation, {
    faults: [],
    context: ownerContext,
    ...request,
  } as never)
  return parseAnswer<{ data: Data }>(answer).data
}
const make = (body: NewChannel) => call<Channel>('createChannel', { body })
const change = (key: string, body: ChannelSetup) => call<Channel>('mapChannel', { key, body })

async function rowsOf(key: string, delimiter = ','): Promise<Row[]> {
  const { content } = await workspace.exportTo(key)
  return parse<Row>(content, { columns: true, delimiter, bom: true })
}

beforeAll(async () => {
  workspace = await ChannelWorkspace.open(definitions)
  const pictures = await Promise.all(
    ['front', 'back', 'side'].map((name) =>
      workspace.create('image', { image_url: `https://shop.example/${name}.png` }),
    ),
  )
  await workspace.jobs.define({
    name: 'Name',
    key: 'name',
    entity_type: 'category',
    data_type: text,
    is_primary: true,
  })
  const top = await workspace.create('category', { name: 'Furniture' })
  chairs = await workspace.create('category', { name: 'Chairs' }, top)
  const shared = {
    brand: 'Nord & Co',
    description: '<p>Warm, bright</p>',
    link: 'https://shop.example/1',
    gallery: pictures,
    category: chairs,
    tags: 'gift, oak',
  }
  const chair = await workspace.create('product', {
    ...shared,
    sku: 'CHAIR',
    title: 'Chair, oak',
    price: 129,
  })
  await workspace.create('product', { sku: 'CHAIR-R', ean: '96385074', stock: 3.5, colour: 'Red' }, chair)
  await workspace.create('product', { sku: 'CHAIR-B', ean: '036000291452', stock: -2, colour: 'Blue' }, chair)
  await workspace.create('product', {
    ...shared,
    sku: 'LAMP',
    title: 'Lampe „Å“ ✓',
    price: 49.5,
    stock: 7,
    note: 'x',
  })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const costs = { paymentCosts_paypal: '0', deliveryCosts_dhl: '4.9', deliveryTime: '2 days' }
const templates: [CustomTemplateKey, Validator, number, (chairs: string) => ChannelSetup][] = [
  ['ebay', validateEbay, 3, (id) => ({ categories: { [id]: '54235' } })],
  ['etsy', validateEtsy, 2, () => ({ currency: 'EUR' })],
  ['meta', validateMeta, 3, () => ({ currency: 'EUR' })],
  ['idealo', validateIdealo, 3, () => ({ values: costs })],
  ['google_csv', validateGoogleCsv, 3, () => ({ currency: 'EUR' })],
]

describe.each(templates)('the template %s', (template, validate, rows, setupOf) => {
  test('finds what fills it, and its file is sound by what is published of it [CHANNEL-06] [EXP-20]', async () => {
    const { key } = await make({ name: `By ${template}`, template })
    await change(key, setupOf(chairs))
    const { content, result } = await workspace.exportTo(key)
    expect(validate(content)).toEqual([])
    expect(parse(content, { columns: true })).toHaveLength(rows)
    expect(result).toMatchObject({ products: 3, exported: 3, left_out: 0 })
  })
})

test('variants are told apart by columns for their group and options, and pictures share columns [EXP-20]', async () => {
  const { key } = await make({ name: 'Pairs', template: 'ebay' })
  await change(key, { categories: { [chairs]: '54235' } })
  const [red, blue, lamp] = await rowsOf(key)
  expect(red).toMatchObject({
    'Variation Group ID': 'CHAIR',
    'Variation Specific Name 1': 'colour',
    'Variation Specific Value 1': 'Red',
    'Total Ship To Home Quantity': '3',
    'Picture URL 1': 'https://shop.example/front.png',
    'Picture URL 3': 'https://shop.example/side.png',
    'Picture URL 4': '',
  })
  expect(blue).toMatchObject({ 'Variation Specific Value 1': 'Blue', 'Total Ship To Home Quantity': '0' })
  expect(lamp).toMatchObject({ 'Variation Group ID': '', 'Variation Specific Name 1': '' })
})

test('a row can be a product, with all values of what its variants differ in [EXP-20]', async () => {
  const { key } = await make({ name: 'Products', template: 'etsy' })
  const [chair] = await rowsOf(key)
  expect(chair).toMatchObject({
    TITLE: 'Chair, oak',
    PRICE: '129.00',
    CURRENCY_CODE: 'EUR',
    TAGS: 'gift,oak',
    'VARIATION 1 NAME': 'colour',
    'VARIATION 1 VALUES': 'Red,Blue',
    SKU: 'CHAIR',
  })
})

test('the file is written as the channel says, and what it cannot hold is told once with counts [EXP-20] [EXP-21]', async () => {
  const { key } = await make({
    name: 'Price list',
    fields: [
      { target: 'Nr; intern', kind: 'text', requirement: 'required', unique: true, attribute: 'sku' },
      { target: 'Titel', attribute: 'title' },
      { target: 'Brutto', kind: 'number', formula: 'ROUND({{price}} * 1.19, 2)' },
      { target: 'Netto', kind: 'price', attribute: 'price' },
      { target: 'Da', kind: 'yes_no', acceptable_values: ['Ja', 'Nein'], formula: '{{stock}} > 0' },
      { target: 'Tags', kind: 'list', attribute: 'tags', max_values: 1 },
      { target: 'Quelle', value: 'Vitrine 1.0' },
    ],
    file: { delimiter: ';', decimal: 'comma', encoding: 'windows-1252', list_separator: '|', parents: true },
  })
  const { job, bytes } = await workspace.jobs.export({ type: 'product', channel: key })
  const lines = new TextDecoder('windows-1252').decode(bytes).split('\r\n')
  expect(lines).toEqual([
    '"Nr; intern";Titel;Brutto;Netto;Da;Tags;Quelle',
    'CHAIR;Chair, oak;153,51;129,00;Nein;gift;Vitrine 1.0',
    'CHAIR-R;Chair, oak;153,51;129,00;Ja;gift;Vitrine 1.0',
    'CHAIR-B;Chair, oak;153,51;129,00;Nein;gift;Vitrine 1.0',
    'LAMP;Lampe „Å“ ;58,91;49,50;Ja;gift;Vitrine 1.0',
    '',
  ])
  expect(job.result).toMatchObject({
    exported: 3,
    reasons: [
      {
        field: 'Tags',
        issue: 'The channel takes 1 of these; the others are left out.',
        products: 3,
        left_out: 'value',
      },
      {
        field: 'Titel',
        issue: 'Signs that windows-1252 does not have are left out.',
        products: 1,
        left_out: 'value',
      },
    ],
    file: { media_type: 'text/csv; charset=windows-1252' },
  })
  expect(job.result).toHaveProperty(
    'not_sent',
    expect.not.arrayContaining([expect.objectContaining({ attribute: 'stock' })]),
  )
  expect(job.result).toHaveProperty(
    'not_sent',
    expect.arrayContaining([expect.objectContaining({ attribute: 'note', products: 1 })]),
  )
})

test('without its header, with tabs and with a mark [EXP-20]', async () => {
  const fields = [
    { target: 'sku', unique: true },
    { target: 'title', max_length: 10 },
  ]
  const { key } = await make({ name: 'Bare', fields, file: { delimiter: '\t', header: false, bom: true } })
  const { content, result, report } = await workspace.exportTo(key)
  expect(content).toBe('\u{feff}CHAIR-R\tChair, oak\r\nCHAIR-B\tChair, oak\r\nLAMP\t\r\n')
  expect(result).toMatchObject({ file: { name: expect.stringMatching(/^bare-.*\.tsv$/) } })
  expect(report).toMatchObject([
    { field: 'title', issue: 'Longer than the 10 characters that the channel takes.' },
  ])
})

test('nothing in the file is a failure that says why, with the formula to correct [EXP-21]', async () => {
  const { key } = await make({
    name: 'Nothing',
    fields: [{ target: 'Code', kind: 'integer', requirement: 'required', formula: '{{title}}' }],
  })
  const answer = await workspace.jobs.threads.call('channelCompleteness', { key, faults: [] })
  const { result } = await workspace.exportTo(key)
  expect(result).toMatchObject({ exported: 0, error: { code: 'validation_failed' } })
  expect(result).toHaveProperty(
    'error.message',
    expect.stringContaining('Correct its formula under Channels'),
  )
  expect(parseAnswer<{ data: ChannelCompleteness }>(answer).data).toMatchObject({ products: 3, percent: 100 })
})
