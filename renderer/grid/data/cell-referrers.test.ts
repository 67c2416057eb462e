import { expect, test } from 'vitest'
import type { EntityType } from '#shared/entities.ts'
import type { EventKind, EventRecord } from '#shared/events.ts'
import { toColumn, type GridAttribute } from '../../query/columns.ts'
import { mayChangeReferrers, readReferrers } from './row-lookup.ts'

const column = (key: string, more: Partial<GridAttribute>) =>
  toColumn({
    id: key,
    key,
    name: key,
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: false,
    writable: true,
    acceptable_values: [],
    ...more,
  } as GridAttribute)

const name = column('name', { is_primary: true })
const products = column('products', {
  data_type: 'inverse_reference',
  reference: { type: 'product', attribute: 'vendor' },
})

const event = (kind: EventKind, type?: EntityType): EventRecord => ({
  id: '00000000-0000-7000-8000-000000000000',
  sequence: 1,
  event: kind,
  entity: type ? { id: '00000000-0000-7000-8000-000000000001', type, label: null } : null,
  ...(kind.startsWith('attribute.') && {
    attribute: { id: '00000000-0000-7000-8000-000000000002', key: 'vendor', entity_type: 'product' },
  }),
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  job_id: null,
  request_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  changes: [],
})

test.each([
  ['a change of the referring type', event('entity.updated', 'product'), true],
  ['one that goes to the trash', event('entity.deleted', 'product'), true],
  ['one that comes back', event('entity.restored', 'product'), true],
  ['a change of another type', event('entity.updated', 'image'), false],
  ['another definition', event('attribute.updated'), true],
  ['the end of a job', event('job.completed'), false],
])('%s', (_name, change, may) => {
  expect(mayChangeReferrers(change, [name, products])).toBe(may)
  expect(mayChangeReferrers(change, [name])).toBe(false)
})

test('a row that nothing refers to is known as such', async () => {
  const found = { a: { products: { total: 1, first: [] } } }
  const known = await readReferrers([{ id: 'a' }, { id: 'b' }], () => Promise.resolve(found))
  expect([...known]).toEqual([
    ['a', found.a],
    ['b', {}],
  ])
})
