import { afterAll, expect, test } from 'vitest'
import { startFakeProvider } from '../providers/testing/fake-provider.ts'
import { type As, roleServer } from '../testing/role-server.ts'
import { form } from '../testing/two-workspaces.ts'
import { startWebhookReceiver } from '../testing/webhook-receiver.ts'

const text = (name: string, more: object = {}) => ({
  data_type: 'single_line_text_field',
  name,
  entity_type: 'product',
  ...more,
})
const closed = { readable_by: ['manager'] }
const generated = { ai_generated: true, selected_tools: ['includeProductAttributes'] }
const server = await roleServer({
  attributes: [
    text('Sku', { is_primary: true }),
    { ...text('Cost', closed), data_type: 'number' },
    text('Source', closed),
    text('Secret', { readable_by: ['owner'] }),
    { ...text('Price'), data_type: 'number' },
    text('Colour'),
    text('Claim', { ...generated, custom_instructions: 'One claim about {{colour}}.' }),
    text('Pitch', { ...generated, custom_instructions: 'Why {{source}} sells it.' }),
    { ...text('Name'), entity_type: 'vendor', is_primary: true },
    { ...text('Vendor'), data_type: 'entity_reference', reference: { type: 'vendor' } },
    {
      ...text('Supplier', { readable_by: ['owner'] }),
      data_type: 'entity_reference',
      reference: { type: 'vendor' },
    },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
const [owner, manager, editor, contributor] = [
  server.as('owner'),
  server.as('manager'),
  server.as('editor'),
  server.as('contributor'),
]

const secrets = /471[12]\.25|Secretfirm/
const hidden = { cost: 4711.25, source: 'Secretfirm', secret: 'Topsecret' }

async function made(as: As, path: string, body: object): Promise<{ readonly id: string }> {
  const { status, body: answer, text: whole } = await as('POST', path, body)
  expect([path, Math.floor(status / 100), whole]).toEqual([path, 2, expect.anything()])
  return answer.data
}
const product = async (sku: string, more: object = {}) =>
  (await made(owner, '/api/v1/products', { attributes: { sku, colour: 'red', ...hidden, ...more } })).id
const valuesOf = async (id: string, as: As = owner) =>
  (await as('GET', `/api/v1/products/${id}`)).body.data.attributes

const importAs = async (as: As, settings: Readonly<Record<string, string>>, file: string) => {
  const started = await as('POST', '/api/v1/imports', ...form({ type: 'product', ...settings }, file))
  expect([started.status, started.text]).toEqual([202, expect.anything()])
  return { id: started.body.data.id, job: await server.endedJob(started.body.data.id) }
}

test('an import writes and compares what its role may read, and keeps the rest [ROLE-17]', async () => {
  const id = await product('I-1')
  const file = 'sku,colour,cost\nI-1,blue,4712.25\n'
  const settings = { merge_key: 'sku' }
  const { id: dry } = await importAs(editor, { ...settings, dry_run: 'true' }, file)
  const differences = await editor('GET', `/api/v1/jobs/${dry}/differences`)
  expect(differences.text).toContain('blue')
  expect(differences.text).not.toMatch(/4711\.25|Secretfirm/)
  const { job } = await importAs(editor, settings, file)
  expect(job.result).toMatchObject({ updated: 1 })
  expect(await valuesOf(id)).toMatchObject({ ...hidden, colour: 'blue' })
  const keyed = await editor(
    'POST',
    '/api/v1/imports',
    ...form({ type: 'product', merge_key: 'cost' }, 'cost,colour\n4711,pink\n'),
  )
  const absent = await editor(
    'POST',
    '/api/v1/imports',
    ...form({ type: 'product', merge_key: 'xxxx' }, 'xxxx,colour\n4711,pink\n'),
  )
  expect([keyed.status, keyed.text.replaceAll('cost', 'xxxx').replace(/"request_id":"[^"]*"/, '')]).toEqual([
    absent.status,
    absent.text.replace(/"request_id":"[^"]*"/, ''),
  ])
})

test('an automation sees what the role of its maker may read; one on more is not there [ROLE-17]', async () => {
  const id = await product('A-1')
  const body = { entity_type: 'product', trigger: { on: 'manual' }, is_on: true }
  const act = { actions: [{ set: { colour: 'teal' } }] }
  const theirs = await made(manager, '/api/v1/automations', {
    ...body,
    ...act,
    name: 'Dear',
    filter: 'filter[cost][gt]=4000',
  })
  expect((await editor('GET', '/api/v1/automations')).body.data).toEqual([])
  for (const path of ['', '/run'])
    expect(
      (await editor(path === '' ? 'GET' : 'POST', `/api/v1/automations/${theirs.id}${path}`)).status,
    ).toBe(404)
  const named = await editor('POST', '/api/v1/automations', {
    ...body,
    ...act,
    name: 'Spy',
    filter: 'filter[cost][gt]=4000',
  })
  expect([named.status, named.text]).toEqual([400, expect.stringContaining('not_a_defined_attribute')])
  const own = await made(editor, '/api/v1/automations', {
    ...body,
    ...act,
    name: 'Own',
    filter: 'filter[sku]=A-1',
  })
  const run = await made(editor, `/api/v1/automations/${own.id}/run`, {})
  expect((await server.endedJob(run.id)).status).toBe('completed')
  expect(await valuesOf(id)).toMatchObject({ ...hidden, colour: 'teal' })
})

test('a merge and a fix answer without hidden values, and take them along [ROLE-17]', async () => {
  const vendors = [
    await made(manager, '/api/v1/vendors', { attributes: { name: 'Oak' } }),
    await made(manager, '/api/v1/vendors', { attributes: { name: 'Oak Ltd' } }),
  ] as const
  const id = await product('M-1', { supplier: vendors[1].id })
  const body = { type: 'vendor', keep: vendors[0].id, merge: [vendors[1].id] }
  const tried = await manager('POST', '/app/v1/entities/merge', { ...body, dry_run: true })
  expect(tried.body.data.moved).toMatchObject({ references: 0 })
  const merged = await manager('POST', '/app/v1/entities/merge', body)
  expect([merged.status, merged.body.data.moved.references]).toEqual([200, 0])
  expect((await valuesOf(id)).supplier).toMatchObject({ id: vendors[0].id })
  const [keep, other] = [await product('M-2', { secret: null }), await product('M-3')]
  const answer = await manager('POST', '/app/v1/entities/merge', { type: 'product', keep, merge: [other] })
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('Topsecret')])
  const fix = (attribute: string) =>
    editor('POST', '/api/v1/quality/fix', { type: 'product', attribute, fix: 'case', dry_run: true })
  expect((await fix('colour')).status).toBe(200)
  expect((await fix('source')).body.error.field_errors).toMatchObject([{ issue: 'not_a_defined_attribute' }])
})

test('a finding on a hidden value cannot be accepted by those who may not read it [ROLE-17]', async () => {
  const id = await product('F-1')
  const rule = { entity_type: 'product', severity: 'error', weight: 1, applies_to: '', enabled: true }
  const filters: Readonly<Record<string, string>> = {
    cost: 'filter[cost][lt]=1',
    colour: 'filter[colour]=mauve',
  }
  for (const [key, filter] of Object.entries(filters))
    await made(manager, '/api/v1/quality/rules', {
      ...rule,
      name: `Rule of ${key}`,
      key: `rule_${key}`,
      check: { kind: 'filter', must_match: filter },
      message: `Not so good: {{${key}}}`,
    })
  const accept = (key: string, of: As) =>
    of('POST', '/api/v1/quality/findings/accept', {
      type: 'product',
      rule: `rule_${key}`,
      entity_id: id,
      reason: 'It is so',
    })
  const refused = await accept('cost', editor)
  expect([refused.status, refused.text]).toEqual([expect.any(Number), expect.not.stringMatching(secrets)])
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const accepted = await accept('colour', editor)
  expect([accepted.status, accepted.text]).toEqual([200, expect.not.stringMatching(secrets)])
  expect((await accept('cost', manager)).text).toMatch(secrets)
})

test('a run of prompts sends what its role may read [ROLE-17]', async () => {
  await using fake = await startFakeProvider({
    answer: () => ({ value: 'It lasts.', evidence: [], note: null }),
  })
  const provider = await made(server.as('administrator'), '/app/v1/providers', {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: fake.baseUrl('openai_compatible'),
    models: { text: 'small' },
  })
  await made(server.as('administrator'), `/app/v1/providers/${provider.id}/test`, {})
  const id = await product('G-1')
  const run = async (as: As, attributes: readonly string[]) => {
    fake.calls.length = 0
    const body = { type: 'product', filter: 'filter[sku]=G-1', attributes }
    const job = await server.endedJob((await made(as, '/api/v1/generations', body)).id)
    expect(job.status).toBe('completed')
    return JSON.stringify(fake.calls)
  }
  expect(await run(manager, ['pitch'])).toMatch(/Secretfirm/)
  const sent = await run(editor, ['claim'])
  expect(sent).toContain('red')
  expect(sent).not.toMatch(secrets)
  const named = await editor('POST', '/api/v1/generations', {
    type: 'product',
    filter: '',
    attributes: ['pitch'],
  })
  expect(named.body.error.field_errors).toMatchObject([{ issue: 'not_a_defined_attribute' }])
  const proposals = await contributor('GET', '/api/v1/proposals?type=product')
  expect(proposals.text).toContain('"claim"')
  expect(proposals.text).not.toContain('"pitch"')
  expect(await valuesOf(id, editor)).not.toHaveProperty('pitch')
})

test('a webhook delivers what the role of its maker may read at that moment [ROLE-17]', async () => {
  await using receiver = await startWebhookReceiver()
  // Only an administrator may name an address of the network of the server.
  const person = server.people.administrator
  await server.setRole(person, 'owner')
  const hook = { url: receiver.url, in_my_network: true, events: ['entity.updated'] }
  const subscribed = await server.as(person)('POST', '/api/v1/webhooks', hook)
  expect([subscribed.status, subscribed.text]).toEqual([201, expect.anything()])
  const id = await product('H-1')
  let before = 0
  const delivered = () => JSON.stringify(receiver.received.slice(before).map(({ body }) => body.data))
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { cost: 4712.25, colour: 'ochre' } })
  await expect.poll(delivered).toContain('ochre')
  expect(delivered()).toContain('4712.25')
  await server.setRole(person, 'editor')
  before = receiver.received.length
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { cost: 4711.25, colour: 'umber' } })
  await expect.poll(delivered).toContain('umber')
  expect(delivered()).not.toMatch(secrets)
})

test('worklists and notifications tell nobody of what their role may not read [ROLE-17]', async () => {
  const id = await product('W-1', { colour: 'plum' })
  const list = { entity_type: 'product', q: '', name: 'Dear', filter: 'filter[cost][gt]=4000' }
  const dear = await made(manager, '/app/v1/worklists', list)
  const found = await made(manager, '/app/v1/worklists', {
    ...list,
    name: 'Found',
    filter: '',
    q: 'Secretfirm',
  })
  const plain = await made(manager, '/app/v1/worklists', {
    ...list,
    name: 'Plum',
    filter: 'filter[colour]=plum',
  })
  const listed = async (as: As) => (await as('GET', '/app/v1/worklists')).body.data
  const progressOf = (lists: readonly { id: string; progress: object }[], one: { readonly id: string }) =>
    lists.find((each) => each.id === one.id)?.progress
  const [whole, shown] = [await listed(manager), await listed(editor)]
  expect(progressOf(whole, dear)).toMatchObject({ left: expect.any(Number) })
  expect(progressOf(shown, dear)).toBeUndefined()
  expect(progressOf(shown, found)).toEqual({ total: 0, left: 0 })
  expect(progressOf(shown, plain)).toEqual({ total: 1, left: 1 })
  expect((await editor('PATCH', `/app/v1/worklists/${dear.id}`, { name: 'Mine' })).status).toBe(404)

  const { name } = server.people.editor
  const say = (attribute: string | null) =>
    made(manager, '/api/v1/comments', {
      type: 'product',
      entity_id: id,
      attribute,
      text: `@${name} ${attribute === 'cost' ? 'Secretfirm asks 4711.25' : 'is it plum?'}`,
    })
  await say('cost')
  await say('colour')
  const notified = (await editor('GET', '/app/v1/notifications')).text
  expect(notified).toContain('is it plum?')
  expect(notified).not.toMatch(secrets)
})

test('a channel shows fields of hidden attributes as unmapped, in its preview, export and figures [ROLE-17]', async () => {
  const id = await product('C-1', { colour: 'violet' })
  await made(owner, '/app/v1/channels/woocommerce/enable', {})
  const mapping = { SKU: 'sku', Name: 'sku', Description: 'source', 'Regular price': 'cost', Tags: 'colour' }
  const mapped = await owner('PATCH', '/app/v1/channels/woocommerce', { mapping })
  expect([mapped.status, mapped.text]).toEqual([200, expect.stringContaining('source')])
  const paths = [
    '/api/v1/channels',
    '/api/v1/channels/woocommerce',
    '/api/v1/channels/woocommerce/completeness',
    `/app/v1/channels/woocommerce/preview?product=${id}`,
    `/api/v1/products/${id}/completeness`,
  ]
  const whole: string[] = []
  for (const path of paths) {
    const { status, text: answer } = await editor('GET', path)
    expect([path, status < 500, answer]).toEqual([path, true, expect.not.stringMatching(secrets)])
    expect(answer).not.toMatch(/"(source|cost)"/)
    const shown = await manager('GET', path)
    expect([path, shown.status]).toEqual([path, 200])
    whole.push(shown.text)
  }
  expect(whole.join('')).toMatch(/Secretfirm/)
  const file = async (as: As) => {
    const { id: job } = await made(as, '/api/v1/exports', { type: 'product', channel: 'woocommerce' })
    await server.endedJob(job)
    return (await as('GET', `/api/v1/exports/${job}/file`)).text
  }
  const [ofManager, ofEditor] = [await file(manager), await file(editor)]
  expect(ofManager).toMatch(secrets)
  expect([ofEditor.includes('violet'), ofEditor]).toEqual([true, expect.not.stringMatching(secrets)])
})

test('an undo tells no hidden value that another has written since, and keeps what has it [ROLE-18]', async () => {
  const creation = await editor('POST', '/api/v1/products', { attributes: { sku: 'UNDO', colour: 'red' } })
  const { id } = creation.body.data
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { cost: 4711.25 } })
  const undone = await editor('POST', `/api/v1/edits/${String(creation.headers['vitrine-edit-id'])}/undo`)
  expect(undone.body.data).toMatchObject([{ status: 'changed_meanwhile', id, current: {} }])
  expect(undone.text).not.toMatch(/cost|4711/)
  expect(await valuesOf(id)).toMatchObject({ cost: 4711.25 })
})

test('a closed attribute that is deleted stays closed in the history, and its remarks go with it [ROLE-17]', async () => {
  const define = (more: object) => made(manager, '/api/v1/attributes', text('Former', more))
  await define(closed)
  const id = await product('D-1', { former: 'Formerfirm' })
  const about = { type: 'product', entity_id: id, attribute: 'former', text: 'Formerfirm is dear' }
  await made(manager, '/api/v1/notes', about)
  await made(manager, '/api/v1/comments', about)
  const paths = [
    '/api/v1/events?limit=200',
    `/api/v1/products/${id}/events`,
    '/app/v1/changes/actions',
    '/api/v1/notes',
    '/api/v1/comments',
    `/app/v1/grid/notes?type=product&ids=${id}`,
    `/app/v1/grid/comments?type=product&ids=${id}`,
  ]
  const texts = async (as: As) => {
    const answers = await Promise.all(paths.map((path) => as('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    return answers.map((answer) => answer.text).join('')
  }
  expect((await owner('DELETE', '/app/v1/attributes/former?type=product')).status).toBe(200)
  expect(await texts(manager)).toContain('Formerfirm')
  expect(await texts(editor)).not.toMatch(/Formerfirm|"former"/)
  const [named, absent] = await Promise.all(
    ['former', 'xxxxxx'].map((key) => editor('GET', `/api/v1/events?attribute=${key}`)),
  )
  expect([named?.status, absent?.status]).toEqual([400, 400])
  await define({})
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { former: 'Openfirm' } })
  const after = await texts(editor)
  expect([after.includes('Openfirm'), after.includes('Formerfirm')]).toEqual([true, false])
})

test('events name no hidden attribute, in their subject and in what they say of others [ROLE-17]', async () => {
  const id = await product('E-1')
  const about = { type: 'product', entity_id: id, attribute: 'cost', text: 'Secretfirm is dear' }
  await made(manager, '/api/v1/notes', about)
  await made(manager, '/api/v1/comments', about)
  const axes = [{ attribute: 'source', values: ['Secretfirm'] }]
  const path = `/api/v1/products/${id}/axes`
  expect((await manager('PUT', path, { axes })).status).toBe(200)
  const own = { attribute: 'colour', values: ['red'] }
  expect((await editor('PUT', path, { axes: [own] })).body.data.axes).toEqual([own])
  expect((await manager('GET', path)).body.data.axes).toEqual([own, ...axes])
  const automation = { entity_type: 'product', name: 'E', trigger: { on: 'manual' }, filter: '', is_on: true }
  const actions = [{ set: { colour: 'teal' } }]
  const { id: automatic } = await made(manager, '/api/v1/automations', { ...automation, actions })
  const changed = await manager('PATCH', `/api/v1/automations/${automatic}`, {
    filter: 'filter[cost][gt]=4711.25',
  })
  expect(changed.status).toBe(200)
  const names = /"(cost|source|supplier)"|\[cost\]/
  for (const feed of ['/api/v1/events?limit=200', `/api/v1/products/${id}/events`]) {
    const [whole, shown] = [(await manager('GET', feed)).text, (await editor('GET', feed)).text]
    expect([names.test(whole), secrets.test(whole)]).toEqual([true, true])
    expect([feed, shown]).toEqual([feed, expect.not.stringMatching(names)])
    expect([feed, shown]).toEqual([feed, expect.not.stringMatching(secrets)])
  }
})

test('filters by remarks and by use count what the reader may read [ROLE-17]', async () => {
  const id = await product('R-1')
  await made(manager, '/api/v1/notes', { type: 'product', entity_id: id, attribute: 'cost', text: 'Dear' })
  const vendor = await made(manager, '/api/v1/vendors', { attributes: { name: 'Hidden use' } })
  await owner('PATCH', `/api/v1/products/${id}`, { attributes: { supplier: vendor.id } })
  const total = async (as: As, path: string) => (await as('GET', path)).body.pagination.total
  const remarked = '/api/v1/products?filter[sku]=R-1&filter[row:remarks]=notes'
  const used = '/api/v1/vendors?filter[name]=Hidden%20use&filter[is_used]=true'
  expect([await total(owner, remarked), await total(owner, used)]).toEqual([1, 1])
  expect([await total(editor, remarked), await total(editor, used)]).toEqual([0, 0])
})

test('who may not list groups of duplicates cannot decide on one to see its reasons [ROLE-17]', async () => {
  await product('U-1', { source: 'Secretfirm 4711.25 chair' })
  await product('U-2', { source: 'Secretfirm 4711.25 chair' })
  const search = { type: 'product', filter: 'filter[sku][starts_with]=U-', by: ['title'] }
  const { id } = await made(owner, '/api/v1/duplicates', { ...search, attributes: { title: 'source' } })
  expect((await server.endedJob(id)).result).toMatchObject({ groups: 1 })
  const [group] = (await owner('GET', '/api/v1/duplicates?type=product')).body.data
  const decide = (as: As) => as('PATCH', `/api/v1/duplicates/${group.id}`, { status: 'dismissed' })
  const refused = await decide(editor)
  expect([refused.status, refused.text]).toEqual([403, expect.not.stringMatching(secrets)])
  const decided = await decide(owner)
  expect([decided.status, decided.text]).toEqual([200, expect.stringMatching(secrets)])
})
