import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Pagination } from '#shared/paging.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { listEvents, type ListEventsRequest } from './list-events.ts'
import { recordAttributeEvent } from '../events/record-event.ts'

let catalog: ScratchCatalog
let chair: EntityResource
let variant: EntityResource
const context = {
  ...testContext,
  via: 'mcp' as const,
  request_id: 'r-1',
  job_id: '018f0000-0000-7000-8000-000000000001',
}

const patch = (id: string, body: object) =>
  catalog.write((tx) => updateEntity(tx, { type: 'product', id, body, faults: [], context }))

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  chair = catalog.create('product', { sku: 'CHAIR' })
  variant = catalog.create('product', { sku: 'C-0', price: 10 })
  patch(variant.id, { parent_id: chair.id, attributes: { price: 12 } })
  patch(variant.id, { parent_id: chair.id, attributes: { price: 12 } })
  patch(variant.id, { parent_id: null, attributes: { price: null } })
})

afterAll(() => catalog[Symbol.dispose]())

const whole = (request: Partial<ListEventsRequest>): ListEventsRequest => ({
  filters: {},
  limit: 50,
  offset: 0,
  faults: [],
  ...request,
})

function list(request: Partial<ListEventsRequest> = {}) {
  const answer = catalog.read((db) => listEvents(db, whole(request)))
  return parseAnswer<{ data: EventRecord[]; pagination: Pagination }>(answer)
}

const kinds = (data: readonly EventRecord[]) => data.map(({ event }) => event)
const numbers = (data: readonly EventRecord[]) => data.map(({ sequence }) => sequence)
const faultsOf = (request: Partial<ListEventsRequest>) => refusal(() => list(request)).fieldErrors

describe('the feed', () => {
  test('is newest first, and its records are those that the stream carries', () => {
    expect(list().data).toEqual(catalog.events().toReversed())
    expect(kinds(list().data)).toEqual([
      'entity.updated',
      'entity.updated',
      'entity.created',
      'entity.created',
      'attribute.created',
      'attribute.created',
    ])
  })

  test('tells who changed what, through which door, with old and new values as the API shows them', () => {
    expect(list().data[1]).toEqual({
      automation_id: null,
      id: expect.any(String),
      sequence: 5,
      event: 'entity.updated',
      entity: { id: variant.id, type: 'product', label: 'C-0' },
      actor: testContext.actor,
      via: 'mcp',
      job_id: context.job_id,
      request_id: 'r-1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      changes: [
        { attribute: 'parent_id', old: null, new: chair.id },
        { attribute: 'price', old: 10, new: 12 },
      ],
    })
    expect(list().data[0]?.changes).toEqual([
      { attribute: 'parent_id', old: chair.id, new: null },
      { attribute: 'price', old: 12, new: null },
    ])
  })

  test('by attribute: what changed its value, its first one and parents included', () => {
    expect(numbers(list({ after: 0, filters: { attribute: 'parent_id' } }).data)).toEqual([5, 6])
    expect(numbers(list({ after: 0, filters: { attribute: 'price' } }).data).slice(0, 3)).toEqual([4, 5, 6])
    expect(list({ filters: { attribute: 'sku' } }).data.every(({ entity }) => entity !== null)).toBe(true)
  })

  test('by the key of a deleted attribute, too', () => {
    const gone = { uuid: '018f0000-0000-7000-8000-000000000002', key: 'gone', entityType: 'product' } as const
    expect(faultsOf({ filters: { attribute: 'gone' } })).toHaveLength(1)
    catalog.write((tx) => recordAttributeEvent(tx, 'attribute.deleted', gone, [], testContext))
    expect(list({ filters: { attribute: 'gone' } }).data).toEqual([])
  })
})

describe('refusals', () => {
  test('the key of another type, for the events of an entity', () => {
    catalog.define('image', 'Alt text')
    const of = { type: 'product', id: chair.id } as const
    expect(faultsOf({ of, filters: { attribute: 'alt_text' } })).toMatchObject([{ field: 'attribute' }])
    expect(list({ filters: { attribute: 'alt_text' } }).data).toEqual([])
  })

  test('a cursor of other filters, of another entity or of the other direction', () => {
    const { next_cursor: cursor } = list({ limit: 1 }).pagination
    const of = { type: 'product', id: chair.id } as const
    for (const other of [{ filters: { via: 'api' } }, { of }, { after: 0 }])
      expect(faultsOf({ ...other, cursor })).toMatchObject([{ field: 'cursor', issue: 'invalid_value' }])
  })
})
