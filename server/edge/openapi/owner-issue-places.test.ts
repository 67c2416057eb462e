import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf, type OpenApiDocument, type DocumentRoute } from '../../testing/document-calls.ts'
import { isAt, pairsOf, refusedFilters, toFilterQuery } from '../../testing/issue-places.ts'
import { Agent, Browser } from '../../testing/oauth-agent.ts'
import { refusedRules } from '../../testing/refused-rules.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

type Values = Readonly<Record<string, unknown>>

const root = '/app/v1'
const noSuch = '00000000-0000-7000-8000-000000000000'
const many = (count: number, item: unknown = 'name') => Array.from({ length: count }, () => item)
const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const attributes = [
  { ...text, name: 'Name', is_primary: true },
  { ...text, name: 'Number', data_type: 'number' },
  { ...text, name: 'Flag', data_type: 'boolean' },
  { ...text, name: 'Day', data_type: 'date' },
  { ...text, name: 'One', data_type: 'entity_reference', reference: { type: 'product' } },
  { ...text, name: 'Sum', data_type: 'formula', formula: '1' },
  { ...text, name: 'Name', entity_type: 'vendor', is_primary: true },
]

const condition = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value })
const colour = { target: 'cell', colour: 1 }

const conditions: Readonly<Record<string, Values>> = {
  'attribute required': { value: '1' },
  'attribute not_a_defined_attribute': condition('nope', 'eq', '1'),
  'operator unknown_operator': condition('name', 'x', '1'),
  'operator operator_not_supported_for_type': condition('flag', 'gt', '1'),
  'value expected_value_or_use_exists': condition('name', 'eq', ''),
  'value expected_values': condition('name', 'in', []),
  'value too_many_values': condition('name', 'in', many(201)),
  'value expected_number': condition('number', 'eq', 'x'),
  'value expected_date': condition('day', 'eq', 'x'),
  'value expected_boolean': condition('flag', 'eq', 'x'),
  'value expected_uuid': condition('one', 'eq', 'x'),
}

const members: Readonly<Record<string, unknown>> = {
  'changes expected_values': [],
  'changes too_many_values': many(10_001, { sequence: 1 }),
  'changes[<n>].sequence invalid_value': [{ sequence: 999_999_999 }],
  'changes[<n>].attributes expected_values': [{ sequence: 1, attributes: [] }],
  'filter.attribute not_a_defined_attribute': { attribute: 'nope' },
  'filter.via invalid_value': { via: 'x' },
  'filter.job_id expected_uuid': { job_id: 'x' },
  'filter.edit_id expected_uuid': { edit_id: 'x' },
  'filter.actor invalid_value': { actor: '' },
  'filter.since expected_date': { since: 'x' },
  'filter.until expected_date': { until: 'x' },
  'name required': '',
  'name too_long': 'x'.repeat(201),
  'limit out_of_range': '999999',
  'days out_of_range': '999',
  'actor invalid_value': 'no key',
  'sort not_sortable': 'one',
  'key not_sortable': 'one',
  'width expected_non_negative_integer': 1.5,
  'width out_of_range': 0,
  'height expected_non_negative_integer': 1.5,
  'height out_of_range': 0,
  'quality expected_non_negative_integer': 1.5,
  'quality out_of_range': 0,
  'max_bytes expected_non_negative_integer': 1.5,
  'max_bytes out_of_range': 0,
  'by not_a_defined_attribute': 'nope',
  'first_row out_of_range': '99999999999',
  'last_row out_of_range': '99999999999',
  ...refusedRules,
  'entity_id referenced_entity_not_found': noSuch,
  'keys too_many_values': many(31).join(),
  'merge_key not_a_text_attribute': 'flag',
  'key invalid_value': 'Not a key',
  'id invalid_value': noSuch,
  'base_url required': '',
  'base_url invalid_value': 'http://shop.example',
  'key_env invalid_value': 'not a name',
  'is_default invalid_value': false,
  'choices[<n>].key not_a_defined_attribute': [{ key: 'nope', semantic_type: 'sku' }],
  'choices[<n>].semantic_type invalid_value': [{ key: 'name', semantic_type: 'nope' }],
  'category_ids[<n>] expected_uuid': ['x'],
  'category_ids[<n>] referenced_entity_not_found': [noSuch],
  'attributes[<n>].key not_a_defined_attribute': [{ key: 'nope', requirement: 'required' }],
  'attributes[<n>].key invalid_value': many(2, { key: 'name', requirement: 'required' }),
  'axes too_many_values': many(5, 'name'),
  'axes[<n>] not_a_defined_attribute': ['nope'],
  'visible_columns[<n>] not_a_defined_attribute': ['nope'],
  'visible_columns[<n>] invalid_value': many(2),
  'pinned_left[<n>] not_a_defined_attribute': ['nope'],
  'pinned_left[<n>] invalid_value': many(2),
  'pinned_right[<n>] not_a_defined_attribute': ['nope'],
  'pinned_right[<n>] invalid_value': many(2),
  'sorting[<n>].key not_a_defined_attribute': [{ key: 'nope', direction: 'asc' }],
  'sorting[<n>].key not_sortable': [{ key: 'one', direction: 'asc' }],
  'display.widths.<key> not_a_defined_attribute': { widths: { nope: 100 } },
  'display.group_by not_a_defined_attribute': { group_by: 'nope' },
  'display.group_then_by[<n>] not_a_defined_attribute': { group_by: 'name', group_then_by: ['nope'] },
  'display.kind_by required': { kind: 'kanban' },
  'display.kind_by invalid_value': { kind: 'kanban', kind_by: 'nope' },
  'display.group_then_by[<n>] invalid_value': { group_by: 'name', group_then_by: ['one', 'one'] },
  'display.summary.<key> not_a_defined_attribute': { summary: { nope: 'sum' } },
  'scopes expected_values': [],
  'scopes invalid_value': ['x'],
  'expires_at out_of_range': '2001-01-01',
  'ids expected_values': [],
  'ids too_many_values': many(10_001, noSuch),
  'ids[<n>] expected_uuid': ['x'],
  'ids[<n>] referenced_entity_not_found': [noSuch],
  'keep referenced_entity_not_found': noSuch,
  'merge expected_values': [],
  'merge too_many_values': many(1001, noSuch),
  'merge[<n>] expected_uuid': ['x'],
  'merge[<n>] referenced_entity_not_found': [noSuch],
  'fields expected_values': [],
  'fields too_many_values': Array.from({ length: 1001 }, (_, at) => ({ target: `F${at}` })),
  'fields invalid_value': [{ target: 'A' }],
  'fields[<n>].target required': [{ target: '' }],
  'fields[<n>].target not_unique': many(2, { target: 'A' }),
  'fields[<n>].unique not_unique': [
    { target: 'A', unique: true },
    { target: 'B', unique: true },
  ],
  'file invalid_value': { delimiter: ';' },
  'settings.url required': { auth: 'none' },
  'settings.url expected_url': { url: 'ftp://beta.example/' },
  'settings.url not_allowed_address': { url: 'http://127.0.0.1/' },
  'secret invalid_value': '',
  'trigger.on required': {},
  'trigger.on invalid_value': { on: 'x' },
  'trigger.cron invalid_value': { on: 'schedule', cron: 'x', time_zone: 'UTC' },
  'trigger.time_zone invalid_value': { on: 'schedule', cron: '0 6 * * *', time_zone: 'x' },
  'shield.<key> invalid_value': { max_changed: -1 },
  'missing.set.<key> not_a_defined_attribute': { set: { nope: 1 } },
  'fields not_a_defined_attribute': ['nope'],
  'file.list_separator invalid_value': { delimiter: '\t', list_separator: '\t' },
  'mapping.<target> invalid_value': { Nope: 'name' },
  'mapping.<target> not_a_defined_attribute': { A: 'nope' },
  'values.<target> invalid_value': { Nope: 'x' },
  'formulas.<target> invalid_value': { Nope: '1' },
  'categories.<id> referenced_entity_not_found': { [noSuch]: 'x' },
}

const bases: Readonly<Record<string, Values>> = {
  findCells: { type: 'product', text: 'a', columns: 'name' },
  countGroups: { type: 'product', sort: 'name' },
  findBranches: { type: 'product' },
  countTree: { type: 'product', by: 'one', of: 'product' },
  cellMarks: { type: 'product' },
  cellOrigins: { type: 'product' },
  listReferrers: { type: 'product' },
  summarizeNotes: { type: 'product' },
  summarizeComments: { type: 'product' },
  aggregateList: { type: 'product', keys: 'name' },
  distinctValues: { type: 'product', key: 'number' },
  readFacets: { type: 'product', facets: 'number' },
  readEffectiveClasses: { type: 'product' },
  previewFormula: { type: 'product', formula: '1' },
  sampleBulkEdit: { type: 'product', filter: {}, clear: ['name'] },
  chooseSemanticTypes: { type: 'product' },
  moveAttribute: { type: 'product', before: null },
  createAttributeClass: { name: 'New', entity_type: 'product' },
  createRecipe: { name: 'New' },
  createView: { name: 'New', entity_type: 'product' },
  createImportProfile: { name: 'New', entity_type: 'product' },
  previewImport: { type: 'product' },
  importSentFile: { type: 'product' },
  openPackage: { file: '/nowhere/package.zip' },
  createKey: { name: 'New', scopes: ['read:jobs'] },
  restoreChanges: { type: 'product' },
  readPassages: { type: 'product' },
  reopenProposals: { type: 'product', ids: [] },
  mergeEntities: { type: 'product', keep: noSuch, merge: [noSuch] },
  moveToTrash: { type: 'product', ids: [noSuch] },
  createProvider: { name: 'New', kind: 'openai_compatible', key_env: 'NEW_API_KEY' },
  changeProvider: { key_env: 'NEW_API_KEY' },
  tryQualityRule: { entity_type: 'product', check: { kind: 'required', attributes: ['name'] } },
  reopenFinding: { type: 'product', rule: 'title_missing', entity_id: noSuch },
  createChannel: { name: 'New', fields: [{ target: 'A' }] },
  createConnection: { name: 'New', kind: 'https', settings: { url: 'https://beta.example/', auth: 'basic' } },
  createFeed: { name: 'New', direction: 'import', connection: 'Drop', profile: 'Saved', file: 'a.csv' },
  createExportProfile: { name: 'New', type: 'product' },
}

/** These need more than 10,000 groups or changed values, which a test cannot make in a moment. */
const manyRows = ['countGroups sort too_many_values', 'restoreChanges filter too_many_values']

let server: TestServer
let document: OpenApiDocument
let subjects: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await testServer({ attributes })
  document = (await server.asOwner({ path: `${root}/openapi` })).body
  const make = async (path: string, body: object, headers = {}) =>
    (await server.asOwner({ method: 'POST', path: root + path, body, headers })).body.data
  const file = formOf(new Blob(['name\nA\n']))
  const upload = await make('/import-uploads', await file.bytes(), headersOf(file))
  const product = await server.post('/products', { attributes: { name: 'A' } })
  const second = await server.post('/products', { attributes: { name: 'B' } })
  // Made required after both products, so that both lack it.
  await server.post('/attributes', { ...text, name: 'Must', constraints: { required: true } })
  const named = { name: 'Saved', entity_type: 'product' }
  subjects = {
    workspaces: server.workspace.id,
    'import-uploads': upload.id,
    'import-profiles': (await make('/import-profiles', named)).id,
    views: (await make('/views', named)).id,
    'saved-actions': (await make('/saved-actions', { ...named, clear: ['number'] })).id,
    'attribute-classes': (await make('/attribute-classes', named)).id,
    renditions: (await make('/renditions', { name: 'Saved' })).id,
    effective: product.body.data.id,
    second: second.body.data.id,
    channels: (await make('/channels', { name: 'Own', fields: [{ target: 'A' }] })).key,
    providers: (await make('/providers', { name: 'OpenAI', kind: 'openai' })).id,
    attributes: 'name',
    'asset-libraries': await makeLibrary(),
    consents: await askForConsent(),
    ...(await makeFeed(make)),
  }
})
afterAll(() => server[Symbol.asyncDispose]())

type Make = (path: string, body: object) => Promise<{ readonly id: string }>

async function makeFeed(make: Make): Promise<Readonly<Record<string, string>>> {
  const settings = { url: 'https://beta.example/', auth: 'basic' }
  const connection = await make('/connections', { name: 'Drop', kind: 'https', settings })
  const file = { name: 'Saved', direction: 'import', connection: 'Drop', profile: 'Saved', file: 'b.csv' }
  const feed = await make('/feeds', file)
  const saved = await make('/export-profiles', { name: 'Saved', type: 'product' })
  return { connections: connection.id, feeds: feed.id, 'export-profiles': saved.id }
}

async function makeLibrary(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vitrine-library-'))
  const body = { name: 'Photos', path }
  const answer = await server.asOwner({ method: 'POST', path: `${root}/asset-libraries`, body })
  await rmdir(path)
  return answer.body.data.id
}

async function askForConsent(): Promise<string> {
  const agent = await Agent.connect(`${server.server.origin}/mcp`)
  await new Browser().open(await agent.authorizationUrl({ scope: 'read:products' }))
  return (await server.asOwner({ path: `${root}/consents` })).body.data[0].code
}

test('every place and issue code that the document of the owner shows is answered there [DOC-04]', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const placed of operationsOf(document)) {
    for (const { place, code } of pairsOf(placed)) {
      if (manyRows.includes(`${placed.operation.operationId} ${place} ${code}`)) continue
      tried += 1
      const { status, body } = await send(placed, place, code)
      const faults: { field: string; issue: string }[] = body.error?.field_errors ?? []
      if (status === 400 && faults.some((fault) => isAt(place, fault.field) && fault.issue === code)) continue
      wrong.push(`${placed.operation.operationId}: ${place} ${code}: ${status} ${JSON.stringify(faults)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(200)
}, 120_000)

async function send({ method, path, operation }: DocumentRoute, field: string, code: string) {
  const id = operation.operationId
  const address = root + fill(path, id, `${field} ${code}`)
  if (['sendImportFile', 'sendImportPictures', 'addCategoryList'].includes(id)) {
    const form = formOf()
    return server.asOwner({ method, path: address, body: await form.bytes(), headers: headersOf(form) })
  }
  const asked = method === 'POST' || method === 'PATCH' ? bodyOf(id, field, code) : undefined
  if (asked) return server.asOwner({ method, path: address, body: asked })
  return server.asOwner({ method, path: `${address}?${queryOf(id, field, code).toString()}` })
}

function fill(path: string, id: string, name: string): string {
  const isShipped = id === 'mapChannel' && /^(name|fields|file) invalid_value$/.test(name)
  const [, area = '', part = ''] = path.split('/')
  const subject = isShipped ? 'shopify' : (subjects[part] ?? subjects[area] ?? noSuch)
  return path.replace(/\{\w+\}/, subject)
}

function queryOf(id: string, field: string, code: string): URLSearchParams {
  const { [rootOf(field)]: _asked, ...rest } = bases[id] ?? {}
  const named = `${field} ${code}`
  const [name] = field.split('[')
  const filter = refusedFilters[named.replace(/^choice/, 'filter')]
  const refused = filter
    ? toFilterQuery(filter, name)
    : code === 'required'
      ? {}
      : { [searchedKeys[named] ?? field]: queryValues[named] ?? members[named] ?? 'x' }
  return new URLSearchParams({ ...rest, ...refused } as Record<string, string>)
}

const searchedKeys: Readonly<Record<string, string>> = {
  'search[<key>] invalid_value': 'search[name]',
  'search[<key>] operator_not_supported_for_type': 'search[number]',
}

const queryValues: Readonly<Record<string, string>> = {
  'ids too_many_values': many(201, noSuch).join(),
  'key not_a_defined_attribute': 'nope',
  'facets invalid_value': 'id',
  'facets too_many_values': many(51).join(),
}

function bodyOf(id: string, field: string, code: string): Values {
  if (id === 'mergeEntities' && (field === 'values.<key>' || code === 'self_reference')) return mergeOf(code)
  const member = rootOf(field)
  const end = `${field.split('.').at(-1)} ${code}`
  if (member === 'filters') return { ...baseOf(id), filters: [conditions[end]] }
  if (field.startsWith('display.colours'))
    return { ...baseOf(id), display: { colours: [{ ...conditions[end], ...colour }] } }
  const { [member]: _asked, ...rest } = baseOf(id)
  const value =
    id.endsWith('Feed') && field === 'file'
      ? { required: '', invalid_value: '../x' }[code]
      : members[`${field} ${code}`]
  if (code === 'required' && value === undefined) return rest
  return { ...rest, [member]: value ?? 'x' }
}

function mergeOf(code: string): Values {
  const [one = '', other = ''] = [subjects['effective'], subjects['second']]
  const key =
    { not_a_defined_attribute: 'nope', read_only_attribute: 'sum', required: 'must' }[code] ?? 'name'
  const values = { [key]: code === 'invalid_value' ? noSuch : other }
  return { type: 'product', keep: one, merge: [code === 'self_reference' ? one : other], values }
}

function baseOf(id: string): Values {
  if (id === 'approveConsent') return { workspace_id: server.workspace.id, scopes: ['read:products'] }
  return bases[id] ?? {}
}

function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? ''
}

function formOf(file?: Blob): Response {
  const form = new FormData()
  if (file) form.append('file', file, 'a.csv')
  return new Response(form)
}

function headersOf(form: Response): Record<string, string> {
  return { 'content-type': form.headers.get('content-type') ?? '' }
}
