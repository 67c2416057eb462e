import { expect, test } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import type { GridColumn } from '../query/columns.ts'
import { type AllColumns, groupByDay, hasRestorable } from './use-restore.ts'

const column = (id: string, readOnlyReason?: string) => ({ id, readOnlyReason }) as GridColumn
const columns: AllColumns = {
  product: [column('price'), column('margin', 'It is computed.')],
  image: [],
  vendor: [],
  category: [],
  source: [],
}

function event(part: Partial<EventRecord>): EventRecord {
  return {
    id: 'e',
    sequence: 1,
    event: 'entity.updated',
    entity: { id: 'p', type: 'product', label: 'Chair' },
    actor: { type: 'owner', id: null, name: null },
    via: 'app',
    job_id: null,
    request_id: null,
    automation_id: null,
    created_at: '2026-03-10T12:00:00.000Z',
    changes: [{ attribute: 'price', old: 1, new: 2 }],
    ...part,
  }
}

test('only changed values that people write can be brought back', () => {
  const change = (attribute: string) => [{ attribute, old: 1, new: 2 }]
  expect(hasRestorable(event({}), columns)).toBe(true)
  expect(hasRestorable(event({ event: 'entity.created' }), columns)).toBe(false)
  expect(hasRestorable(event({ entity: null }), columns)).toBe(false)
  for (const attribute of ['margin', 'gone', 'label'])
    expect(hasRestorable(event({ changes: change(attribute) }), columns)).toBe(false)
})

test('events stand under the days of this computer', () => {
  const at = (day: number, hour: number) => event({ created_at: new Date(2026, 2, day, hour).toISOString() })
  const days = groupByDay([at(10, 23), at(10, 0), at(9, 23)], ({ created_at: time }) => time)
  expect(days.map(({ entries }) => entries.length)).toEqual([2, 1])
})
