import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFakeProvider } from '../providers/testing/fake-provider.ts'
import { callTool, sendMcp, type ToolAnswer } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { tools } from './tools/all-tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    attributes: [
      {
        name: 'SKU',
        key: 'sku',
        entity_type: 'product',
        data_type: 'single_line_text_field',
        is_primary: true,
      },
      { name: 'Price', key: 'price', entity_type: 'product', data_type: 'number' },
      {
        name: 'Category',
        key: 'category',
        entity_type: 'product',
        data_type: 'entity_reference',
        reference: { type: 'category' },
      },
      { name: 'Total', key: 'total', entity_type: 'product', data_type: 'formula', formula: '{{price}} * 2' },
      { name: 'Photo', key: 'photo', entity_type: 'product', data_type: 'image' },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (name: string, args?: object): Promise<ToolAnswer> => callTool(server, name, args)

interface Schemas {
  readonly inputSchema: object
  readonly outputSchema: object
}

const envelope = (version: string) => {
  if (version !== '2026-07-28') return {}
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }
}
const asking = (method: string, version: string) => ({
  'mcp-protocol-version': version,
  'mcp-method': method,
})

async function makeFeed(): Promise<string> {
  const folder = join(server.dataDir, '..', `vitrine-feed-${server.workspace.id}`)
  await mkdir(folder)
  onTestFinished(() => rm(folder, { recursive: true }))
  const make = async (path: string, body: object): Promise<string> =>
    (await server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })).body.data.id
  await make('/import-profiles', { name: 'List', entity_type: 'product' })
  await make('/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
  return make('/feeds', {
    name: 'Drop',
    direction: 'import',
    connection: 'Drop',
    profile: 'List',
    file: '*.csv',
  })
}

async function ok(name: string, args?: object) {
  const { isError, body, text } = await call(name, args)
  if (isError) throw new Error(`${name}: ${text}`)
  expect(JSON.parse(text)).toEqual(body)
  return body
}

test('the tools are those of the decisions, and their hints say what they do [MCP-04]', async () => {
  const { body } = await sendMcp(server, { method: 'tools/list' })
  const listed = body.result.tools as {
    name: string
    annotations: { readOnlyHint?: boolean; destructiveHint?: boolean }
  }[]

  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    [
      'describe_schema list_attributes create_attribute update_attribute list_entities get_entity create_entity',
      'update_entity upsert_entity batch_entities bulk_edit list_references list_variants create_variants convert_products',
      'get_completeness list_channels',
      'list_automations run_automation list_feeds run_feed list_events list_jobs get_job cancel_job undo_edit create_source import_file list_views create_view update_view list_attribute_classes',
      'create_attribute_class update_attribute_class estimate_generation start_generation next_generation_work',
      'list_proposals propose_values decide_proposals start_export read_export list_notes create_note update_note',
      'get_quality list_findings accept_finding check_quality fix_values merge_entities cluster_values merge_values',
      'find_duplicates list_duplicates decide_duplicate match_assets list_asset_problems',
      'describe_tool upload_file read_source list_saved_actions',
    ]
      .join(' ')
      .split(' ')
      .toSorted(),
  )
  for (const { name, annotations } of listed)
    expect([name, annotations.readOnlyHint ?? false]).toEqual([
      name,
      /^(list|get|read|describe|estimate|next|cluster)_/.test(name),
    ])
  for (const { name, annotations } of listed)
    expect([name, typeof annotations.destructiveHint]).toEqual([
      name,
      annotations.readOnlyHint ? 'undefined' : 'boolean',
    ])
  const destructive = listed.filter(({ annotations }) => annotations.destructiveHint)
  for (const name of ['create_entity', 'create_note', 'start_export', 'propose_values'])
    expect(destructive.map((tool) => tool.name)).not.toContain(name)
})

test('the list of tools is short: agents pay for it in every session [MCP-13]', async () => {
  for (const version of ['2025-11-25', '2026-07-28']) {
    const { body } = await sendMcp(
      server,
      { method: 'tools/list', params: envelope(version) },
      asking('tools/list', version),
    )
    expect(body.result.tools).toHaveLength(tools.length)
    const listed = JSON.stringify(body.result)
    expect(listed.length).toBeLessThanOrEqual(30_000)
    expect(listed).not.toContain('"additionalProperties"')
  }
  const { body } = await sendMcp(server, {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  expect(body.result.instructions.length).toBeLessThanOrEqual(3000)
})

test('a result comes once where the client reads structured content, and a refusal in both forms [MCP-04]', async () => {
  const callAs = async (version: string, args: object) => {
    const params = { name: 'list_channels', arguments: args, ...envelope(version) }
    const headers = { ...asking('tools/call', version), 'mcp-name': 'list_channels' }
    return (await sendMcp(server, { method: 'tools/call', params }, headers)).body.result
  }
  const text = await sendMcp(
    server,
    { method: 'tools/call', params: { name: 'list_channels', arguments: {} } },
    { 'mcp-protocol-version': '2025-03-26' },
  )
  const both = text.body.result
  expect((await callAs('2025-11-25', {})).content).toEqual([])
  const once = await callAs('2026-07-28', {})
  const refused = await callAs('2026-07-28', { limit: 0 })

  expect(JSON.parse(both.content[0].text)).toEqual(both.structuredContent)
  expect(once.content).toEqual([])
  expect(once.structuredContent).toEqual(both.structuredContent)
  expect(JSON.parse(refused.content[0].text)).toEqual(refused.structuredContent)
  expect(refused.structuredContent.error.field_errors[0].field).toBe('limit')
})

test('views take conditions and order as lists do, and faults are named as they were sent [MCP-14]', async () => {
  const type = 'product'
  const filter = { price: { gt: 1, lt: 500 }, sku: 'CH-1' }
  const made = await ok('create_view', {
    name: 'One shape',
    entity_type: type,
    filter,
    sort: ['-price', 'sku'],
  })
  expect(made.data).toMatchObject({
    filters: [
      { attribute: 'price', operator: 'gt', value: 1 },
      { attribute: 'price', operator: 'lt', value: 500 },
      { attribute: 'sku', operator: 'eq', value: 'CH-1' },
    ],
    sorting: [
      { key: 'price', direction: 'desc' },
      { key: 'sku', direction: 'asc' },
    ],
  })
  const { id, filters, sorting } = made.data
  expect((await ok('update_view', { id, filters, sorting })).data).toEqual(made.data)
  const { body } = await call('update_view', {
    id,
    filter: { sku: 'x', price: { contains: 'x' } },
    sort: ['nope'],
  })
  expect(body.error.field_errors.map(({ field }: { field: string }) => field)).toEqual([
    'sort',
    'filter.price.contains',
  ])
  expect((await call('update_view', { id, filter: {}, filters })).body.error.field_errors).toMatchObject([
    { field: 'filters' },
  ])
})

test('every tool is called, and every answer is as its output schema says [MCP-04] [MCP-06]', async () => {
  const { body } = await sendMcp(server, { method: 'tools/list' })
  const listed = new Map<string, Schemas>(
    body.result.tools.map((tool: { name: string }) => [tool.name, tool]),
  )
  const ajv = new Ajv({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const called = new Set<string>()
  const run = async (name: string, args: object = {}) => {
    const answer = await ok(name, args)
    const uri = `vitrine://tools/${name}`
    const read = await sendMcp(server, { method: 'resources/read', params: { uri } })
    const whole: Schemas = JSON.parse(read.body.result.contents[0].text)
    for (const { inputSchema, outputSchema } of [whole, listed.get(name) as Schemas]) {
      expect([name, ajv.validate(inputSchema, args), ajv.errors]).toEqual([name, true, null])
      expect([name, ajv.validate(outputSchema, answer), ajv.errors]).toEqual([name, true, null])
    }
    called.add(name)
    return answer
  }

  const category = await run('create_entity', { type: 'category' })
  const chair = await run('create_entity', { type: 'product', attributes: { sku: 'CH-1', price: 10 } })
  const { id } = chair.data
  const type = 'product'
  await run('update_entity', { type, id, attributes: { category: category.data.id } })
  await run('upsert_entity', { type, merge_key: 'sku', attributes: { sku: 'CH-1', price: 12 } })
  await run('batch_entities', {
    type,
    items: [
      { id, attributes: { price: 13 } },
      { parent_id: id, attributes: { sku: 'CH-1-red' } },
    ],
  })
  const bulk = { type, filter: { sku: 'CH-1' }, set: { price: { formula: '{{price}} + 1' } }, dry_run: true }
  await run('bulk_edit', bulk)
  const saved = { name: 'Raise', entity_type: type, set: { price: { percent: 4 } } }
  await server.asOwner({ method: 'POST', path: '/app/v1/saved-actions', body: saved })
  await run('bulk_edit', { type, filter: {}, saved_action: 'Raise', dry_run: true })
  await run('get_entity', { type, id, fields: ['price', 'total'] })
  await run('list_entities', { type, filter: { total: { gte: 26 } }, sort: ['-price'], limit: 1 })
  await run('list_variants', { id })
  const axes = [{ attribute: 'sku', values: ['CH-1-red'] }]
  const planned = await run('create_variants', { id, axes, dry_run: true })
  expect((await run('create_variants', { id, axes })).data.summary).toMatchObject({ exists: 1 })
  await run('convert_products', { ids: [planned.data.rows[0].id], to: 'products' })
  await run('list_references', { type, id, attribute: 'category' })
  await run('describe_schema')
  await run('list_attributes', { type })
  await run('create_attribute', {
    name: 'Colour',
    entity_type: type,
    data_type: 'single_select_list',
    acceptable_values: 'Red, Blue',
  })
  await run('update_attribute', { key: 'colour', type, add_acceptable_values: ['Green'] })
  await run('list_channels', { enabled: 'all', with_fields: true })
  await run('get_completeness', { id })
  const view = await run('create_view', {
    name: 'Dear',
    entity_type: type,
    filter: { price: { gt: 12 } },
  })
  await run('update_view', { id: view.data.id, name: 'Dearest' })
  await run('list_views', { type })
  const made = await run('create_attribute_class', {
    name: 'Chairs',
    entity_type: type,
    category_ids: [category.data.id],
    attributes: [{ key: 'colour', requirement: 'required' }],
  })
  await run('update_attribute_class', { id: made.data.id, name: 'Seats' })
  const classes = await run('list_attribute_classes', { product_id: id })
  expect(classes.effective.missing).toEqual([{ key: 'colour', requirement: 'required' }])
  const source = await run('create_source', { text: 'Oak chair', name: 'About' })
  await run('read_source', { id: source.data.result.source_id ?? source.data.result.id, length: 4 })
  await run('describe_tool', { name: 'describe_tool' })
  await run('list_saved_actions', { type })
  await run('upload_file', {
    content_base64: btoa('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
  })
  const sheet = { name: 'list.csv', content: 'sku\nIMPORTED-1\n' }
  await run('import_file', { type: 'product', file: sheet, dry_run: true })
  const written = await run('start_export', { type: 'product', fields: ['sku'] })
  await server.endedJob(written.data.id)
  await run('read_export', { id: written.data.id, length: 4 })
  const rules = [{ by: 'key', attribute: 'sku' }]
  const matched = await run('match_assets', {
    files: [await storePicture()],
    rules,
    attribute: 'photo',
    apply: true,
  })
  expect(matched.data).toMatchObject({ status: 'completed', counts: { unmatched: 1 }, edit_id: null })
  const note = await run('create_note', { type, entity_id: id, attribute: 'price', text: 'Ask.' })
  await run('update_note', { id: note.data.id, status: 'done' })
  await run('list_notes', { type, status: 'done' })
  const lacks = { name: 'Priced', entity_type: type, check: { kind: 'required', attributes: ['price'] } }
  await server.post('/quality/rules', lacks)
  await run('get_quality', { id })
  const unpriced = await run('create_entity', { type, attributes: { sku: 'NO-PRICE' } })
  const [finding] = (await run('list_findings', { type, rule: 'priced', filter: { sku: 'NO-PRICE' } })).data
  const right = { type, rule: 'priced', entity_id: finding.entity.id, attribute: 'price', reason: 'A gift.' }
  await run('accept_finding', right)
  const problems = await run('list_asset_problems', { type, limit: 1 })
  expect(problems.data.every((one: { rule: string }) => one.rule !== 'priced')).toBe(true)
  expect((await run('list_asset_problems', { rule: 'asset_too_small' })).pagination.total).toBe(0)
  await run('fix_values', { type, attribute: 'sku', fix: 'trim', dry_run: true })
  await run('check_quality', { type })
  const own = { name: 'Own', entity_type: type, trigger: { on: 'manual' }, actions: [{ comment: 'Look.' }] }
  await server.post('/automations', { ...own, is_on: true })
  expect((await run('list_automations', {})).data[0].name).toBe('Own')
  await run('run_automation', { automation: 'Own', preview: true })
  await run('run_automation', { automation: 'Own' })
  await run('list_feeds', {})
  const feedId = await makeFeed()
  expect((await run('run_feed', { feed: 'Drop', dry_run: true })).data).toMatchObject({
    metadata: { feed_id: feedId },
  })
  const skus = { type, attribute: 'sku', filter: { sku: { starts_with: 'NO' } } }
  await run('cluster_values', { ...skus, method: 'fingerprint' })
  const groups = [{ values: ['NO-PRICE'], to: 'NO PRICE' }]
  await run('merge_values', { type, attribute: 'sku', groups, dry_run: true })
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge: true } })
  const duplicate = await run('create_entity', { type, attributes: { sku: 'NOPRICE' } })
  const search = await run('find_duplicates', {
    type,
    by: ['sku_like'],
    filter: { sku: { starts_with: 'NO' } },
  })
  await server.endedJob(search.data.id)
  const [group] = (await run('list_duplicates', { type, min_score: 1 })).data
  await run('decide_duplicate', { id: group.id, status: 'dismissed' })
  await run('merge_entities', { type, keep: id, merge: [unpriced.data.id, duplicate.data.id] })
  await run('get_job', { id: source.data.job_id })
  await run('cancel_job', { id: source.data.job_id })
  const raised = await run('bulk_edit', { type, filter: { price: { gt: 0 } }, set: { price: { add: 1 } } })
  await server.endedJob(raised.data.id)
  await run('undo_edit', { id: raised.data.id })
  await run('list_jobs')
  // The provider's answers are unusable, so the work is left for the agent.
  await using provider = await startFakeProvider({ answer: () => 'No value here.' })
  await letGenerate(provider.baseUrl('openai_compatible'))
  const about = { type, attributes: ['blurb'] }
  expect((await run('estimate_generation', { ...about, filter: {} })).data.to_generate).toBeGreaterThan(0)
  const begun = await run('start_generation', { ...about, filter: {} })
  await server.endedJob(begun.data.id)
  const [work] = (await run('next_generation_work', { ...about, limit: 1 })).data
  const value = { id: work.id, attribute: 'blurb', value: 'Lasts.' }
  await run('propose_values', { type, proposals: [value] })
  const [proposal] = (await run('list_proposals', { type })).data
  await run('decide_proposals', { type, decisions: [{ id: proposal.id, action: 'reject' }] })
  const events = await run('list_events', { via: 'mcp', type })

  expect(events.data.every((event: { via: string }) => event.via === 'mcp')).toBe(true)
  expect(events.data[0].actor).toMatchObject({ type: 'api_key', name: 'test' })
  expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

test('faults are those of the API, named as in the arguments and told together [MCP-03]', async () => {
  const faults = async (name: string, args: object) => {
    const { isError, body } = await call(name, args)
    expect([isError, body.error.code, body.error.is_retriable]).toEqual([true, 'validation_failed', false])
    return body.error.field_errors as { field: string; issue: string }[]
  }

  expect(
    await faults('create_entity', {
      type: 'product',
      parent_id: 'x',
      attributes: { price: 'abc', nope: 1 },
      extra: 1,
    }),
  ).toEqual([
    {
      field: 'extra',
      issue: 'This field is not known here.',
      message: expect.stringContaining('{"attributes": {"extra": …}}') as string,
    },
    { field: 'attributes.price', issue: 'expected_number' },
    { field: 'attributes.nope', issue: 'not_a_defined_attribute' },
    { field: 'attributes.sku', issue: 'required' },
    { field: 'parent_id', issue: 'expected_uuid_or_null' },
  ])
  expect(
    await faults('list_entities', {
      type: 'product',
      limit: 500,
      sort: 'category',
      filter: { price: { contains: 'x' } },
    }),
  ).toMatchObject([
    { field: 'limit', issue: 'out_of_range' },
    { field: 'filter.price.contains', issue: 'operator_not_supported_for_type' },
    { field: 'sort', issue: 'not_sortable' },
  ])
  expect(await faults('create_entity', { type: 'source', attributes: {} })).toMatchObject([
    { field: 'type', issue: 'invalid_value', acceptable_values: ['product', 'image', 'vendor', 'category'] },
  ])
  expect(await faults('get_entity', { type: 'product' })).toMatchObject([
    { field: 'id', issue: 'This field is required.' },
  ])
  expect((await call('get_job', { id: 'x' })).body.error.code).toBe('not_found')
})

test('every list is paged: the pages of a cursor are the list, each entry once [MCP-05]', async () => {
  await ok('batch_entities', {
    type: 'vendor',
    items: [{}, {}, {}, {}, {}],
  })
  const { body } = await call('list_entities', { type: 'vendor' })
  expect(body.pagination.limit).toBe(20)
  for (const [name, args] of [
    ['list_entities', { type: 'vendor' }],
    ['list_attributes', { type: 'product' }],
    ['list_channels', { enabled: 'all' }],
  ] as const) {
    const whole = await ok(name, args)
    const seen: { id: string }[] = []
    let cursor: string | undefined
    do {
      const page = await ok(name, { ...args, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.data)
      cursor = page.pagination.has_more ? page.pagination.next_cursor : undefined
    } while (cursor)
    expect([name, seen.map(({ id }) => id)]).toEqual([name, whole.data.map(({ id }: { id: string }) => id)])
    expect(seen.length).toBe(whole.pagination.total)
  }
  expect((await call('list_attributes', { cursor: 'x' })).body.error.field_errors).toMatchObject([
    { field: 'cursor', issue: 'invalid_value' },
  ])
})

test('describe_schema has attributes, operators, channels, counts and examples; what may not be read is named [MCP-07]', async () => {
  await server.asOwner({ method: 'POST', path: '/app/v1/channels/shopify/enable', body: {} })
  const { data } = await ok('describe_schema', { type: 'product', detail: 'full' })
  const reader = await server.issueKey(['read:attributes'])
  const bare = await callTool(
    server,
    'describe_schema',
    { type: 'product' },
    { authorization: `Bearer ${reader}` },
  )

  expect(data.channels).toMatchObject([{ key: 'shopify' }])
  expect(data.left_out).toEqual([])
  const [product] = data.types
  expect(product).toMatchObject({ type: 'product', primary_attribute: 'sku', count: 2 })
  expect(product.examples).toHaveLength(2)
  const total = product.attributes.find(({ key }: { key: string }) => key === 'total')
  expect(total).toMatchObject({
    data_type: 'formula',
    writable: false,
  })
  expect(data.operators).toContainEqual({
    data_types: ['number', 'formula'],
    operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'],
  })
  expect(bare.body.data.left_out).toEqual([
    { part: 'count and examples of products', scope: 'read:products' },
    { part: 'channels', scope: 'read:channels' },
    { part: 'constraints, instructions, examples: detail full' },
  ])
  expect(Object.keys(bare.body.data.types[0])).not.toContain('examples')
})

async function storePicture(): Promise<{ hash: string; name: string }> {
  const form = new FormData()
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>']), 'a.svg')
  const encoded = new Response(form)
  const { body } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
  return { hash: body.data.hash, name: 'a.svg' }
}

async function letGenerate(baseUrl: string): Promise<void> {
  const provider = { name: 'Local', kind: 'openai_compatible', base_url: baseUrl }
  const body = { ...provider, models: { text: 'm' } }
  await server.asOwner({ method: 'POST', path: '/app/v1/providers', body })
  await server.post('/attributes', {
    name: 'Blurb',
    key: 'blurb',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    ai_generated: true,
    custom_instructions: 'Praise {{sku}}.',
  })
}

test('a channel that is no text is a fault of the call, with and without a product [COMPLETE-03]', async () => {
  const { id } = (await ok('create_entity', { type: 'product', attributes: { sku: 'NO-TEXT' } })).data
  for (const channel of [5, null, ['shopify'], { key: 'shopify' }])
    for (const args of [{ channel }, { id, channel }]) {
      const { isError, body } = await call('get_completeness', args)
      expect([isError, body.error.code]).toEqual([true, 'validation_failed'])
      expect(body.error.field_errors).toMatchObject([{ field: 'channel' }])
    }
  const twice = await server.get(`/products/${id}/completeness?channel=a&channel=b`)
  expect(twice.status).toBe(400)
})
