import { expect, test } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import { createApi } from '../../api/client.ts'
import { toColumns } from '../../query/columns.ts'
import { createFormats } from '../model/formats.ts'
import { describeChange, describeEvent, toWire } from './describe-event.ts'

const event = (part: Partial<EventRecord>): EventRecord => ({
  id: 'e',
  sequence: 1,
  event: 'entity.updated',
  entity: null,
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  job_id: null,
  request_id: null,
  created_at: '2026-01-05T10:00:00.000Z',
  changes: [],
  ...part,
})

test.each([
  [{}, 'Changed by you in the app'],
  [
    { actor: { type: 'api_key', id: 'k', name: 'ERP sync' }, via: 'api' },
    'Changed by ERP sync through the API',
  ],
  [
    { event: 'entity.created', actor: { type: 'system', id: null, name: null }, via: 'import' },
    'Created by Vitrine through an import',
  ],
] as const)('%j reads: %s', (part, text) => {
  expect(describeEvent(event(part as Partial<EventRecord>))).toBe(text)
})

const context = { api: createApi('w'), formats: createFormats('en-GB') }
const columns = toColumns([
  {
    id: '1',
    key: 'price',
    name: 'Price',
    entity_type: 'product',
    data_type: 'number',
    channel: null,
    is_primary: false,
    writable: true,
    acceptable_values: [],
    default_value: null,
  },
])

test('values of a change are shown as the column shows them; a gone attribute by its key', () => {
  expect(describeChange({ attribute: 'price', old: null, new: 1200.5 }, columns, context)).toMatchObject({
    name: 'Price',
    before: '',
    after: '1,200.5',
  })
  const gone = describeChange({ attribute: 'gone', old: true, new: 'x' }, columns, context)
  expect(gone).toMatchObject({ name: 'gone', before: 'Yes', after: 'x', column: undefined })
})

test('references are written by id', () => {
  const stub = { id: 'v', type: 'vendor', label: 'V' }
  expect([toWire(stub), toWire([stub]), toWire(3), toWire(undefined)]).toEqual(['v', ['v'], 3, null])
})
