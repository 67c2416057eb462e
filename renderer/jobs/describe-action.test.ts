import { expect, test } from 'vitest'
import type { ChangeAction } from '#shared/events.ts'
import { describeAction } from './describe-action.ts'

const chair = { id: 'c', type: 'product', label: 'Oak chair' } as const
const price = { key: 'price', entity_type: 'product' } as const
const products = (entities: number) => [{ type: 'product' as const, entities }]
const update: ChangeAction = {
  id: 'a',
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  job: null,
  edit_id: 'e',
  first_sequence: 1,
  last_sequence: 20,
  started_at: '2026-01-05T10:00:00.000Z',
  ended_at: '2026-01-05T10:00:00.000Z',
  events: 20,
  is_whole: true,
  kinds: ['entity.updated'],
  subjects: products(20),
  entity: null,
  name: null,
  attributes: [price],
}
const other = (key: string) => ({ key, entity_type: 'product' as const })

test.each<[Partial<ChangeAction>, string]>([
  [{}, 'Price of 20 products'],
  [{ entity: chair, subjects: products(1) }, 'Price of Oak chair'],
  [{ attributes: [price, other('sku')] }, 'Price and SKU of 20 products'],
  [{ attributes: [price, other('a'), other('b')] }, '3 attributes of 20 products'],
  [{ kinds: ['entity.created'], attributes: [] }, '20 products added'],
  [{ kinds: ['entity.created'], subjects: [], events: 900, is_whole: false }, '900 changes'],
  [{ kinds: ['entity.deleted'], entity: chair, attributes: [] }, 'Oak chair moved to the trash'],
  [{ kinds: ['attribute.created'], subjects: [] }, 'Attribute added: Price'],
  [{ kinds: ['channel.updated'], subjects: [], attributes: [], name: 'Shopify' }, 'Channel changed: Shopify'],
  [
    { job: { id: 'j', name: 'import', file: 'list.csv' }, kinds: ['entity.created', 'entity.updated'] },
    'Import of list.csv: 20 products',
  ],
  [
    { job: { id: 'j', name: 'bulk_edit', file: null }, kinds: ['job.completed', 'entity.updated'] },
    'Bulk edit: Price of 20 products',
  ],
  [{ job: { id: 'j', name: 'export', file: null }, kinds: ['job.completed'] }, 'Export'],
  [
    { job: { id: 'j', name: 'channel_export', file: null }, kinds: ['job.completed'] },
    'Export for a channel',
  ],
  [
    { job: { id: 'j', name: 'find_duplicates', file: null }, kinds: ['job.completed'] },
    'Search for duplicates',
  ],
  [{ kinds: ['attribute.created', 'entity.created'], attributes: [] }, '20 products and attributes added'],
])('an action is told in a few words: %j is %s [surfaces.5.6]', (part, text) => {
  const names: Record<string, string> = { price: 'Price', sku: 'SKU' }
  expect(describeAction({ ...update, ...part }, (_type, key) => names[key] ?? key)).toBe(text)
})
