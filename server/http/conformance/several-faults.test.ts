import { afterAll, expect, test } from 'vitest'
import type { FieldError } from '#shared/errors.ts'
import { everyTypeServer } from './every-type.ts'

/**
 * Requests with several faults each, and the expected answers with all of them (specification, Errors:
 * "all faults are reported together in field_errors"). `field issue`, then the acceptable values where the
 * specification requires them; `~` marks a structural fault, which is explained in a sentence.
 */
const { server, ids } = await everyTypeServer()
afterAll(() => server[Symbol.asyncDispose]())

const unknownId = '00000000-0000-7000-8000-000000000000'
const manyValues = Array.from({ length: 201 }, (_, index) => `v${index}`).join(',')
const colors = '[Red, Green, Blue]'

interface Faulty {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: unknown
  readonly expected: readonly string[]
}

const requests: Readonly<Record<string, Faulty>> = {
  'a list: paging, sort, filter, join, fields and an unknown parameter': {
    path: '/products?limit=0&offset=-1&sort=vendor,-nope&filter[price][between]=1&filter[sku]=&filter_join=xor&fields=id,nope&page=2',
    expected: [
      'limit out_of_range',
      'offset expected_non_negative_integer',
      'sort not_sortable',
      'sort not_a_defined_attribute',
      'filter[price][between] unknown_operator',
      'filter[sku] expected_value_or_use_exists',
      'filter_join invalid_value',
      'fields system_field_always_returned',
      'fields not_a_defined_attribute',
      'page ~',
    ],
  },
  'a list: a value of the wrong type in every clause': {
    path: '/products?limit=ten&filter[price][contains]=1&filter[vendor]=x&filter[in_stock][exists]=maybe&filter[sku][in]=,&filter[day]=2024-02-30&filter[created_at][gt]=yesterday&cursor=zz',
    expected: [
      'limit expected_non_negative_integer',
      'filter[price][contains] operator_not_supported_for_type',
      'filter[vendor] expected_uuid',
      'filter[in_stock][exists] expected_boolean',
      'filter[sku][in] expected_values',
      'filter[day] expected_date',
      'filter[created_at][gt] expected_date',
      'cursor invalid_value',
    ],
  },
  'a list: lists, ids and operators that do not fit': {
    path: `/products?filter[sku][in]=${manyValues}&filter[price][in]=1&filter[id][in]=${unknownId},x&filter[in_stock]=yes&filter[price][gte]=cheap&filter[nope][gte]=1&filter[sku&filter[name][gt]=a&filter[day][in]=2024-01-01&sort=gallery`,
    expected: [
      'filter[sku][in] too_many_values',
      'filter[price][in] operator_not_supported_for_type',
      'filter[id][in] expected_uuid',
      'filter[in_stock] expected_boolean',
      'filter[price][gte] expected_number',
      'filter[nope][gte] not_a_defined_attribute',
      'filter[sku not_a_defined_attribute',
      'filter[name][gt] operator_not_supported_for_type',
      'filter[day][in] operator_not_supported_for_type',
      'sort not_sortable',
    ],
  },
  'a list by an inverse reference': {
    path: '/vendors?filter[products][contains]=x&filter[products][in]=x&fields=products,label&sort=products&limit=201',
    expected: [
      'filter[products][contains] operator_not_supported_for_type',
      'filter[products][in] expected_uuid',
      'fields not_selectable_inverse_reference',
      'fields system_field_always_returned',
      'sort not_sortable',
      'limit out_of_range',
    ],
  },
  'one entity: fields and parameters that only lists have': {
    path: `/products/${ids.product}?fields=created_at,nope&limit=5&sort=sku`,
    expected: ['fields system_field_always_returned', 'fields not_a_defined_attribute', 'limit ~', 'sort ~'],
  },
  'variants: as any list': {
    path: `/products/${ids.product}/variants?limit=201&sort=gallery&fields=nope&filter[x]=1&filter[parent_id]=x`,
    expected: [
      'limit out_of_range',
      'sort not_sortable',
      'fields not_a_defined_attribute',
      'filter[x] not_a_defined_attribute',
      'filter[parent_id] expected_uuid',
    ],
  },
  'references: paging and a key that is no reference': {
    path: `/products/${ids.product}/references?limit=0&offset=x&attribute=price&sort=sku`,
    expected: [
      'limit out_of_range',
      'offset expected_non_negative_integer',
      'attribute not_a_reference_attribute',
      'sort ~',
    ],
  },
  'create: every type given what it does not take, no primary, a bad parent, an unknown field': {
    method: 'POST',
    path: '/products',
    body: {
      attributes: {
        sku: ['a'],
        price: 'abc',
        in_stock: 'yes',
        day: '2024-13-01',
        site: 'ftp://x',
        specs: '{',
        color: 'Purple',
        tags: 'New, Old',
        vendor: 'x',
        gallery: {},
        total: 1,
        vendor_country: 'x',
        nope: 1,
        picture: 'nowhere',
      },
      parent_id: 'x',
      extra: 1,
    },
    expected: [
      'attributes.sku expected_scalar',
      'attributes.price expected_number',
      'attributes.in_stock expected_boolean',
      'attributes.day expected_date',
      'attributes.site expected_url',
      'attributes.specs expected_json',
      `attributes.color not_an_acceptable_value ${colors}`,
      'attributes.tags not_an_acceptable_value [New, Sale]',
      'attributes.vendor expected_uuid_or_null',
      'attributes.gallery expected_uuid_array',
      'attributes.total read_only_attribute',
      'attributes.vendor_country read_only_attribute',
      'attributes.nope not_a_defined_attribute',
      'attributes.picture expected_url',
      'attributes.name required',
      'parent_id expected_uuid_or_null',
      'extra ~',
    ],
  },
  'create: constraints, targets that are not there, a parent of another type': {
    method: 'POST',
    path: '/products',
    body: {
      attributes: {
        name: 'New',
        price: 12.345,
        code: 'a',
        ean: '4006381333930',
        score: 101,
        position: 0,
        vendor: ids.image,
        gallery: [ids.image, unknownId],
      },
      parent_id: ids.vendor,
    },
    expected: [
      'attributes.price out_of_range',
      'attributes.code too_short',
      'attributes.code pattern_mismatch',
      'attributes.ean invalid_check_digit',
      'attributes.score out_of_range',
      'attributes.position out_of_range',
      'attributes.vendor referenced_entity_not_found',
      'attributes.gallery referenced_entity_not_found',
      'parent_id referenced_entity_not_found',
    ],
  },
  'update: its own parent, wrong ways to clear, an option that is none': {
    method: 'PATCH',
    path: `/products/${ids.product}`,
    body: {
      parent_id: ids.product,
      attributes: {
        name: { a: 1 },
        price: true,
        vendor: '',
        gallery: null,
        stage: 'Sold',
        code: 'TOOLONG',
        in_stock: 1,
      },
    },
    expected: [
      'parent_id self_reference',
      'attributes.name expected_scalar',
      'attributes.price expected_number',
      'attributes.vendor expected_uuid_or_null',
      'attributes.gallery expected_uuid_array',
      'attributes.stage not_an_acceptable_value [Draft, Live]',
      'attributes.code too_long',
      'attributes.in_stock expected_boolean',
    ],
  },
  'update: structural faults beside others': {
    method: 'PATCH',
    path: `/products/${ids.product}?dry_run=1`,
    body: { attributes: 5, parent_id: 'x', label: 'L', id: ids.product },
    expected: ['dry_run ~', 'attributes ~', 'parent_id expected_uuid_or_null', 'label ~', 'id ~'],
  },
  'update: a circle and a required value cleared': {
    method: 'PATCH',
    path: `/categories/${ids.category}?x=1`,
    body: { parent_id: ids.category, attributes: { must: null, nope: null } },
    expected: [
      'x ~',
      'parent_id self_reference',
      'attributes.must required',
      'attributes.nope not_a_defined_attribute',
    ],
  },
  'upsert: a merge key of the wrong type, and the values of others': {
    method: 'POST',
    path: '/products/upsert',
    body: { merge_key: 'price', attributes: { price: 'a', color: 'Mauve', total: 2 } },
    expected: [
      'merge_key not_a_text_attribute',
      'attributes.price expected_number',
      `attributes.color not_an_acceptable_value ${colors}`,
      'attributes.total read_only_attribute',
    ],
  },
  'upsert: an undefined merge key and a field it does not take': {
    method: 'POST',
    path: '/products/upsert',
    body: { merge_key: 'nope', attributes: { sku: {}, in_stock: 1 }, parent: null },
    expected: [
      'merge_key not_a_defined_attribute',
      'attributes.sku expected_scalar',
      'attributes.in_stock expected_boolean',
      'parent ~',
    ],
  },
  'upsert: no value to match, and the values of others': {
    method: 'POST',
    path: '/products/upsert',
    body: { merge_key: 'sku', attributes: { sku: ' ', price: 'x', vendor: unknownId } },
    expected: [
      'merge_key merge_key_value_required',
      'attributes.price expected_number',
      'attributes.vendor referenced_entity_not_found',
    ],
  },
  'upsert: a new entity without its primary attribute': {
    method: 'POST',
    path: '/products/upsert',
    body: { merge_key: 'sku', attributes: { sku: 'NEW', price: -1, day: 'soon' } },
    expected: ['attributes.price out_of_range', 'attributes.day expected_date', 'attributes.name required'],
  },
  'batch: no items, a merge key that is no text, an unknown field and parameter': {
    method: 'POST',
    path: '/products/batch?atomic=1',
    body: { items: [], merge_key: 5, mode: 'all' },
    expected: ['items expected_values', 'merge_key ~', 'mode ~', 'atomic ~'],
  },
  'batch: too many items': {
    method: 'POST',
    path: '/products/batch',
    body: { items: Array.from({ length: 101 }, () => ({ attributes: {} })), mode: 'all' },
    expected: ['items too_many_values', 'mode ~'],
  },
  'attributes: a type, a channel and a parameter that are none': {
    path: '/attributes?type=shoe&channel=ebay&limit=5',
    expected: ['type invalid_value', 'channel invalid_value', 'limit ~'],
  },
  'a definition without a name, of a type that is none': {
    method: 'POST',
    path: '/attributes',
    body: { entity_type: 'shoe', data_type: 'blob', acceptable_values: 5, colour: 'red', is_primary: 'yes' },
    expected: [
      'name required',
      'entity_type invalid_value',
      'data_type invalid_value',
      'acceptable_values ~',
      'colour ~',
      'is_primary ~',
    ],
  },
  'a definition of a select without options that a vendor would inherit': {
    method: 'POST',
    path: '/attributes',
    body: {
      name: 'Size',
      key: 'Bad Key',
      entity_type: 'vendor',
      data_type: 'single_select_list',
      inheritance_mode: 'inherit_from_parent',
      rollup_mode: 'most',
      selected_tools: ['includeMagic'],
      constraints: { min_length: 5, max_length: 2, check: 'isbn' },
    },
    expected: [
      'key invalid_value',
      'acceptable_values required',
      'inheritance_mode invalid_value',
      'rollup_mode invalid_value',
      'selected_tools invalid_value',
      'constraints.check ~',
      'constraints.min_length out_of_range',
    ],
  },
  'a change of a definition in what must stay': {
    method: 'PATCH',
    path: '/attributes/price?type=product&force=1',
    body: { id: unknownId, key: 'cost', entity_type: 'vendor', tool: 'formula', data_type: 'blob' },
    expected: [
      'force ~',
      'id invalid_value',
      'key invalid_value',
      'entity_type invalid_value',
      'tool invalid_value',
      'data_type invalid_value',
    ],
  },
  'events: every filter': {
    path: '/events?limit=0&offset=x&type=shoe&event=entity.renamed&via=phone&job_id=z&since=then&until=now&after=-1&attribute=nope&sort=x',
    expected: [
      'limit out_of_range',
      'offset expected_non_negative_integer',
      'type invalid_value',
      'event invalid_value',
      'via invalid_value',
      'job_id expected_uuid',
      'since expected_date',
      'until expected_date',
      'after expected_non_negative_integer',
      'attribute not_a_defined_attribute',
      'sort ~',
    ],
  },
  'jobs: status, paging and an unknown parameter': {
    path: '/jobs?status=dead&limit=201&offset=-1&type=x',
    expected: [
      'status invalid_value',
      'limit out_of_range',
      'offset expected_non_negative_integer',
      'type ~',
    ],
  },
}

function formatFault({ field, issue, acceptable_values: values }: FieldError): string {
  const isSentence = /^[A-Z].* .*\.$/s.test(issue)
  const shown = isSentence ? '~' : issue
  return issue === 'not_an_acceptable_value'
    ? `${field} ${shown} [${values?.join(', ')}]`
    : `${field} ${shown}`
}

test.each(Object.entries(requests))('%s', async (_name, { method = 'GET', path, body, expected }) => {
  const before = await server.get('/events?limit=1')
  const encoded = path.replaceAll('[', '%5B').replaceAll(']', '%5D')
  const answer = await server.send({
    method,
    path: `/api/v1${encoded}`,
    headers: { authorization: `Bearer ${server.key}` },
    body,
  })
  expect(answer.body.error).toMatchObject({ code: 'validation_failed' })
  expect(answer.body.error.field_errors.map(formatFault).sort()).toEqual(expected.toSorted())
  expect((await server.get('/events?limit=1')).body.pagination.total).toBe(before.body.pagination.total)
})

test('each failed item of a batch names all of its faults', async () => {
  const items = [
    { attributes: { sku: ['a'], price: 'abc', nope: 1 } },
    { id: ids.product, parent_id: ids.product, attributes: { color: 'Mauve', gallery: 'x' } },
    { merge_key: 'vendor', attributes: { name: 'x', day: 'soon' } },
    { merge_key: 'sku', extra: 1, attributes: { price: 'x' } },
    { id: unknownId, attributes: { nope: 1 } },
  ]
  const { status, body } = await server.post('/products/batch', { items })
  expect(status).toBe(200)
  expect(body.summary).toEqual({ total: 5, created: 0, updated: 0, unchanged: 0, failed: 5 })
  const faults = body.data.map(
    ({ status_code: code, error }: { status_code: number; error: { field_errors: FieldError[] } }) => [
      code,
      ...error.field_errors.map(formatFault).sort(),
    ],
  )
  expect(faults).toEqual([
    [
      400,
      'attributes.name required',
      'attributes.nope not_a_defined_attribute',
      'attributes.price expected_number',
      'attributes.sku expected_scalar',
    ],
    [
      400,
      `attributes.color not_an_acceptable_value ${colors}`,
      'attributes.gallery expected_uuid_array',
      'parent_id self_reference',
    ],
    [400, 'attributes.day expected_date', 'merge_key not_a_text_attribute'],
    [400, 'attributes.price expected_number', 'extra ~', 'merge_key merge_key_value_required'],
    [404],
  ])
})
