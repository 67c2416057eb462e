import { afterAll, describe, expect, test } from 'vitest'
import { callTool, sendMcp } from '../testing/mcp-client.ts'
import { testServer } from '../testing/test-server.ts'

const product = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', is_primary: true },
    { ...product, name: 'Price', data_type: 'number' },
    { ...product, name: 'EAN', constraints: { unique: true } },
    { ...product, name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
    { ...product, name: 'Gallery', data_type: 'entity_list_reference', reference: { type: 'image' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const none = '00000000-0000-7000-8000-000000000000'
const made = await server.post('/products', { attributes: { sku: 'A', ean: '1' } })
const id: string = made.body.data.id

interface Row {
  readonly asked: string
  readonly body?: unknown
  readonly message: string
  readonly faults?: readonly string[]
}

const value = 'This field is not known here.'

const paths: readonly Row[] = [
  { asked: 'PUT /products/{id}', message: 'This path takes no PUT. It takes GET, HEAD, OPTIONS, PATCH.' },
  {
    asked: 'PATCH /products/batch',
    message: 'The product batch was not found in this workspace. An id is a UUID',
  },
  { asked: 'POST /products/{id}/events', message: 'This path takes no POST. It takes GET, HEAD, OPTIONS.' },
  {
    asked: 'PATCH /products',
    message:
      'This path takes no PATCH. It takes GET, HEAD, OPTIONS, POST. PATCH goes to /api/v1/products/{id}.',
  },
  { asked: 'GET /prodcts', message: 'There is nothing at this path. Did you mean /api/v1/products?' },
  {
    asked: 'GET /product/x/variant',
    message: 'There is nothing at this path. Did you mean /api/v1/products/x/variants?',
  },
  {
    asked: 'GET /prices',
    message: 'There is nothing at this path. GET /api/v1/openapi lists the paths that there are.',
  },
  { asked: 'GET /jobs/x', message: 'The job x was not found in this workspace. GET /jobs lists the jobs.' },
  {
    asked: `GET /exports/${none}/file`,
    message: `The export ${none} was not found in this workspace. An export is named by the id of its job`,
  },
  {
    asked: 'GET /channels/shopfy',
    message:
      'The channel shopfy was not found in this workspace. Did you mean shopify? GET /channels?enabled=all lists what there is.',
  },
  { asked: 'GET /files/x', message: 'The file was not found in this workspace. Its path is that of a value' },
  {
    asked: 'PATCH /attributes/skuu',
    body: { name: 'X' },
    message:
      'The attribute skuu was not found in this workspace. Did you mean sku? GET /attributes lists what there is.',
  },
  {
    asked: `GET /products/${none}`,
    message: `The product ${none} was not found in this workspace. An id is a UUID and never changes. Find it by a value with GET /products?filter[key]=value.`,
  },
]

const queries: readonly Row[] = [
  {
    asked: 'GET /events?since=yesterday',
    message: 'since: The value is not an ISO date',
    faults: ['since expected_date'],
  },
  {
    asked: 'GET /products?fields=vendor.name',
    message: 'fields: fields does not reach through references. Name vendor alone',
    faults: ['fields not_a_defined_attribute'],
  },
  {
    asked: 'GET /products?filter[price=1',
    message: 'filter[price: A filter is written filter[key]=value or filter[key][operator]=value, such as ',
    faults: ['filter[price not_a_defined_attribute'],
  },
  {
    asked: 'GET /products?sort=price:desc',
    message: 'sort: Keys alone can be sorted by, with - in front for descending: price or -price.',
    faults: ['sort not_a_defined_attribute'],
  },
  {
    asked: 'GET /products?sort=price,vendor',
    message:
      'sort: vendor cannot be sorted by, as it refers to others. Sort by their names with vendor:label.',
    faults: ['sort not_sortable'],
  },
  {
    asked: 'GET /products?sort=price,colour_of_it',
    message: 'sort: No attribute has the key colour_of_it. GET /attributes lists the keys.',
    faults: ['sort not_a_defined_attribute'],
  },
  {
    asked: 'GET /products?fields=price,id',
    message: 'fields: id always comes back. Leave it out of fields.',
    faults: ['fields system_field_always_returned'],
  },
  {
    asked: 'GET /products?filter[price][between]=1,2',
    message:
      'filter[price][between]: There is no operator for a range. Send two clauses, gte with the least value and lte with the most.',
    faults: ['filter[price][between] unknown_operator'],
  },
  {
    asked: 'GET /products?q=%E0',
    message: 'q: The percent-encoding of this parameter is malformed. Write a % itself as %25.',
    faults: ['q The percent-encoding of this parameter is malformed. Write a % itself as %25.'],
  },
  {
    asked: 'GET /products/{id}/completeness?channel=amzon',
    message: 'channel: No channel is on in this workspace. Its owner turns channels on in the app.',
    faults: ['channel invalid_value'],
  },
  {
    asked: 'GET /products?color=red',
    message: 'color: This query parameter is not known here. Known are ',
    faults: ['color This query parameter is not known here.'],
  },
  {
    asked: 'GET /products/{id}/references',
    message: 'attribute: Name a reference to follow: vendor, gallery.',
    faults: ['attribute required'],
  },
  {
    asked: 'GET /products?cursor=x',
    message: 'cursor: The cursor is none of this list',
    faults: ['cursor invalid_value'],
  },
]

const json = { 'content-type': 'application/json' }
const bodies: readonly Row[] = [
  {
    asked: 'POST /products',
    message: 'body: There is no body. Send a JSON object, with the header Content-Type: application/json.',
    faults: ['body Expected an object.'],
  },
  {
    asked: 'POST /products',
    body: '[]',
    message: 'body: The body is not an object. Send names and values in braces: {"name": "value"}.',
    faults: ['body Expected an object.'],
  },
  {
    asked: 'POST /products/upsert',
    body: '{"merge_key":"sku" "attributes":{}}',
    message: 'body: The body is not valid JSON: expected a comma or } at line 1, character 20, found ".',
    faults: ['body The body is not valid JSON: expected a comma or } at line 1, character 20, found ".'],
  },
  {
    asked: 'POST /exports',
    body: {},
    message: 'type: A value is required. Allowed: product, image, vendor, category, source.',
    faults: ['type required'],
  },
  {
    asked: 'POST /exports',
    body: { type: 'product', delimiter: ':' },
    message: String.raw`delimiter: The value is not one of those allowed here. Allowed: ",", ";", "\t", "|".`,
    faults: ['delimiter invalid_value'],
  },
  {
    asked: 'POST /products/upsert',
    body: { attributes: {} },
    message: 'merge_key: This field is required. Send the key of one attribute as a string, such as "sku".',
    faults: ['merge_key This field is required.'],
  },
  {
    asked: 'POST /sources',
    body: { text: 'x', pages: 1 },
    message: `pages: ${value} Known are url, text, file, name, parent_id, product_ids, attributes. Values of attributes go inside attributes`,
    faults: [`pages ${value}`],
  },
  {
    asked: 'POST /sources',
    body: { text: 'x', product_ids: [none] },
    message: `product_ids: There is no product with the id ${none} in this workspace.`,
    faults: ['product_ids referenced_entity_not_found'],
  },
  {
    asked: 'PATCH /products/{id}',
    body: { attributes: { vendor: none } },
    message: `attributes.vendor: There is no vendor with the id ${none} in this workspace.`,
    faults: ['attributes.vendor referenced_entity_not_found'],
  },
  {
    asked: 'POST /edits',
    body: { type: 'product', edits: [] },
    message: 'edits: No edit names a value. Send at least one as',
    faults: ['edits expected_values'],
  },
  {
    asked: 'POST /bulk-edits',
    body: { type: 'product', filter: {}, set: { price: 1 }, clear: ['price'] },
    message:
      'clear[0]: price stands in set and in clear, and one edit changes an attribute in one way only. Leave one of the two out.',
    faults: ['clear[0] invalid_value'],
  },
  {
    asked: 'POST /bulk-edits',
    body: { type: 'product', filter: {}, replace: { find: 'a', with: 'b', attributes: ['skuu'] } },
    message: 'replace.attributes[0]: No attribute has the key',
    faults: ['replace.attributes[0] not_a_defined_attribute sku'],
  },
]

const object = 'Send an object of attribute keys and values, such as {"sku": "CH-100"}.'
const items = 'Send a list of objects, such as [{"attributes": {"sku": "CH-100"}}].'
const types: readonly Row[] = [
  {
    asked: 'PATCH /products/{id}',
    body: { attributes: [{ key: 'sku', value: 'A' }] },
    message: `attributes: ${object} You sent a list.`,
    faults: ['attributes Expected an object.'],
  },
  {
    asked: 'PATCH /products/{id}',
    body: { attributes: '{"sku":"A"}' },
    message: `attributes: ${object} You sent the string "{\\"sku\\":\\"A\\"}". Send the JSON itself, not a string that holds it.`,
    faults: ['attributes Expected an object.'],
  },
  {
    asked: 'PATCH /products/{id}',
    body: { parent_id: 5 },
    message: 'parent_id: Send the id of the parent as a string, or null. You sent the number 5.',
    faults: ['parent_id Expected a string or null.'],
  },
  {
    asked: 'POST /products/batch',
    body: '[]',
    message: 'body: The body is a list. Put it in an object: {"items": […]}.',
    faults: ['body Expected an object.'],
  },
  {
    asked: 'POST /products/batch',
    body: { products: [] },
    message: `items: This field is required. ${items}`,
    faults: ['items This field is required.', `products ${value} items`],
  },
  {
    asked: 'POST /products/batch',
    body: { items: { attributes: {} } },
    message: `items: ${items} You sent an object. Put it in square brackets, also where it is the only one.`,
    faults: ['items Expected an array.'],
  },
  {
    asked: 'POST /attributes',
    body: { name: 'X', entity_type: 'product', data_type: 'number', constraints: { min: '0' } },
    message: 'constraints.min: Send a number. You sent the string "0". Leave out the quotes: 0.',
    faults: ['constraints.min Expected a number.'],
  },
  {
    asked: 'POST /attributes',
    body: { name: 'X', entity_type: 'product', data_type: 'entity_reference', reference: 'vendor' },
    message: 'reference: Send an object such as {"type": "vendor"}, or null. You sent the string "vendor".',
    faults: ['reference Expected an object or null.'],
  },
  {
    asked: 'POST /bulk-edits',
    body: { type: 'product', filter: [], set: { price: 1 } },
    message:
      'filter: Send an object of attribute keys and conditions, such as {"price": {"lt": 100}}. You sent an empty list.',
    faults: ['filter Expected an object.'],
  },
]

const condition = 'A condition on an attribute is written'
const otherWords: readonly Row[] = [
  {
    asked: 'GET /products?fliter[price][gt]=3',
    message: 'fliter[price][gt]: This query parameter is not known here. Did you mean filter[price][gt]?',
    faults: ['fliter[price][gt] This query parameter is not known here. filter[price][gt]'],
  },
  {
    asked: 'GET /products?per_page=100',
    message: 'per_page: This query parameter is not known here. Did you mean limit?',
    faults: ['per_page This query parameter is not known here. limit'],
  },
  {
    asked: 'GET /products?order=desc',
    message: 'order: This query parameter is not known here. Known are ',
    faults: ['order This query parameter is not known here.'],
  },
  {
    asked: 'GET /products?price[lt]=5',
    message: `price[lt]: This query parameter is not known here. Known are snapshot, limit, offset, cursor, fields, q, sort, filter_join, filter. ${condition} filter[price]=value or filter[price][lt]=value.`,
    faults: ['price[lt] This query parameter is not known here.'],
  },
  {
    asked: 'GET /products?filter[price][less_than]=5',
    message:
      'filter[price][less_than]: There is no such operator here. Expected one of the operators eq, ne,',
    faults: ['filter[price][less_than] unknown_operator lt'],
  },
  {
    asked: 'GET /products?filter=price<5',
    message:
      'filter: A filter is written filter[key]=value or filter[key][operator]=value, such as filter[price][lt]=100.',
    faults: ['filter not_a_defined_attribute'],
  },
  {
    asked: 'PATCH /products/{id}',
    body: { values: { price: 1 } },
    message: `values: ${value} Did you mean attributes?`,
    faults: [`values ${value} attributes`],
  },
  {
    asked: 'POST /attributes',
    body: { name: 'X', entity_type: 'product', data_type: 'decimal' },
    message: 'data_type: The value is not one of those allowed here. Did you mean number?',
    faults: ['data_type invalid_value number'],
  },
]

const definition = { name: 'X', entity_type: 'product' }
const definitions: readonly Row[] = [
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'single_select_list' },
    message: 'acceptable_values: A select offers values to choose from. Send them in one text with commas',
    faults: ['acceptable_values required'],
  },
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'entity_reference' },
    message: 'reference: A reference names the type that it refers to. Send {"type": "vendor"}',
    faults: ['reference required'],
  },
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'reference_lookup', reference: { via: 'vendr', attribute: 'x' } },
    message: 'reference.via: No attribute has the key',
    faults: ['reference.via not_a_defined_attribute vendor'],
  },
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'number', key: 'Net price' },
    message: 'key: A key begins with a small letter',
    faults: ['key invalid_value'],
  },
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'single_line_text_field', constraints: { pattern: '(' } },
    message:
      'constraints.pattern: This is not a regular expression. One is [A-Z]{2}-[0-9]+, for instance; a bracket that stands for itself is written \\( or \\[.',
    faults: ['constraints.pattern invalid_value'],
  },
  {
    asked: 'POST /attributes',
    body: { ...definition, data_type: 'number', constraints: { min: 2, max: 1 } },
    message: 'constraints.min: min lies above max. Send a smaller min or a larger max.',
    faults: ['constraints.min out_of_range'],
  },
]

function formatFaults(faults: readonly Readonly<Record<string, string>>[]): string[] {
  return faults.map(({ field, issue, did_you_mean: meant }) =>
    [field, issue, meant].filter(Boolean).join(' '),
  )
}

describe.each([
  ['paths and ids [ERROR-17]', paths, 404],
  ['query strings [ERROR-13] [ERROR-15]', queries, 400],
  ['bodies [ERROR-13] [ERROR-15] [ERROR-18]', bodies, 400],
  ['definitions [ERROR-13] [ERROR-15]', definitions, 400],
  ['values of another type [ERROR-19]', types, 400],
  ['words of other APIs [ERROR-20]', otherWords, 400],
] as const)('%s', (_name, rows, expected) => {
  test.each(rows)('$asked $body', async ({ asked, body, message, faults = [] }) => {
    const [method = '', path = ''] = asked.replace('{id}', id).split(' ')
    const headers = { authorization: `Bearer ${server.key}`, ...(typeof body === 'string' && json) }
    const answer = await server.send({ method, path: `/api/v1${path}`, body, headers })
    expect(answer.status).toBe(expected)
    expect(answer.body.error.message.slice(0, message.length)).toBe(message)
    expect(formatFaults(answer.body.error.field_errors)).toEqual(faults)
  })
})

test('who gives a scope that is missing is told [ERROR-17]', async () => {
  const key = await server.issueKey(['read:products'])
  const message =
    'The key lacks the scope read:vendors. The owner of the workspace can give it: in a new key, or when the agent connects again.'
  const refused = await server.get('/vendors', { authorization: `Bearer ${key}` })
  const tool = await callTool(server, 'list_entities', { type: 'vendor' }, { authorization: `Bearer ${key}` })
  expect([refused.body.error.message, tool.body.error.message]).toEqual([message, message])
})

test('a clash says what to do', async () => {
  const { status, body } = await server.post('/products', { attributes: { sku: 'B', ean: '1' } })
  expect([status, body.error.message]).toEqual([
    409,
    `EAN must be unique, and entity ${id} already holds this value. Send another one, or change that entity.`,
  ])
})

describe('over MCP [ERROR-17] [MCP-03] [MCP-14]', () => {
  test.each([
    ['get_job', { id: none }, `The job ${none} was not found in this workspace. list_jobs lists the jobs.`],
    [
      'get_entity',
      { type: 'product', id: 'A' },
      'The product A was not found in this workspace. An id is a UUID and never changes. Find it by a value with list_entities.',
    ],
    [
      'update_attribute',
      { key: 'skuu', name: 'X' },
      'The attribute skuu was not found in this workspace. Did you mean sku? list_attributes lists what there is.',
    ],
    [
      'create_entity',
      { type: 'product', attributes: { sku: 'B', pirce: 1 } },
      'attributes.pirce: No attribute of that key is defined for the entity type. list_attributes lists the keys. Did you mean price?',
    ],
    [
      'list_entities',
      { type: 'product', filter: { price: { less_than: 5 } } },
      'filter.price.less_than: There is no such operator here. Expected one of the operators eq, ne, gt, gte, lt, lte, exists. Did you mean lt?',
    ],
    [
      'list_entities',
      { type: 'product', filter: 'price < 5' },
      'filter: Send an object of attribute keys and conditions, such as {"price": {"lt": 100}}. You sent the string "price < 5".',
    ],
    ['list_entities', {}, 'type: This field is required. Allowed: product, image, vendor, category, source.'],
  ])('%s %j', async (name, args, message) =>
    expect((await callTool(server, name, args)).body.error.message).toBe(message),
  )

  test.each([
    ['list_entitys', 'There is no tool list_entitys. Did you mean list_entities?'],
    ['nope', 'There is no tool nope. tools/list has those there are.'],
  ])('%s', async (name, message) => {
    const { body } = await sendMcp(server, { method: 'tools/call', params: { name } })
    expect(body.error).toMatchObject({ code: -32602, message })
  })
})
