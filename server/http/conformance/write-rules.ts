import type { IssueCode } from '#shared/errors.ts'
import { define, move, type Rule, set, unknownId, upsert } from './issue-rule.ts'

/** The table "Write issue codes" of the specification and, at its end, the codes of constraints (decisions). */
export const writeRules: Partial<Record<IssueCode, Rule>> = {
  read_only_attribute: {
    refused: [
      [set({ total: 1 }), 'attributes.total'],
      [set({ total: null }), 'attributes.total'],
      [set({ vendor_country: '' }), 'attributes.vendor_country'],
      [
        { method: 'PATCH', to: `/vendors/{vendor}`, body: { attributes: { products: [] } } },
        'attributes.products',
      ],
    ],
    accepted: [set({ vendor: '{vendor}' })],
  },
  expected_scalar: {
    refused: [
      [set({ sku: ['a'] }), 'attributes.sku'],
      [set({ price: { amount: 1 } }), 'attributes.price'],
      [set({ tags: ['New'] }), 'attributes.tags'],
      [set({ specs: { a: 1 } }), 'attributes.specs'],
      [set({ sku: [] }), 'attributes.sku'],
    ],
    accepted: [set({ notes: 12 }), set({ notes: true }), set({ tags: 'New,Sale' })],
  },
  expected_uuid_or_null: {
    refused: [
      [set({ vendor: 'Nord' }), 'attributes.vendor'],
      [set({ vendor: '' }), 'attributes.vendor'],
      [set({ vendor: 1 }), 'attributes.vendor'],
      [set({ vendor: ['{vendor}'] }), 'attributes.vendor'],
      [set({ vendor: { uuid: '{vendor}' } }), 'attributes.vendor'],
      [move('{variant}', 'x'), 'parent_id'],
      [move('{variant}', ''), 'parent_id'],
    ],
    accepted: [
      set({ vendor: null }),
      set({ vendor: { id: '{vendor}', type: 'vendor', label: 'any', more: 1 } }),
      move('{variant}', null),
      move('{variant}', '{product}'),
    ],
  },
  expected_uuid_array: {
    refused: [
      [set({ gallery: '{image}' }), 'attributes.gallery'],
      [set({ gallery: null }), 'attributes.gallery'],
      [set({ gallery: '' }), 'attributes.gallery'],
      [set({ gallery: { id: '{image}' } }), 'attributes.gallery'],
      [set({ gallery: ['{image}', 'x'] }), 'attributes.gallery'],
      [set({ gallery: [null] }), 'attributes.gallery'],
    ],
    accepted: [set({ gallery: [] }), set({ gallery: ['{image}', { id: '{IMAGE}', type: 'image' }] })],
  },
  expected_url: {
    refused: [
      [set({ site: 'ftp://example.com' }), 'attributes.site'],
      [set({ site: 'javascript:alert(1)' }), 'attributes.site'],
      [set({ site: 'example.com' }), 'attributes.site'],
      [set({ site: '//example.com' }), 'attributes.site'],
      [set({ picture: 'files/../../secret' }), 'attributes.picture'],
      [set({ clip: 'file:///etc/passwd' }), 'attributes.clip'],
    ],
    accepted: [set({ site: 'https://example.com/ä?b=c#d' }), set({ picture: `files/${'a'.repeat(64)}.png` })],
  },
  expected_json: {
    refused: [
      [set({ specs: '{' }), 'attributes.specs'],
      [set({ specs: "{'a':1}" }), 'attributes.specs'],
      [set({ specs: 'NaN' }), 'attributes.specs'],
    ],
    accepted: [set({ specs: '{"__proto__":1}' }), set({ specs: '1' }), set({ specs: ' null ' })],
  },
  not_an_acceptable_value: {
    refused: [
      [set({ color: 'Purple' }), 'attributes.color'],
      [set({ color: 'red' }), 'attributes.color'],
      [set({ color: 'Red, Green' }), 'attributes.color'],
      [set({ tags: 'New, Old' }), 'attributes.tags'],
      [set({ stage: 'Sold' }), 'attributes.stage'],
    ],
    accepted: [set({ color: 'Red', tags: 'Sale, New, Sale', stage: 'Live' }), set({ color: '', tags: null })],
  },
  required: {
    refused: [
      [{ to: '/products', body: {} }, 'attributes.name'],
      [{ to: '/products', body: { attributes: { name: '' } } }, 'attributes.name'],
      [{ to: '/products', body: { attributes: { name: null, sku: 'x' } } }, 'attributes.name'],
      [upsert('sku', { sku: 'nobody has this' }), 'attributes.name'],
      [{ to: '/categories', body: { attributes: { category_name: 'x' } } }, 'attributes.must'],
      [`/products/{product}/references`, 'attribute'],
      [define({ data_type: 'single_select_list' }), 'acceptable_values'],
      [define({ data_type: 'entity_reference' }), 'reference'],
      [{ to: '/attributes', body: { entity_type: 'product', data_type: 'number' } }, 'name'],
    ],
    accepted: [{ to: '/products', body: { attributes: { name: 'x' } } }, upsert('sku', { sku: 'a' })],
  },
  referenced_entity_not_found: {
    refused: [
      [set({ vendor: unknownId }), 'attributes.vendor'],
      [set({ vendor: '{image}' }), 'attributes.vendor'],
      [set({ gallery: ['{image}', unknownId] }), 'attributes.gallery'],
      [move('{variant}', unknownId), 'parent_id'],
      [move('{variant}', '{vendor}'), 'parent_id'],
    ],
    accepted: [
      { method: 'PATCH', to: `/vendors/{vendor}`, body: { parent_id: '{product}' } },
      { method: 'PATCH', to: `/images/{image}`, body: { parent_id: '{product}' } },
    ],
  },
  self_reference: {
    refused: [
      [move('{product}', '{product}'), 'parent_id'],
      [move('{product}', '{VARIANT}'), 'parent_id'],
      [{ method: 'PATCH', to: `/images/{image}`, body: { parent_id: '{image}' } }, 'parent_id'],
    ],
    accepted: [],
  },
  merge_key_value_required: {
    refused: [
      [upsert('sku', {}), 'merge_key'],
      [upsert('sku', { sku: null }), 'merge_key'],
      [upsert('sku', { sku: '' }), 'merge_key'],
      [upsert('sku', { sku: ' \t' }), 'merge_key'],
    ],
    accepted: [upsert('sku', { sku: ' a ' }), upsert('sku', { sku: 'A' })],
  },
  not_a_text_attribute: {
    refused: [
      'price',
      'in_stock',
      'day',
      'color',
      'tags',
      'stage',
      'specs',
      'picture',
      'clip',
      'score',
      'position',
      'vendor',
      'gallery',
      'total',
      'vendor_country',
    ].map((key) => [upsert(key, { name: 'x' }), 'merge_key'] as const),
    accepted: [
      upsert('name', { name: 'by name' }),
      upsert('notes', { name: 'by notes', notes: 'n1' }),
      upsert('site', { name: 'by site', site: 'https://example.com/1' }),
    ],
  },
  not_a_reference_attribute: {
    refused: ['sku', 'price', 'total', 'vendor_country'].map(
      (key) => [`/products/{product}/references?attribute=${key}`, 'attribute'] as const,
    ),
    accepted: [
      `/products/{product}/references?attribute=vendor`,
      `/products/{product}/references?attribute=gallery`,
      `/vendors/{vendor}/references?attribute=products`,
    ],
  },
  // Constraints (decisions, Attribute definitions).
  too_short: { refused: [[set({ code: 'A' }), 'attributes.code']], accepted: [set({ code: 'AB' })] },
  too_long: {
    refused: [
      [set({ code: 'ABCDEF' }), 'attributes.code'],
      [
        set({ gallery: Array.from({ length: 4 }, (_, index) => `${unknownId.slice(0, -1)}${index}`) }),
        'attributes.gallery',
      ],
    ],
    accepted: [set({ code: 'ABCDE' })],
  },
  pattern_mismatch: {
    refused: [
      [set({ code: 'Ab' }), 'attributes.code'],
      [set({ code: 'AB\nx' }), 'attributes.code'],
    ],
    accepted: [set({ code: 'XYZ' })],
  },
  invalid_check_digit: {
    refused: [
      [set({ ean: '4006381333930' }), 'attributes.ean'],
      [set({ ean: '123' }), 'attributes.ean'],
      [set({ ean: 'abc' }), 'attributes.ean'],
    ],
    accepted: [set({ ean: '4006381333931' }), set({ ean: '96385074' }), set({ ean: '036000291452' })],
  },
}
