/** Requests that the API accepts, or refuses only because of another request's change. One row per route. */
import { channelKeys } from '#shared/channels.ts'
import { type EntityType, entityTypes, pluralOf, upsertableTypes } from '#shared/entities.ts'
import type { Random } from '../../random.ts'
import { type Call, get, maybe, type Pair, paging, send } from './call.ts'
import { goodAttributes, goodClause, goodSort, goodValue } from './good-values.ts'
import { exportCalls, exportFileCalls, jobCalls, jobFileCalls, type Make } from './job-calls.ts'
import type { World } from './world.ts'

export function listQuery(random: Random, world: World, type: EntityType): Pair[] {
  const someField = () => random.pick(readable(world, type))
  const clauses = random.chance(0.5)
    ? Array.from({ length: random.between(1, 3) }, () => goodClause(random, world, type))
    : []
  return [
    ...paging(random),
    ...clauses,
    ...maybe(random, 'sort', () => goodSort(random, world, type)),
    ...maybe(random, 'filter_join', () => random.pick(['and', 'or', 'OR'])),
    ...maybe(random, 'fields', someField),
    ...maybe(random, 'q', () => random.pick(['oak', 'stra', '%', "'", '🪑', 'a_b'])),
  ]
}

function readable(world: World, type: EntityType): string[] {
  const keys = world.definitions(type).filter(({ data_type: one }) => one !== 'inverse_reference')
  return keys.map(({ key }) => key)
}

const listCalls: Make = (random, world) => {
  const type = random.pick(entityTypes.filter((one) => world.definitions(one).length > 0))
  const path = `/${pluralOf[type]}`
  const query = listQuery(random, world, type)
  const snapshot: Pair[] = random.chance(0.05) ? [['snapshot', 'new']] : []
  return get(path, path, [...query, ...snapshot])
}

const pickType = (random: Random): EntityType => random.pick(upsertableTypes)
const ofType = (type: EntityType, rest = '') => `/${pluralOf[type]}/{id}${rest}`

const readCalls: Make = (random, world) => {
  const type = pickType(random)
  const fields = maybe(random, 'fields', () => random.pick(readable(world, type)))
  return get(ofType(type), `/${pluralOf[type]}/${world.pick(random, type)}`, fields)
}

const referenceCalls: Make = (random, world) => {
  const type = random.pick(['product', 'vendor', 'category', 'image'] as const)
  const isReference = ({ data_type: one }: { data_type: string }) =>
    one.endsWith('_reference') && one !== 'reference_lookup'
  const { key } = random.pick(world.definitions(type).filter(isReference))
  const path = `/${pluralOf[type]}/${world.pick(random, type)}/references`
  return get(ofType(type, '/references'), path, [['attribute', key], ...paging(random)])
}

const eventCalls: Make = (random, world) => {
  const query: Pair[] = [
    ...paging(random),
    ...maybe(random, 'via', () => random.pick(['api', 'app', 'import', 'source'])),
    ...maybe(random, 'event', () => random.pick(['entity.created', 'entity.updated', 'attribute.created'])),
    ...maybe(random, 'after', () => String(random.below(2000))),
    ...maybe(random, 'since', () => '2026-01-01'),
    ...maybe(random, 'attribute', () => 'parent_id'),
    ...maybe(random, 'type', () => random.pick(entityTypes)),
  ]
  if (random.chance(0.5)) return get('/events', '/events', query)
  const type = pickType(random)
  return get(ofType(type, '/events'), `/${pluralOf[type]}/${world.pick(random, type)}/events`, query)
}

const patchCalls: Make = (random, world) => {
  const type = pickType(random)
  const attributes = goodAttributes(random, world, type, false)
  // A parent of any kind may close a circle; without a parent none can.
  const body = { attributes, ...(random.chance(0.1) && { parent_id: null }) }
  return send('PATCH', ofType(type), `/${pluralOf[type]}/${world.pick(random, type)}`, body)
}

const createCalls: Make = (random, world) => {
  const type = pickType(random)
  const parent = type === 'product' && random.chance(0.1) ? { parent_id: world.pick(random, type) } : {}
  const body = { ...parent, attributes: goodAttributes(random, world, type, true) }
  return send('POST', `/${pluralOf[type]}`, `/${pluralOf[type]}`, body)
}

const mergeKeys = { product: 'sku', image: 'alt_text', vendor: 'email', category: 'description' } as const

function mergeValue(random: Random, type: EntityType): string {
  return `${type === 'product' ? 'F-' : 'merge '}${random.below(5000)}`
}

const upsertCalls: Make = (random, world) => {
  const type = random.pick(upsertableTypes)
  const merge_key = mergeKeys[type]
  const attributes = {
    ...goodAttributes(random, world, type, true),
    [merge_key]: mergeValue(random, type),
  }
  return send('POST', `/${pluralOf[type]}/upsert`, `/${pluralOf[type]}/upsert`, { merge_key, attributes })
}

const batchCalls: Make = (random, world) => {
  const type = random.pick(upsertableTypes)
  const merge_key = mergeKeys[type]
  const item = (): object => {
    const attributes = goodAttributes(random, world, type, true)
    if (random.chance(0.3)) return { id: world.pick(random, type), attributes }
    return { attributes: { ...attributes, [merge_key]: mergeValue(random, type) } }
  }
  const items = Array.from({ length: random.between(1, 6) }, item)
  return send('POST', `/${pluralOf[type]}/batch`, `/${pluralOf[type]}/batch`, { merge_key, items })
}

const editCalls: Make = (random, world) => {
  const edits = Array.from({ length: random.between(1, 4) }, () => ({
    id: world.pick(random, 'product'),
    attributes: goodAttributes(random, world, 'product', false),
    ...(random.chance(0.2) && { if: { price: random.below(5) } }),
  }))
  return send('POST', '/edits', '/edits', { type: 'product', edits })
}

const undoCalls: Make = (random, world) =>
  send('POST', '/edits/{edit_id}/undo', `/edits/${world.pick(random, 'edit')}/undo`, undefined)

const bulkCalls: Make = (random, world) => {
  const definition = random.pick(world.definitions('product').filter(({ data_type: d }) => d === 'number'))
  const set = { [definition.key]: goodValue(random, definition, world) }
  const filter = { id: { in: [world.pick(random, 'product'), world.pick(random, 'product')] } }
  return send('POST', '/bulk-edits', '/bulk-edits', { type: 'product', filter, set })
}

const attributeLists: Make = (random) =>
  get('/attributes', '/attributes', [
    ...maybe(random, 'type', () => random.pick(entityTypes)),
    ...maybe(random, 'channel', () => random.pick(channelKeys)),
  ])

const formulas = [
  '{{price}} * 2',
  '{{price}} / {{stock}}',
  '{{sku}} & "-" & {{product_name}}',
  'IF({{price}} > 10, "dear", "cheap")',
  '{{vendor}}',
  '{{nope}} + 1',
  '(((((1 +',
  'LEN({{sku}})',
  `${'('.repeat(200)}1${')'.repeat(200)}`,
]

let attributeCount = 0
const maxAttributes = 40

const defineCalls: Make = (random, world) => {
  attributeCount += 1
  if (attributeCount > maxAttributes) return patchAttributeCalls(random, world)
  const definition = random.pick([
    { data_type: 'number', constraints: { min: 0, max: 1000 } },
    { data_type: 'single_select_list', acceptable_values: 'A, B, C' },
    { data_type: 'formula', formula: random.pick(formulas) },
    { data_type: 'number', inheritance_mode: 'inherit_from_parent' },
    { data_type: 'number', inheritance_mode: 'rollup_from_children', rollup_mode: 'all' },
    { data_type: 'single_line_text_field', inheritance_mode: 'rollup_from_children' },
    { data_type: 'status' },
    { data_type: 'json' },
    { data_type: 'entity_reference', reference: { type: 'vendor' } },
    { data_type: 'reference_lookup', reference: { via: 'vendor', attribute: 'country' } },
    { data_type: 'single_line_text_field', ai_generated: true, selected_tools: ['includeWebSearch'] },
  ])
  const body = { name: `Made ${random.below(1e6)} ü`, entity_type: 'product', ...definition }
  return send('POST', '/attributes', '/attributes', body)
}

const patchAttributeCalls: Make = (random, world) => {
  const { key, name } = random.pick(world.definitions('product'))
  const body = random.pick([{ name: `${name.slice(0, 50)}.` }, { custom_instructions: 'Write {{sku}}' }])
  return send('PATCH', '/attributes/{key}', `/attributes/${key}?type=product`, body)
}

const channelCalls: Make = (random, world) => {
  const key = random.pick(channelKeys)
  return random.pick([
    get(
      '/channels',
      '/channels',
      maybe(random, 'enabled', () => 'all'),
    ),
    get('/channels/{channel}', `/channels/${key}`),
    get('/channels/{channel}/completeness', '/channels/shopify/completeness'),
    get('/products/{id}/completeness', `/products/${world.pick(random, 'product')}/completeness`),
    get('/products/{id}/completeness', `/products/${world.pick(random, 'product')}/completeness`, [
      ['channel', 'shopify'],
    ]),
  ])
}

const variantCalls: Make = (random, world) =>
  get(
    '/products/{id}/variants',
    `/products/${world.pick(random, 'product')}/variants`,
    listQuery(random, world, 'product'),
  )

const snapshotCalls: Make = (random, world) =>
  get('/products', '/products', [
    ['snapshot', world.has('snapshot') ? world.pick(random, 'snapshot') : 'new'],
    ['offset', String(random.below(100))],
  ])

const sourceCalls: Make = (random, world) => {
  const rest = random.chance(0.3) ? { product_ids: [world.pick(random, 'product')] } : {}
  const content = random.pick([
    { text: 'Oak table, 120 cm' },
    { file: { name: 'a.txt', content_base64: Buffer.from('Oak').toString('base64') } },
  ])
  return send('POST', '/sources', '/sources', { ...content, ...rest })
}

const boundary = 'vitrine-fuzz'

function form(route: string, parts: readonly string[]): Call {
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { route: `POST ${route}`, method: 'POST', path: route, headers, body }
}

const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
const file = (name: string, content: string) =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}`

const importCalls: Make = (random) =>
  form('/imports', [
    field('type', 'product'),
    field('merge_key', 'sku'),
    ...(random.chance(0.5) ? [field('dry_run', 'true')] : []),
    file('products.csv', `sku,product_name,price\nF-${random.below(5000)},Oak ${random.below(9)},12\n`),
  ])

const pixel =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>'
const fileCalls: Make = (random, world) => {
  if (world.has('hash') && random.chance(0.5))
    return get('/files/{hash}', `/files/${world.pick(random, 'hash')}`)
  return form('/files', [file(`a${random.below(9)}.svg`, pixel)])
}

export const sourceReference = {
  name: 'About',
  key: 'about',
  entity_type: 'source',
  data_type: 'entity_reference',
  reference: { type: 'product' },
}

/** The workspace begins without sources; jobs make the first. */
const sourceReads: Make = (random, world) => {
  const id = world.pick(random, 'source')
  return random.pick([
    get('/sources', '/sources', paging(random)),
    get('/sources/{id}', `/sources/${id}`),
    get('/sources/{id}/events', `/sources/${id}/events`),
    get('/sources/{id}/scraped', `/sources/${id}/scraped`),
    get('/sources/{id}/references', `/sources/${id}/references`, [['attribute', 'about']]),
    send('PATCH', '/sources/{id}', `/sources/${id}`, { parent_id: world.pick(random, 'vendor') }),
  ])
}

const streamCalls: Make = () => ({ ...get('/events/stream', '/events/stream'), isStream: true })

const kinds: readonly (readonly [number, Make])[] = [
  [24, listCalls],
  [8, readCalls],
  [4, referenceCalls],
  [5, eventCalls],
  [12, patchCalls],
  [8, createCalls],
  [8, upsertCalls],
  [5, batchCalls],
  [4, editCalls],
  [1, undoCalls],
  [1, bulkCalls],
  [3, attributeLists],
  [2, defineCalls],
  [1, patchAttributeCalls],
  [3, jobCalls],
  [1, jobFileCalls],
  [1, exportCalls],
  [1, exportFileCalls],
  [4, channelCalls],
  [3, variantCalls],
  [3, snapshotCalls],
  [1, sourceCalls],
  [2, sourceReads],
  [1, importCalls],
  [2, fileCalls],
  [1, streamCalls],
  [1, () => get('/openapi', '/openapi')],
]
const deck = kinds.flatMap(([weight, make]) => Array.from({ length: weight }, () => make))

export function goodCall(random: Random, world: World): Call {
  return random.pick(deck)(random, world)
}
