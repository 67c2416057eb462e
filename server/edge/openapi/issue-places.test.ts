import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityTypes, pluralOf, type EntityType } from '#shared/entities.ts'
import type { IssueCode } from '#shared/errors.ts'
import { maxNoteLength } from '#shared/notes.ts'
import { maxNameLength } from '../../catalog/answer.ts'
import { refusedRules } from '../../testing/refused-rules.ts'
import { maxLinkedProducts } from '#shared/sources.ts'
import { operationsOf, type OpenApiDocument, type DocumentRoute } from '../../testing/document-calls.ts'
import { isAt, pairsOf, refusedFilters, refusedTrees, toFilterQuery } from '../../testing/issue-places.ts'
import { refusedApplication, refusedMatch } from '../../testing/refused-matches.ts'
import { refusedSimilarValues, refusedMerge } from '../../testing/refused-similar-values.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { apiRoot } from '../paths.ts'

type Values = Readonly<Record<string, unknown>>

const text = { data_type: 'single_line_text_field' }
const noSuch = '00000000-0000-7000-8000-000000000000'
const many = (count: number, item: unknown = 'a') => Array.from({ length: count }, () => item)

const attributesOf = (entity_type: EntityType): object[] =>
  [
    { name: 'Name', key: 'name', ...text, is_primary: true },
    { name: 'Code', key: 'code', ...text, constraints: { pattern: '[A-Z]+', min_length: 2, max_length: 5 } },
    { name: 'Serial', key: 'serial', ...text, constraints: { unique: true } },
    { name: 'EAN', key: 'ean', ...text, constraints: { check: 'gtin' } },
    { name: 'Must', key: 'must', ...text, constraints: { required: true }, default_value: 'x' },
    { name: 'Number', key: 'number', data_type: 'number', constraints: { min: 0 } },
    { name: 'Flag', key: 'flag', data_type: 'boolean' },
    { name: 'Day', key: 'day', data_type: 'date' },
    { name: 'Site', key: 'site', data_type: 'url' },
    { name: 'Specs', key: 'specs', data_type: 'json' },
    { name: 'Choice', key: 'choice', data_type: 'single_select_list', acceptable_values: 'A, B' },
    { name: 'One', key: 'one', data_type: 'entity_reference', reference: { type: 'product' } },
    { name: 'Several', key: 'several', data_type: 'entity_list_reference', reference: { type: 'product' } },
    { name: 'Total', key: 'total', data_type: 'formula', formula: '{{number}} * 2' },
    {
      name: 'Looked up',
      key: 'looked_up',
      data_type: 'reference_lookup',
      reference: { via: 'one', attribute: 'name' },
    },
  ].map((attribute) => ({ ...attribute, entity_type }))

const inverseOf = (entity_type: EntityType): object[] => [
  {
    name: 'Shown by',
    key: `by_${entity_type}`,
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: entity_type },
  },
  {
    name: 'Back',
    key: 'back',
    entity_type,
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: `by_${entity_type}` },
  },
]

const values: Partial<Record<IssueCode, Values>> = {
  not_a_defined_attribute: { nope: 1 },
  read_only_attribute: { total: 1 },
  expected_scalar: { name: [1] },
  expected_uuid_or_null: { one: 'x' },
  expected_uuid_array: { several: 'x' },
  expected_url: { site: 'x' },
  expected_json: { specs: '{' },
  expected_number: { number: 'x' },
  expected_date: { day: 'x' },
  expected_boolean: { flag: 'x' },
  not_an_acceptable_value: { choice: 'C' },
  referenced_entity_not_found: { one: noSuch },
  ambiguous_reference: { one: { label: 'Same' } },
  operator_not_supported_for_type: { flag: { add: 1 } },
  required: { must: null },
  out_of_range: { number: -1 },
  too_short: { code: 'A' },
  too_long: { code: 'AAAAAA' },
  pattern_mismatch: { code: 'aaa' },
  invalid_check_digit: { ean: '123' },
}

const members: Readonly<Record<string, unknown>> = {
  ...refusedRules,
  'name required': '',
  'url required': '',
  'status required': '',
  'types invalid_value': ['chair'],
  'pattern invalid_value': '{nope}',
  'name too_long': 'x'.repeat(maxNameLength + 1),
  'actor invalid_value': '*',
  'limit out_of_range': '0',
  'min_score out_of_range': '101',
  'width out_of_range': '0',
  'height out_of_range': '0',
  'quality out_of_range': '101',
  'by expected_values': [],
  'by[<n>] invalid_value': ['smell'],
  'fields system_field_always_returned': 'id',
  'fields not_selectable_inverse_reference': 'back',
  'sort not_sortable': 'one',
  'attribute not_a_reference_attribute': 'name',
  'after invalid_value': '999999999',
  'parent_id referenced_entity_not_found': noSuch,
  'merge_key not_a_text_attribute': 'number',
  'merge_key merge_key_value_required': 'code',
  'axes too_many_values': many(5, { attribute: 'name', values: ['A'] }),
  'axes[<n>].attribute not_a_defined_attribute': [{ attribute: 'nope', values: ['A'] }],
  'axes[<n>].attribute invalid_value': [{ attribute: 'one', values: ['A'] }],
  'axes expected_values': [],
  'axes[<n>].values expected_values': [{ attribute: 'name', values: [] }],
  'axes[<n>].values[<n>] expected_number': [{ attribute: 'number', values: ['x'] }],
  'sku_pattern invalid_value': '{nope}',
  'accept expected_values': [],
  'accept[<n>].values invalid_value': [{ values: { name: 'x' } }],
  'axes[<n>].values too_many_values': [{ attribute: 'name', values: many(2049, 'x') }],
  'items expected_values': [],
  'items too_many_values': many(101, {}),
  'edits expected_values': [],
  'edits too_many_values': many(10_001, { id: noSuch, attributes: { number: 1 } }),
  'set expected_values': {},
  'clear expected_values': [],
  'clear[<n>] not_a_defined_attribute': ['nope'],
  'clear[<n>] required': ['must'],
  'append.<key> not_a_defined_attribute': { nope: 'x' },
  'append.<key> operator_not_supported_for_type': { number: 1 },
  'replace.find required': { find: '', with: '' },
  'replace.attributes[<n>] not_a_defined_attribute': { find: 'a', with: 'b', attributes: ['nope'] },
  'replace.attributes[<n>] not_a_text_attribute': { find: 'a', with: 'b', attributes: ['number'] },
  'fields expected_values': [],
  'ids expected_values': [],
  'ids too_many_values': many(100_001, noSuch),
  'ids[<n>] expected_uuid': ['x'],
  'attributes[<n>] not_a_defined_attribute': ['nope'],
  'attributes[<n>] not_generated': ['number'],
  'budget out_of_range': -1,
  'attributes expected_values': [],
  'ids[<n>] referenced_entity_not_found': [noSuch],
  'proposals expected_values': [],
  'proposals too_many_values': many(1001, {}),
  'decisions expected_values': [],
  'decisions too_many_values': many(10_001, {}),
  'where.attribute not_a_defined_attribute': { attribute: 'nope' },
  'where.job_id expected_uuid': { job_id: 'x' },
  'text required': '',
  'text too_long': 'x'.repeat(maxNoteLength + 1),
  'entity_id referenced_entity_not_found': noSuch,
  'product_ids expected_uuid_array': ['x'],
  'product_ids referenced_entity_not_found': [noSuch],
  'product_ids too_many_values': many(maxLinkedProducts + 1).map(() => randomUUID()),
  'key invalid_value': 'Not a key',
  'is_primary invalid_value': true,
  'custom_instructions not_a_defined_attribute': 'About {{nope}}',
  'required_dependencies[<n>] not_a_defined_attribute': ['nope'],
  'vision_image_attributes[<n>] not_a_defined_attribute': ['nope'],
  'vision_image_attributes[<n>] invalid_value': ['flag'],
  'selected_tools invalid_value': ['x'],
  'editable_by invalid_value': ['x'],
  'readable_by invalid_value': ['x'],
}

const definitions: Readonly<Record<string, Values>> = {
  'name required': {},
  'default_value expected_boolean': { data_type: 'boolean', default_value: 'x' },
  'default_value expected_date': { data_type: 'date', default_value: 'x' },
  'default_value expected_url': { data_type: 'url', default_value: 'x' },
  'default_value expected_json': { data_type: 'json', default_value: '{' },
  'default_value not_an_acceptable_value': {
    data_type: 'single_select_list',
    acceptable_values: 'A',
    default_value: 'x',
  },
  'default_value out_of_range': { data_type: 'number', constraints: { min: 2 }, default_value: 1 },
  'default_value too_short': { ...text, constraints: { min_length: 3 }, default_value: 'x' },
  'default_value too_long': { ...text, constraints: { max_length: 3 }, default_value: 'xxxx' },
  'default_value pattern_mismatch': { ...text, constraints: { pattern: '[A-Z]+' }, default_value: 'x' },
  'default_value invalid_check_digit': { ...text, constraints: { check: 'gtin' }, default_value: '1' },
  'default_value read_only_attribute': { data_type: 'formula', formula: '1', default_value: 1 },
  'constraints.min out_of_range': { constraints: { min: 2, max: 1 } },
  'constraints.kind invalid_value': { data_type: 'number', constraints: { kind: 'gtin' } },
  'constraints.currency invalid_value': { data_type: 'number', constraints: { kind: 'money' } },
  'constraints.unit invalid_value': { data_type: 'number', constraints: { kind: 'measure' } },
  'constraints.pattern invalid_value': { ...text, constraints: { pattern: '(' } },
  'acceptable_values required': { data_type: 'single_select_list' },
  'custom_instructions circular_prompt': {
    ...text,
    key: 'name',
    ai_generated: true,
    custom_instructions: 'As {{name}}',
  },
  'ai_generated invalid_value': { data_type: 'formula', formula: '1', ai_generated: true },
  'reference required': { data_type: 'entity_reference' },
  'reference.type invalid_value': { data_type: 'entity_reference', reference: { type: 'x' } },
  'reference.attribute not_a_defined_attribute': inverse('nope'),
  'reference.attribute not_a_reference_attribute': inverse('name'),
  'reference.via not_a_defined_attribute': lookup('nope'),
  'reference.via not_a_reference_attribute': lookup('name'),
}

function inverse(attribute: string) {
  return { data_type: 'inverse_reference', reference: { type: 'product', attribute } }
}
function lookup(via: string) {
  return { data_type: 'reference_lookup', reference: { via, attribute: 'name' } }
}

const attributeOfType: Readonly<Record<string, string>> = {
  number: 'number',
  boolean: 'flag',
  date: 'day',
  url: 'site',
  json: 'specs',
  single_select_list: 'choice',
  single_line_text_field: 'name',
  formula: 'total',
  inverse_reference: 'back',
  reference_lookup: 'looked_up',
}

let server: TestServer
let document: OpenApiDocument
let ids: Record<string, string>
let libraryFolder: string

beforeAll(async () => {
  server = await testServer({
    attributes: [...entityTypes.flatMap(attributesOf), ...entityTypes.flatMap(inverseOf)],
  })
  document = (await server.send({ path: '/docs/openapi.json' })).body
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge: true } })
  ids = { sources: await makeSource() }
  for (const type of entityTypes.filter((one) => one !== 'source'))
    ids[pluralOf[type]] = (
      await server.post(`/${pluralOf[type]}`, { attributes: { name: 'A' } })
    ).body.data.id
  for (const name of ['Same', 'Same']) await server.post('/products', { attributes: { name } })
  ids['second'] = (await server.post('/products', { attributes: { name: 'B' } })).body.data.id
  const need = { name: 'Need', key: 'need', ...text, constraints: { required: true } }
  await server.post('/attributes', { ...need, entity_type: 'product' })
  const note = { type: 'product', entity_id: ids['products'], text: 'Look.' }
  ids['notes'] = (await server.post('/notes', note)).body.data.id
  ids['comments'] = (await server.post('/comments', note)).body.data.id
  const rule = await server.post('/quality/rules', hasName)
  ids['quality'] = rule.body.data.id
  const attribute = { data_type: 'single_line_text_field', entity_type: 'vendor', key: 'twin', name: 'Twin' }
  await server.post('/attributes', attribute)
  for (const value of ['T-100', 't 100'])
    await server.post('/vendors', { attributes: { name: 'T', twin: value } })
  const search = { type: 'vendor', by: ['sku_like'], attributes: { sku_like: 'twin' } }
  await server.endedJob((await server.post('/duplicates', search)).body.data.id)
  ids['duplicates'] = (await server.get('/duplicates?type=vendor')).body.data[0].id
  const encoded = encode({ type: 'product', dry_run: 'true', file: 'name\nx\n' })
  ids['files'] = await storePicture()
  ids['webhooks'] = (await server.post('/webhooks', bases['/webhooks'])).body.data.id
  ids['automations'] = (await server.post('/automations', automation)).body.data.id
  ids['linked'] = await linkLibrary()
  ids['feeds'] = await makeFeed()
  ids['asset-matches'] = await makeMatch(ids['files'])
  ids['jobs'] = (await server.post('/imports', await encoded.bytes(), headersOf(encoded))).body.data.id
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(libraryFolder, { recursive: true, force: true })
})

async function storePicture(): Promise<string> {
  const picture = encode({ file: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' })
  const { body } = await server.post('/files', await picture.bytes(), headersOf(picture))
  return body.data.hash
}

async function linkLibrary(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-library-')))
  libraryFolder = path
  await writeFile(join(path, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  const body = { name: 'Photos', path }
  const { body: made } = await server.asOwner({ method: 'POST', path: '/app/v1/asset-libraries', body })
  return made.data.id
}

async function makeFeed(): Promise<string> {
  const make = async (path: string, body: object): Promise<string> =>
    (await server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })).body.data.id
  const profile = await make('/import-profiles', { name: 'List', entity_type: 'product' })
  const connection = await make('/connections', {
    name: 'Drop',
    kind: 'folder',
    settings: { path: libraryFolder },
  })
  return make('/feeds', { name: 'List', direction: 'import', connection, profile, file: '*.csv' })
}

async function makeMatch(hash: string): Promise<string> {
  const files = [{ hash, name: 'a.svg' }]
  const rules = [{ by: 'key', attribute: 'name' }]
  const { body } = await server.post('/asset-matches', { files, rules, attribute: 'by_image' })
  await server.endedJob(body.data.id)
  return body.data.id
}

async function makeSource(): Promise<string> {
  const { body } = await server.post('/sources', { text: 'Oak is hard.' })
  return (await server.endedJob(body.data.id)).result.source_id
}

test('every place and issue code that the document shows for an operation is answered there [DOC-04]', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const placed of operationsOf(document)) {
    for (const { place, code } of pairsOf(placed)) {
      tried++
      const { status, faults } = await send(placed, place, code)
      if (status === 400 && faults.some((fault) => isAt(place, fault.field) && fault.issue === code)) continue
      const what = faults.map(({ field, issue }) => `${field} ${issue}`).join()
      wrong.push(`${placed.operation.operationId}: ${place} ${code}: ${status} ${what}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(400)
}, 120_000)

test('the example of a refusal shows one of these pairs [DOC-04]', () => {
  for (const placed of operationsOf(document)) {
    const pairs = pairsOf(placed)
    const unknown = { place: 'colour', code: 'This query parameter is not known here.' }
    for (const { field, issue } of examplesOf(placed))
      expect(pairs.length === 0 ? [unknown] : pairs).toContainEqual({ place: field, code: issue })
  }
})

function examplesOf({ operation }: DocumentRoute): readonly Values[] {
  const { content } = operation.responses['400'] as {
    content: Record<string, { examples: Record<string, { value: { error: { field_errors: Values[] } } }> }>
  }
  return content['application/json']?.examples['validation_failed']?.value.error.field_errors ?? []
}

async function send({ method, path }: DocumentRoute, field: string, code: IssueCode) {
  const { query = {}, body, form, headers = {}, key = 'number' } = probe(method, path, field, code)
  const filled = path
    .replace('{key}', key)
    .replace('{path}', 'a.svg')
    .replace(/\{\w+\}/, ids[path.split('/')[1] ?? ''] ?? noSuch)
  const encoded = form && encode(form)
  // A request that is not refused may answer with a stream, so nothing waits for the end of a successful
  // answer.
  const answer = await fetch(
    `${server.server.origin}${apiRoot}${filled}?${new URLSearchParams(query).toString()}`,
    {
      method,
      headers: {
        authorization: `Bearer ${server.key}`,
        ...headers,
        ...(encoded && headersOf(encoded)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(encoded && { body: await encoded.bytes() }),
    },
  )
  if (!answer.ok) return { status: answer.status, faults: await faultsOf(answer) }
  await answer.body?.cancel()
  return { status: answer.status, faults: [] }
}

async function faultsOf(answer: Response): Promise<{ field: string; issue: string }[]> {
  const { error } = (await answer.json()) as { error: { field_errors: { field: string; issue: string }[] } }
  return error.field_errors
}

interface Probe {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Values
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

function probe(method: string, path: string, field: string, code: IssueCode): Probe {
  const name = `${field} ${code}`
  const [root = ''] = field.split(/[.[]/)
  if (/^(If|Last)-/.test(field))
    return {
      headers: { [field]: code === 'invalid_value' ? '999999999' : 'x' },
      ...(method === 'PATCH' && { body: {} }),
    }
  if (path === '/quality/clusters') return { query: refusedSimilarValues(field, code) }
  if (path === '/quality/clusters/merge') return { body: refusedMerge(field, code) }
  if (path === '/asset-matches') return { body: refusedMatch(field, code) }
  if (path.endsWith('/apply')) return { body: refusedApplication(field, code) }
  if (path === '/imports' || path === '/files') return { form: formOf(path, root, code) }
  if (path.startsWith('/attributes') && method !== 'GET') return definitionOf(method, root, name)
  if (method === 'GET') {
    if (path === '/quality/findings' && root === 'filter') return { query: { filter: 'filter[nope]=1' } }
    if (root === 'filter') return { query: toFilterQuery(refusedFilters[name] ?? {}) }
    const attribute = path.endsWith('/references') ? { attribute: 'one' } : {}
    const value = members[name]
    const typed = path === '/proposals' ? { type: 'product' } : {}
    const asked = { ...attribute, ...typed, [root]: typeof value === 'string' ? value : 'x' }
    return { query: code === 'required' ? {} : asked }
  }
  return { body: bodyOf(path, root, name, code) }
}

function bodyOf(path: string, root: string, name: string, code: IssueCode): Values {
  const selfId = ids[path.split('/')[1] ?? '']
  const base = {
    ...bases[path],
    ...(path === '/products/convert' && { ids: [ids['second']] }),
    ...(path.endsWith('/upsert') && { merge_key: 'name', attributes: { name: 'U' } }),
  }
  if (path === '/entities/merge' && root === 'values')
    return { ...mergeBase(), values: { [mergedKeys[code] ?? 'name']: mergedFrom(code) } }
  if (path === '/entities/merge') return { ...mergeBase(), [root]: mergeMembers(name) ?? 'x' }
  if (path.startsWith('/automations')) return { ...automation, name: 'New', ...refusedAutomations[name] }
  if (path === '/webhooks' && root === 'attributes') return { ...base, attributes: ['nope'] }
  const own =
    code === 'self_reference'
      ? selfId
      : name === 'entity_id invalid_value'
        ? ids['products']
        : (members[name] ?? 'x')
  if (path === '/duplicates' && root === 'attributes')
    return { ...base, attributes: { gtin: code === 'invalid_value' ? 'several' : 'nope' } }
  if (path === '/quality/fix' && root === 'filter') return { ...base, filter: 'filter[nope]=1' }
  if (path === '/quality/fix' && root === 'attribute') return { ...base, attribute: fixed[code] ?? 'x' }
  if (root === 'filter') return { ...base, filter: refusedFilters[name] ?? refusedTrees[name] }
  if (path === '/exports' && ['recipe', 'pattern'].includes(root)) return { channel: 'nope', [root]: own }
  if (path === '/exports' && root === 'fields')
    return { ...base, fields: code === 'expected_values' ? [] : [members[name] ?? 'x'] }
  if (name === 'type required') return { ...base, type: undefined }
  if (path === '/proposals/decide' && root !== 'decisions')
    return { type: 'product', action: 'accept', where: {}, [root]: code === 'required' ? undefined : own }
  if (path === '/products/convert' && root !== 'to') return { ...base, ...conversions()[name] }
  if (name.startsWith('attributes.')) return { ...base, attributes: { name: 'U', ...values[code] } }
  if (name.startsWith('set.')) return { ...base, set: values[code] }
  if (/^(clear|append|replace)/.test(root)) return { ...base, set: undefined, [root]: own }
  return { ...base, ...(root === 'url' && { text: undefined }), [root]: own }
}

const automation = {
  name: 'Manual',
  entity_type: 'product',
  trigger: { on: 'manual' },
  actions: [{ clear: ['number'] }],
}

const refusedAutomations: Readonly<Record<string, Values>> = {
  'entity_type invalid_value': { entity_type: 'x' },
  'trigger.on invalid_value': { trigger: { on: 'x' } },
  'trigger.attributes[<n>] not_a_defined_attribute': { trigger: { on: 'change', attributes: ['nope'] } },
  'trigger.cron invalid_value': { trigger: { on: 'schedule', cron: 'x', time_zone: 'UTC' } },
  'trigger.time_zone invalid_value': { trigger: { on: 'schedule', cron: '0 6 * * *', time_zone: 'x' } },
  'trigger.feed invalid_value': { trigger: { on: 'feed', feed: 'x' } },
  'actions expected_values': { actions: [] },
  'actions too_many_values': { actions: many(21, { clear: ['number'] }) },
  'actions[<n>] invalid_value': { actions: [{ nope: true }] },
  'actions[<n>].set.<key> not_a_defined_attribute': { actions: [{ set: { nope: 1 } }] },
  'unbounded invalid_value': { unbounded: true },
}

function conversions(): Readonly<Record<string, Values>> {
  const to = 'variants_of'
  const refusedValues = Object.entries(values).map(([code, attributes]) => [
    `parent.attributes.<key> ${code}`,
    { parent: { attributes: { name: 'U', ...attributes } } },
  ])
  return {
    'ids expected_values': { ids: [] },
    'ids too_many_values': { ids: many(2049, noSuch) },
    'ids[<n>] expected_uuid': { ids: ['x'] },
    'ids[<n>] referenced_entity_not_found': { ids: [noSuch] },
    'ids[<n>] self_reference': { to, parent: ids['second'] },
    'parent required': { to, parent: null },
    'parent expected_uuid_or_null': { parent: 'x' },
    'parent referenced_entity_not_found': { parent: noSuch },
    'move_shared invalid_value': { parent: ids['products'], move_shared: true },
    ...Object.fromEntries(refusedValues),
  }
}

function mergeBase(): Values {
  return { type: 'product', keep: ids['products'], merge: [ids['second']] }
}

const mergedKeys: Readonly<Record<string, string>> = {
  not_a_defined_attribute: 'nope',
  read_only_attribute: 'total',
  required: 'need',
}

const mergedFrom = (code: string) => (code === 'invalid_value' ? ids['vendors'] : ids['second'])

function mergeMembers(name: string): unknown {
  const given: Readonly<Record<string, unknown>> = {
    'keep referenced_entity_not_found': noSuch,
    'merge expected_values': [],
    'merge too_many_values': many(1001, noSuch),
    'merge[<n>] expected_uuid': ['x'],
    'merge[<n>] referenced_entity_not_found': [noSuch],
    'merge[<n>] self_reference': [ids['products']],
  }
  return given[name]
}

const fixed: Partial<Record<IssueCode, string>> = {
  not_a_text_attribute: 'number',
  read_only_attribute: 'total',
}

const hasName = {
  name: 'Has name',
  entity_type: 'product',
  check: { kind: 'required', attributes: ['name'] },
}

const bases: Readonly<Record<string, Values>> = {
  '/quality/rules': hasName,
  '/quality/findings/accept': {
    type: 'product',
    rule: 'has_name',
    entity_id: noSuch,
    attribute: 'name',
    reason: 'Right.',
  },
  '/duplicates': { type: 'product', filter: '' },
  '/quality/checks': { type: 'product' },
  '/quality/fix': { type: 'product', attribute: 'name', fix: 'trim' },
  '/bulk-edits': { type: 'product', filter: {}, set: { number: 1 } },
  '/edits': { type: 'product', edits: [] },
  '/exports': { type: 'product' },
  '/generations': { type: 'product', attributes: ['number'], filter: '' },
  '/generations/estimate': { type: 'product', attributes: ['number'], filter: '' },
  '/notes': { type: 'product', entity_id: noSuch, text: 'Look.' },
  '/comments': { type: 'product', entity_id: noSuch, text: 'Look.' },
  '/aliases': { entity_type: 'product', entity_id: noSuch, text: 'Look.' },
  '/products/{id}/variants': { axes: [{ attribute: 'serial', values: ['A'] }], accept: 'all' },
  '/products/{id}/variants/plan': { axes: [{ attribute: 'serial', values: ['A'] }] },
  '/products/convert': { to: 'variants_of' },
  '/proposals': { type: 'product', proposals: [] },
  '/proposals/decide': { type: 'product' },
  '/sources': { text: 'Oak is hard.' },
  '/webhooks': { url: 'https://shop.example/hook' },
}

function definitionOf(method: string, root: string, name: string): Probe {
  const given = definitions[name] ?? { [root]: members[name] ?? 'x' }
  const whole = { name: 'New', entity_type: 'product', data_type: 'number' }
  if (method === 'POST') {
    const body = /^(name|entity_type|data_type) required$/.test(name)
      ? { ...whole, [root]: undefined }
      : { ...whole, ...given }
    return { body }
  }
  const { data_type: type, ...changes } = given
  const key = attributeOfType[String(type)] ?? 'number'
  if (root === 'type')
    return { key, query: name === 'type required' ? {} : { type: 'x' }, body: { name: 'N' } }
  const body = root === 'data_type' ? given : changes
  return {
    key,
    query: { type: 'product' },
    body,
  }
}

function formOf(path: string, root: string, code: IssueCode): Record<string, string> {
  const whole: Record<string, string> =
    path === '/files' ? { file: 'no picture' } : { type: 'product', file: 'name\nx\n' }
  if (code === 'required') return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== root))
  if (path === '/files') return whole
  const { file = '', ...fields } = whole
  const value = code === 'not_a_text_attribute' ? 'flag' : 'x'
  return { ...fields, [root]: value, file }
}

function encode(fields: Readonly<Record<string, string>>): Response {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'file') form.append(name, new Blob([value]), 'example')
    else form.append(name, value)
  }
  return new Response(form)
}

function headersOf(encoded: Response): Record<string, string> {
  return { 'content-type': encoded.headers.get('content-type') ?? '' }
}
