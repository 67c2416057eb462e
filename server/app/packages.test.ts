import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageOpening } from '#shared/app-surface.ts'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { packageVersion } from '#shared/packages.ts'
import { runHere } from '../testing/in-process-host.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { zipBytes } from '../testing/zip-bytes.ts'
import { openRegistryThread } from '../threads/idle-thread.ts'
import { loadPackageOpenings } from '../workspaces/package-openings.ts'
import { loadWorkspaces } from '../workspaces/registry.ts'

let server: TestServer
let whole: string
let original: string
let made: { status: string; result: unknown }
let parts: Record<string, string>

const at = (name: string) => join(server.dataDir, name)

async function as(workspace: string, method: string, path: string, body?: unknown) {
  const answer = await server.asOwner({ method, path, body, headers: { 'vitrine-workspace': workspace } })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer
}

async function saved(workspace: string, file: string, isSchemaOnly = false) {
  const body = { file, schema_only: isSchemaOnly }
  const { data } = (await as(workspace, 'POST', `/app/v1/workspaces/${workspace}/package`, body)).body
  return ended(workspace, data.id)
}

async function ended(workspace: string, id: string) {
  for (;;) {
    const job = (await as(workspace, 'GET', `/api/v1/jobs/${id}`)).body.data
    if (job.completed_at !== null) return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const begin = (file: string, name?: string) =>
  server.asOwner({ method: 'POST', path: '/app/v1/workspaces/open-package', body: { file, name } })

/**
 * Waits for an opening in this state; the interval keeps the polling from slowing down the opening itself.
 */
async function openingAs(
  id: string,
  is: (opening: PackageOpening) => boolean,
  everyMs = 25,
): Promise<PackageOpening> {
  for (;;) {
    const all: PackageOpening[] = (await server.asOwner({ path: '/app/v1/package-openings' })).body.data
    const opening = all.find((each) => each.id === id)
    if (opening && is(opening)) return opening
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

async function open(file: string, name?: string): Promise<PackageOpening> {
  const { status, body, text } = await begin(file, name)
  expect([status, text]).toEqual([202, expect.any(String)])
  return openingAs(body.data.id, ({ status }) => status !== 'running')
}

async function opened(file: string, name: string): Promise<string> {
  const { workspace, error } = await open(file, name)
  expect(error).toBeNull()
  return workspace?.id ?? ''
}

const refusal = async (file: string) => (await open(file)).error?.message

const leftInFolder = async () => (await readdir(join(server.dataDir, 'workspaces'))).sort()

async function schemaOf(workspace: string) {
  const get = async (path: string) => (await as(workspace, 'GET', path)).body.data
  const channels = await get('/api/v1/channels?enabled=all')
  return {
    attributes: await Promise.all(entityTypes.map((type) => get(`/app/v1/attributes?type=${type}`))),
    classes: await get('/app/v1/attribute-classes'),
    views: await get('/app/v1/views'),
    profiles: await get('/app/v1/import-profiles'),
    rules: await get('/api/v1/quality/rules?type=product'),
    channels: await Promise.all(channels.map(({ key }: { key: string }) => get(`/api/v1/channels/${key}`))),
  }
}

async function contentOf(workspace: string) {
  const entities: Record<string, Record<string, unknown>[]> = {}
  for (const type of entityTypes) {
    const all: Record<string, unknown>[] = []
    for (let hasMore = true; hasMore;) {
      const { body } = await as(workspace, 'GET', `/api/v1/${pluralOf[type]}?limit=100&offset=${all.length}`)
      all.push(...body.data)
      hasMore = body.pagination.has_more
    }
    entities[type] = all
  }
  const paths = new Set(JSON.stringify(entities).match(/files\/[0-9a-f]{64}\.\w+/g))
  const files: Record<string, string> = {}
  for (const path of paths) files[path] = (await as(workspace, 'GET', `/api/v1/${path}`)).text
  const notes = (await as(workspace, 'GET', '/api/v1/notes')).body.data
  const [parent] = (await as(workspace, 'GET', '/api/v1/products?filter[sku]=younger')).body.data
  const axes = (await as(workspace, 'GET', `/api/v1/products/${parent.id}/axes`)).body.data
  const accepted = (await as(workspace, 'GET', '/api/v1/quality/findings?accepted=true')).body.data
  const { data: findings, pagination } = (await as(workspace, 'GET', '/api/v1/quality/findings?limit=20'))
    .body
  const quality = { accepted, findings, total: pagination.total }
  return { ...(await schemaOf(workspace)), entities, notes, axes, files, quality }
}

async function prepare(workspace: string) {
  const post = async (path: string, body: unknown) => (await as(workspace, 'POST', path, body)).body.data
  // The formula refers to an attribute after it, is first in the list, and is the label of its type.
  const text = { entity_type: 'product', data_type: 'single_line_text_field' }
  await post('/api/v1/attributes', { ...text, name: 'Model', key: 'model', default_value: 'standard' })
  await post('/api/v1/attributes', {
    name: 'Model in full',
    key: 'model_in_full',
    entity_type: 'product',
    data_type: 'formula',
    formula: '{{model}} & "!"',
  })
  await as(workspace, 'POST', '/app/v1/attributes/model_in_full/move', { type: 'product', before: 'model' })
  const [first, second] = (await as(workspace, 'GET', '/api/v1/products?limit=2')).body.data
  const note = { type: 'product', entity_id: first.id, text: 'Ask Nordlys' }
  await post('/api/v1/notes', { ...note, attribute: 'price', status: 'open' })
  await post('/api/v1/notes', { ...note, text: 'Sent', status: 'done' })
  const rules = (await as(workspace, 'GET', '/api/v1/quality/rules?type=product')).body.data
  const [shipped] = rules.filter(({ key }: { key: string }) => key === 'price_not_above_zero')
  await as(workspace, 'PATCH', `/api/v1/quality/rules/${shipped.id}`, { enabled: true, weight: 7 })
  const short = { kind: 'length', attributes: ['product_name'], min: 500 }
  await post('/api/v1/quality/rules', { name: 'Wordy', entity_type: 'product', check: short })
  const found = { type: 'product', rule: 'wordy', attribute: 'product_name', reason: 'A short name' }
  await post('/api/v1/quality/findings/accept', { ...found, entity_id: second.id })
  // A value that the rules have outlived, and a parent that is younger than its child.
  await as(workspace, 'PATCH', `/api/v1/products/${first.id}`, {
    attributes: { model: '=Übergröße\n„x“ 🪑' },
  })
  const parent = await post('/api/v1/products', { attributes: { sku: 'younger', product_name: 'Younger' } })
  await as(workspace, 'PATCH', `/api/v1/products/${second.id}`, { parent_id: parent.id })
  await as(workspace, 'PUT', `/api/v1/products/${parent.id}/axes`, {
    axes: [{ attribute: 'model', values: ['x'] }],
  })
  await as(workspace, 'PATCH', '/api/v1/attributes/model?type=product', {
    constraints: { pattern: '^[a-z]+$' },
  })
  const [category] = (await as(workspace, 'GET', '/api/v1/categories?limit=1')).body.data
  await post('/app/v1/attribute-classes', {
    name: 'Chairs',
    entity_type: 'product',
    category_ids: [category.id],
    attributes: [{ key: 'model', requirement: 'required' }],
  })
  await post('/app/v1/views', {
    name: 'Mine',
    entity_type: 'product',
    is_default: true,
    visible_columns: ['sku', 'model'],
    filters: [{ attribute: 'model', operator: 'contains', value: 'x' }],
    display: { row_height: 'tall' },
  })
  await post('/app/v1/import-profiles', {
    name: 'Supplier',
    entity_type: 'product',
    settings: { merge_key: 'sku', mapping: { Artikel: 'sku', Preis: { key: 'price', decimal: 'comma' } } },
  })
  await as(workspace, 'POST', '/app/v1/channels/amazon/disable')
  await post('/app/v1/channels', { name: 'Marketplace', template: 'meta', currency: 'EUR' })
  await post('/app/v1/channels', {
    name: 'Price list',
    fields: [
      { target: 'Number', attribute: 'sku', unique: true },
      { target: 'Gross', kind: 'price', formula: '{{price}} * 1.19' },
      { target: 'From', value: 'here' },
    ],
    file: { delimiter: ';', encoding: 'windows-1252' },
  })
  await as(workspace, 'POST', '/app/v1/channels/price_list/disable')
}

beforeAll(async () => {
  server = await testServer()
  const answer = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Möbel', sample: true },
  })
  original = answer.body.data.id
  await prepare(original)
  whole = at('furniture.zip')
  made = await saved(original, whole)
  const unpacked = unzipSync(await readFile(whole))
  parts = Object.fromEntries(
    Object.entries(unpacked).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  )
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

test('a workspace made of a package is equal to the one it was made of, and can be worked with [PACKAGE-01]', async () => {
  const copy = await opened(whole, 'Copy')
  const [left, right] = [await contentOf(original), await contentOf(copy)]
  expect(Object.keys(left.files).length).toBeGreaterThan(10)
  expect(left.entities['product']?.length).toBeGreaterThan(100)
  expect(left.notes).toHaveLength(2)
  expect(left.axes).toEqual({ axes: [{ attribute: 'model', values: ['x'] }], origin: 'own' })
  expect(left.quality.accepted).toMatchObject([{ rule: 'wordy', accepted: { reason: 'A short name' } }])
  expect(right).toEqual(left)
  const check = await as(copy, 'POST', `/app/v1/workspaces/${copy}/check`)
  expect(check.body.data).toMatchObject({ ok: true })
  await as(copy, 'POST', '/api/v1/products', {
    attributes: { sku: 'new', product_name: 'New', model: 'abc' },
  })
  expect((await as(copy, 'GET', '/api/v1/products?q=younger')).body.data).toHaveLength(2)
})

test('a package has neither keys nor history, jobs, nor where anything lies on this computer [PACKAGE-02]', () => {
  expect(made).toMatchObject({
    status: 'completed',
    result: { file_name: 'furniture.zip', counts: { files: expect.any(Number) } },
  })
  const names = Object.keys(parts)
  expect(names.filter((name) => !name.startsWith('files/')).sort()).toEqual([
    'package.json',
    'schema.json',
    'values/accepted_findings.jsonl',
    'values/category.jsonl',
    'values/channel_names.jsonl',
    'values/image.jsonl',
    'values/notes.jsonl',
    'values/product.jsonl',
    'values/scraped.jsonl',
    'values/source.jsonl',
    'values/vendor.jsonl',
  ])
  const info = JSON.parse(parts['package.json'] ?? '')
  expect(info).toMatchObject({ format: 'vitrine-package', version: 4, kind: 'workspace' })
  expect(info.counts.files).toBe(names.length - 11)
  expect(JSON.parse(parts['schema.json'] ?? '').attributes[0]).toMatchObject({
    key: 'product_name',
    data_type: expect.any(String),
  })
  const text = names
    .filter((name) => !name.startsWith('files/'))
    .map((name) => parts[name])
    .join()
  for (const secret of [server.dataDir, server.key, server.server.sessionToken, 'lease', 'actor'])
    expect(text).not.toContain(secret)
})

test('the schema alone makes an empty workspace with the same schema, which names no entity of the other [PACKAGE-03]', async () => {
  const file = at('schema.zip')
  const { result } = await saved(original, file, true)
  expect(result.counts).toMatchObject({ files: 0, entities: { product: 0 } })
  const [left, right] = await Promise.all([original, await opened(file, 'Empty')].map(schemaOf))
  const bare = (schema: Awaited<ReturnType<typeof schemaOf>>) => ({
    ...schema,
    classes: schema.classes.map((each: object) => ({ ...each, category_ids: [] })),
    channels: schema.channels.map((each: object) => ({ ...each, categories: [] })),
  })
  expect(right).toEqual(bare(left as Awaited<ReturnType<typeof schemaOf>>))
  expect(right).not.toEqual(left)
})

test('names: the one that is asked for, which must be free, else the one in the package or one like it [PACKAGE-04]', async () => {
  const file = at('names.zip')
  await saved(original, file, true)
  expect((await open(file)).workspace).toMatchObject({ name: 'Möbel 2' })
  const { status, body } = await begin(file, 'möbel')
  expect([status, body.error.field_errors]).toEqual([
    409,
    [expect.objectContaining({ field: 'name', issue: 'not_unique' })],
  ])
  expect((await begin('names.zip')).status).toBe(400)
  expect(await saved(original, file)).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining('There is already a file') } },
  })
})

test('a package that is cancelled leaves nothing, one that is whole has its name [PACKAGE-05]', async () => {
  const start = async (file: string) => {
    const path = `/app/v1/workspaces/${original}/package`
    return (await as(original, 'POST', path, { file: at(file) })).body.data.id as string
  }
  const names = ['first.zip', 'second.zip', 'whole.zip']
  const ids: string[] = []
  for (const name of names) ids.push(await start(name))
  for (const id of ids.slice(0, 2).toReversed()) await as(original, 'POST', `/api/v1/jobs/${id}/cancel`)
  let job = { status: '' }
  for (const [index, id] of ids.entries()) {
    job = await ended(original, id)
    expect(existsSync(at(names[index] ?? ''))).toBe(job.status === 'completed')
  }
  expect(job.status).toBe('completed')
  expect((await readdir(server.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
})

const line = (name: string, change: (entity: Record<string, never>) => object) => {
  const lines = (parts[name] ?? '').split('\n')
  const first = JSON.parse(Buffer.from(lines[0] ?? '', 'latin1').toString())
  return {
    [name]: [
      Buffer.from(JSON.stringify({ ...first, ...change(first) })).toString('latin1'),
      ...lines.slice(1),
    ].join('\n'),
  }
}
/**
 * The faults are put into a package without pictures: those of the sample would be unpacked for each
 * fault.
 */
const withoutFiles = () =>
  Object.fromEntries(
    Object.entries(parts)
      .map(([name, text]) => [name, /^values\/(image|source)/.test(name) ? '' : text] as const)
      .filter(([name]) => !name.startsWith('files/')),
  )
const info = (change: object) => ({
  'package.json': JSON.stringify({ ...JSON.parse(parts['package.json'] ?? ''), ...change }),
})
const product = 'values/product.jsonl'
const nobody = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0e'

type Fault = readonly [string, () => Record<string, string | undefined>, string]

const faults: readonly Fault[] = [
  [
    'a newer version',
    () => ({ ...info({ version: packageVersion + 1 }), 'later.bin': 'x' }),
    'newer Vitrine',
  ],
  ['a part outside of it', () => ({ '../evil.txt': 'x' }), 'it is damaged'],
  ['a part that no package has', () => ({ 'evil.txt': 'x' }), 'evil.txt'],
  ['no schema', () => ({ 'schema.json': undefined }), 'schema.json is missing'],
  ['values that are cut off', () => ({ [product]: (parts[product] ?? '').slice(0, -9) }), 'is cut off'],
  [
    'an id twice',
    () => ({ [product]: (parts[product] ?? '') + (parts[product] ?? '') }),
    'stands in it twice',
  ],
  [
    'a wrong value',
    () => line(product, () => ({ attributes: { price: 'much' } })),
    'is no value of that attribute',
  ],
  ['a reference to nothing', () => line(product, () => ({ attributes: { vendor: nobody } })), 'is no value'],
  ['a parent that is not there', () => line(product, () => ({ parent_id: nobody })), 'cannot stand below'],
  ['another file', () => ({ [`files/${'0'.repeat(64)}.png`]: 'x' }), 'is another file'],
]
// Each opens a package, half a second: the long tests have them too.
const variants: readonly Fault[] = [
  ['no mark of a package', () => info({ format: 'other' }), 'no package of a workspace'],
  ['a schema that is no JSON', () => ({ 'schema.json': '{"attributes":' }), 'schema.json is no JSON'],
  ['a schema of another form', () => ({ 'schema.json': '{"attributes":[]}' }), 'schema.json does not say'],
  ['nesting', () => ({ 'schema.json': '['.repeat(100_000) }), 'nested too deeply'],
  ['no values', () => ({ [product]: undefined }), 'values/product.jsonl is missing'],
  ['bytes that are no text', () => ({ [product]: '\u00ff\n' }), 'is no text'],
  ['an id that is none', () => line(product, ({ id }) => ({ id: String(id).toUpperCase() })), 'is no id'],
  ['a time that is none', () => line(product, () => ({ created_at: 'today' })), 'today is no time'],
  ['a value of nothing', () => line(product, () => ({ attributes: { nope: 1 } })), 'has a value of nope'],
  ['an entity below itself', () => line(product, ({ id }) => ({ parent_id: id })), 'cannot stand below'],
]

test.each(process.env['LONG_TESTS'] ? [...faults, ...variants] : faults)(
  '%s: refused in a sentence, and no workspace is made [PACKAGE-06]',
  async (_name, change, said) => {
    const before = (await as(original, 'GET', '/app/v1/workspaces')).body.data
    const content = Object.entries({ ...withoutFiles(), ...change() }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, Buffer.from(text, 'latin1')] as const],
    )
    const file = at('damaged.zip')
    await writeFile(file, zipBytes(Object.fromEntries(content)))
    expect(await open(file, 'Damaged')).toMatchObject({
      status: 'failed',
      workspace: null,
      error: { code: 'conflict', message: expect.stringContaining(said) },
    })
    expect((await as(original, 'GET', '/app/v1/workspaces')).body.data).toEqual(before)
    expect((await leftInFolder()).filter((name) => /damaged|unpacked/.test(name))).toEqual([])
  },
)

test('a file that is no ZIP, has a flipped bit or says that it unpacks to too much is refused [PACKAGE-06]', async () => {
  const file = at('broken.zip')
  await writeFile(file, 'nothing')
  expect(await refusal(file)).toContain('is no package of a workspace')
  expect(await refusal(at('none.zip'))).toContain('There is no file')
  const bytes = await readFile(whole)
  const position = bytes.indexOf('PK\x01\x02') + 16
  bytes[position] = (bytes[position] ?? 0) ^ 1
  await writeFile(file, bytes)
  expect(await refusal(file)).toContain('is not as it was written')
  const flipped = await readFile(whole)
  flipped[200] = (flipped[200] ?? 0) ^ 1
  await writeFile(file, flipped)
  expect(await refusal(file)).toMatch(/^The package (cannot be opened|unpacks to more)/)
  await writeFile(file, zipBytes({ 'package.json': parts['package.json'] ?? '' }, 0xffff_fff0))
  expect(await refusal(file)).toContain('unpacks to more than')
})

async function largePackage(): Promise<string> {
  const [first = ''] = (parts[product] ?? '').split('\n')
  const times = JSON.parse(Buffer.from(first, 'latin1').toString())
  const lines = Array.from({ length: 20_000 }, (_, number) => {
    const id = `01989f6e-8d20-7b11-8c3d-${String(number).padStart(12, '0')}`
    return JSON.stringify({ ...times, id, parent_id: undefined, attributes: { sku: `S${number}` } })
  })
  const bytes = Object.entries({ ...parts, [product]: `${lines.join('\n')}\n` }).map(
    ([name, text]) => [name, Buffer.from(text, 'latin1')] as const,
  )
  const file = at('large.zip')
  await writeFile(file, zipBytes(Object.fromEntries(bytes)))
  return file
}

test('how far it is opened is told in bytes; one that is cancelled leaves nothing, and can be opened later [PACKAGE-08]', async () => {
  const large = await largePackage()
  const listed = async () => (await server.asOwner({ path: '/app/v1/workspaces' })).body.data
  const [before, files] = [await listed(), await leftInFolder()]
  const { data: begun } = (await begin(large, 'Stopped')).body
  expect(begun).toMatchObject({ status: 'running', file: large, workspace: null, error: null })
  const { progress } = await openingAs(begun.id, ({ progress }) => progress.percent > 0, 5)
  expect(progress.percent).toBe(Math.floor((progress.current / progress.total) * 100))
  const cancel = { method: 'POST', path: `/app/v1/package-openings/${begun.id as string}/cancel` }
  const ended = (await server.asOwner(cancel)).body.data
  expect(ended).toMatchObject({ status: 'cancelled', workspace: null, error: null })
  expect(ended.progress.current).toBeLessThan(ended.progress.total)
  expect(await leftInFolder()).toEqual(files)
  expect(await listed()).toEqual(before)

  const later = await open(whole, 'Stopped')
  expect(later).toMatchObject({ status: 'completed', workspace: { name: 'Stopped' } })
  expect(later.progress).toMatchObject({ current: later.progress.total, percent: 100 })
  const again = { method: 'POST', path: `/app/v1/package-openings/${later.id}/cancel` }
  expect((await server.asOwner(again)).body.data).toEqual(later)
  const nobodys = { method: 'POST', path: `/app/v1/package-openings/${nobody}/cancel` }
  expect((await server.asOwner(nobodys)).status).toBe(404)
})

test('a server that ends while it opens a package leaves nothing of it, and what a killed one left goes with the next start [PACKAGE-08]', async () => {
  const large = await largePackage()
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-opening-'))
  const folder = join(dataDir, 'workspaces')
  const registry = await openRegistryThread(dataDir, runHere)
  try {
    const load = async () =>
      loadPackageOpenings(registry, await loadWorkspaces(dataDir, registry), () => undefined)
    const openings = await load()
    const { id } = await openings.start(large, undefined)
    await expect.poll(() => openings.list()[0]?.progress.percent).toBeGreaterThan(0)
    const half = await readdir(folder)
    expect(half).not.toEqual([])
    await openings.close()
    expect(openings.list()).toMatchObject([{ status: 'cancelled', workspace: null }])
    expect(await readdir(folder)).toEqual([])

    const failed = { id, file: large, status: 'failed', error: { code: 'internal_error' } }
    expect((await load()).list()).toMatchObject([failed])
    expect((await load()).list()).toEqual([])

    for (const name of half) await writeFile(join(folder, name), 'half')
    expect((await loadWorkspaces(dataDir, registry)).list()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  } finally {
    await registry.close()
    rmSync(dataDir, { recursive: true })
  }
})

test('a saved action that names a deleted attribute keeps no package from being opened: it is there and says so [BULK-09]', async () => {
  const { body } = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Actions' },
  })
  const { id } = body.data
  const attribute = { entity_type: 'product', data_type: 'single_line_text_field' }
  const colour = { ...attribute, key: 'colour', name: 'Colour' }
  await as(id, 'POST', '/api/v1/attributes', { ...attribute, key: 'old', name: 'Old' })
  await as(id, 'POST', '/api/v1/attributes', colour)
  const action = { name: 'Both', entity_type: 'product', set: { old: 'x', colour: 'red' } }
  await as(id, 'POST', '/app/v1/saved-actions', action)
  const own = await as(id, 'POST', '/app/v1/saved-actions', {
    ...action,
    name: 'Own',
    set: { colour: 'red' },
  })
  expect(own.body.data).not.toHaveProperty('broken')
  await as(id, 'DELETE', '/app/v1/attributes/old?type=product')
  const file = at('actions.zip')
  expect(await saved(id, file)).toMatchObject({ status: 'completed' })
  const again = await opened(file, 'Actions again')
  const { data } = (await as(again, 'GET', '/api/v1/saved-actions?type=product')).body
  expect(data).toMatchObject([
    { name: 'Both', set: { old: 'x', colour: 'red' }, broken: ['set.old'] },
    { name: 'Own', set: { colour: 'red' } },
  ])
  expect(data[1]).not.toHaveProperty('broken')
  const edit = { type: 'product', filter: {}, saved_action: 'Both' }
  const { status } = await server.asOwner({
    method: 'POST',
    path: '/api/v1/bulk-edits',
    body: edit,
    headers: { 'vitrine-workspace': again },
  })
  expect(status).toBe(400)
})

test('attributes of a package that generate themselves are switched off, and told [FOREIGN-01]', async () => {
  const schema = JSON.parse(parts['schema.json'] ?? '')
  const [first] = schema.attributes
  const other = { ...first, id: crypto.randomUUID(), key: 'claim', name: 'Claim', is_primary: false }
  const generated = { data_type: 'single_line_text_field', entity_type: 'product', ai_generated: true }
  schema.attributes = [
    { ...other, ...generated, constraints: {}, auto_generate: 'missing', custom_instructions: 'Write.' },
  ]
  for (const list of [
    'attribute_classes',
    'views',
    'channels',
    'import_profiles',
    'saved_actions',
    'quality_rules',
  ])
    schema[list] = []
  const info = { ...JSON.parse(parts['package.json'] ?? ''), kind: 'schema' }
  const file = at('generating.zip')
  await writeFile(
    file,
    zipBytes({ 'package.json': JSON.stringify(info), 'schema.json': JSON.stringify(schema) }),
  )
  const id = await opened(file, 'Generating')
  const { data } = (await as(id, 'GET', '/app/v1/attributes?type=product')).body
  expect(data).toMatchObject([{ key: 'claim', auto_generate: 'off' }])
  expect((await as(id, 'GET', `/app/v1/workspaces/${id}/file`)).body.data.set_aside).toEqual({
    jobs: 0,
    auto_generated: 1,
    names: ['Claim'],
  })
})

test('a package carries automations, and each arrives off and without bounds of its own [AUTO-16]', async () => {
  const automation = {
    name: 'Clear it',
    entity_type: 'product',
    trigger: { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' },
    filter: '',
    actions: [{ clear: ['description'] }],
  }
  await as(original, 'POST', '/api/v1/automations', { ...automation, is_on: true, unbounded: true })
  expect(await saved(original, at('automated.zip'))).toMatchObject({ status: 'completed' })
  const id = await opened(at('automated.zip'), 'Automated')
  const [arrived] = (await as(id, 'GET', '/api/v1/automations')).body.data
  expect(arrived).toMatchObject({
    ...automation,
    is_on: false,
    unbounded: false,
    run_as: null,
    next_run: null,
  })
  expect(arrived.off_reason).toContain('from elsewhere')
})

test('a package carries export profiles and feeds, which arrive off and without their connection [AUTO-16]', async () => {
  const settings = { path: await mkdtemp(join(tmpdir(), 'vitrine-place-')) }
  const made = async (path: string, body: object) =>
    (await as(original, 'POST', `/app/v1${path}`, body)).body.data
  const connection = await made('/connections', { name: 'Drop', kind: 'folder', settings })
  const profile = await made('/export-profiles', { name: 'Shop', type: 'product', format: 'csv' })
  const trigger = { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
  const feed = { name: 'Out', direction: 'export', file: 'out.csv', profile: profile.id, trigger }
  const { id: feedId } = await made('/feeds', { ...feed, connection: connection.id })
  expect(await saved(original, at('fed.zip'))).toMatchObject({ status: 'completed' })
  const id = await opened(at('fed.zip'), 'Fed')
  expect((await as(id, 'GET', '/app/v1/export-profiles')).body.data).toEqual([profile])
  const [arrived] = (await as(id, 'GET', '/app/v1/feeds')).body.data
  expect(arrived).toMatchObject({ ...feed, id: feedId, is_on: false, next_run: null, last_run: null })
  expect([arrived.connection === connection.id, arrived.off_reason]).toEqual([false, 'connection is missing'])
  await expect(as(id, 'POST', `/app/v1/feeds/${feedId}/run`, { once: true })).rejects.toThrow('conflict')
  await rm(settings.path, { recursive: true })
})
