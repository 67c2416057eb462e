import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import {
  type Actor,
  eventKinds,
  eventVias,
  keyOfActor,
  type EventKind,
  type EventVia,
} from '#shared/events.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import type { ReadableDb } from '../database/database.ts'
import { type EventFilter, type EventWindow, listEventPage } from './event-pages.ts'
import { parseJson } from '../database/json.ts'
import { appendEvent, listActors } from '../tables/events.ts'
import { makeIndex } from '../tables/index-tables.ts'
import { takeIndexRequests } from '../tables/indexes.ts'
import { listenTo } from '../../testing/listening-db.ts'

let catalog: ScratchCatalog
let all: Sample[]

interface Sample {
  readonly sequence: number
  readonly at: number
  readonly entity: number | null
  readonly type: EntityType | ''
  readonly kind: EventKind
  readonly via: EventVia
  readonly job: string | null
  readonly edit: string | null
  readonly actor: string
  readonly attributes: readonly string[]
}

const actors: Actor[] = [
  { type: 'owner', id: null, name: null },
  { type: 'owner', id: null, name: 'Watched folder' },
  { type: 'api_key', id: 'key-1', name: 'ERP' },
  { type: 'api_key', id: 'key-1', name: 'ERP, renamed' },
]

const pick = <Value>(values: readonly Value[], number: number) => values[number % values.length] as Value

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.write((tx) => {
    for (let index = 0; index < 400; index += 1) {
      const kind = pick(eventKinds, index * 7)
      const isEntity = /^(entity|note)\./.test(kind)
      const type = pick(entityTypes, index * 3)
      const attributes = index % 11 === 0 ? ['price', 'name'] : [pick(['name', 'parent_id'], index)]
      appendEvent(tx, {
        event: kind,
        entityId: isEntity ? index % 5 : null,
        subject: isEntity ? { entity: { id: 'x', type, label: '"entity":' } } : {},
        changes: attributes.map((attribute) => ({
          attribute,
          old: null,
          new: '{"attribute":"price","old":',
        })),
        context: {
          actor: pick(actors, index * 13),
          via: pick(eventVias, index * 5),
          request_id: null,
          job_id: index % 4 === 0 ? `job-${index % 3}` : null,
          ...(index % 6 === 0 && { edit_id: `edit-${index % 5}` }),
        },
      })
    }
    tx.run('UPDATE event SET created_at = created_at + 86400000 WHERE sequence > 200')
  })
  all = catalog.read((db) =>
    db
      .all<Omit<Sample, 'attributes' | 'at'> & { changes: string; created_at: number }>(
        'SELECT * FROM event ORDER BY sequence',
      )
      .map(({ changes, created_at: at, actor, ...row }) => ({
        ...row,
        at,
        actor: keyOfActor(JSON.parse(actor) as Actor),
        attributes: (JSON.parse(changes) as { attribute: string }[]).map(({ attribute }) => attribute),
      })),
  )
})

afterAll(() => catalog[Symbol.dispose]())

function expected(filter: EventFilter, { isAscending, limit, offset, behind }: EventWindow) {
  const matches = all.filter(
    (event) =>
      (filter.entity === undefined || event.entity === filter.entity) &&
      (filter.type === undefined || event.type === filter.type) &&
      (filter.kind === undefined || event.kind === filter.kind) &&
      (filter.via === undefined || event.via === filter.via) &&
      (filter.job === undefined || event.job === filter.job) &&
      (filter.edit === undefined || event.edit === filter.edit) &&
      (filter.actor === undefined || event.actor === filter.actor) &&
      (filter.attribute === undefined ||
        (event.kind.startsWith('entity.') && event.attributes.includes(filter.attribute))) &&
      (filter.after === undefined || event.sequence > filter.after) &&
      (filter.since === undefined || event.at >= filter.since) &&
      (filter.until === undefined || event.at <= filter.until),
  )
  const ordered = isAscending ? matches : matches.toReversed()
  const rest = ordered.filter(
    ({ sequence }) => behind === undefined || (isAscending ? sequence > behind : sequence < behind),
  )
  return {
    sequences: rest.slice(offset, offset + limit).map(({ sequence }) => sequence),
    total: matches.length,
  }
}

describe.each(['without', 'with'])(
  'a page of the feed %s the index of actors equals what a loop over all events gives',
  (how) => {
    beforeAll(() => {
      if (how === 'with') catalog.write((tx) => makeIndex(tx, 'actor'))
    })

    const middle = () => all[199]!.at
    const filters: [string, () => EventFilter][] = [
      ['no filter', () => ({})],
      ['one entity', () => ({ entity: 3 })],
      ['one entity and a kind', () => ({ entity: 3, kind: 'entity.updated' })],
      ['a type', () => ({ type: 'image' })],
      ['a kind', () => ({ kind: 'job.failed' })],
      ['a door', () => ({ via: 'api' })],
      ['a kind, a door and a type', () => ({ kind: 'entity.created', via: 'app', type: 'product' })],
      ['a kind that has no type, with a type', () => ({ kind: 'job.failed', type: 'product' })],
      ['an attribute', () => ({ attribute: 'price' })],
      ['an attribute and a door', () => ({ attribute: 'name', via: 'mcp' })],
      ['an attribute in a range', () => ({ attribute: 'name', after: 30, until: middle() })],
      ['an attribute in an empty range', () => ({ attribute: 'name', after: 400 })],
      ['a job', () => ({ job: 'job-1' })],
      ['a job that is unknown', () => ({ job: 'nope' })],
      ['an edit', () => ({ edit: 'edit-2' })],
      ['an edit and an actor', () => ({ edit: 'edit-2', actor: 'owner' })],
      ['an actor', () => ({ actor: 'owner' })],
      [
        'an actor that was renamed, a door and a range',
        () => ({ actor: 'key-1', via: 'api', after: 9, until: middle() }),
      ],
      ['an actor and an attribute', () => ({ actor: 'key-1', attribute: 'price' })],
      ['an actor that is unknown', () => ({ actor: 'nope' })],
      ['behind a sequence number', () => ({ after: 390 })],
      ['behind the last sequence number', () => ({ after: 400 })],
      ['since', () => ({ since: middle() + 1 })],
      ['until, inclusive', () => ({ until: middle() })],
      ['since the first and until before it', () => ({ since: all[0]!.at, until: all[0]!.at - 1 })],
      ['since the future', () => ({ since: Date.now() * 2 })],
      ['a door in a range', () => ({ via: 'api', since: all[50]!.at, until: middle(), after: 20 })],
    ]
    const windows: EventWindow[] = [
      { isAscending: false, limit: 7, offset: 0, behind: undefined },
      { isAscending: true, limit: 7, offset: 0, behind: undefined },
      { isAscending: false, limit: 5, offset: 3, behind: undefined },
      { isAscending: true, limit: 500, offset: 395, behind: undefined },
      { isAscending: false, limit: 5, offset: 0, behind: 100 },
      { isAscending: true, limit: 5, offset: 0, behind: 100 },
      { isAscending: false, limit: 5, offset: 0, behind: 1 },
    ]
    test.each(filters)('%s', (_name, filter) => {
      for (const window of windows) {
        const { events, total } = catalog.read((db) => listEventPage(db, filter(), window))
        expect({ sequences: events.map(({ sequence }) => sequence), total }).toEqual(
          expected(filter(), window),
        )
      }
    })

    test('what changed an attribute is found once, and then only in what has come since', () => {
      using empty = new ScratchCatalog()
      const looked: unknown[][] = []
      const noting = (db: ReadableDb) =>
        listenTo(db, ({ method, params }) => method === 'column' && looked.push(params.slice(0, 2)))
      const reader = empty.openReader()
      let listening: ReadableDb | undefined
      const window = { isAscending: false, limit: 5, offset: 0, behind: undefined }
      const list = () =>
        reader.read((db) => listEventPage((listening ??= noting(db)), { attribute: 'name' }, window))
      empty.define('product', 'Name')
      empty.create('product', { name: 'a' })
      expect(list()).toMatchObject({ events: [{ sequence: 2 }], total: 1 })
      expect(list().total).toBe(1)
      empty.create('product', { name: 'b' })
      expect(list()).toMatchObject({ events: [{ sequence: 3 }, { sequence: 2 }], total: 2 })
      expect(looked).toEqual([
        [0, 2],
        [2, 3],
      ])
      reader.close()
    })

    test('an empty feed', () => {
      using empty = new ScratchCatalog()
      const window = { isAscending: false, limit: 5, offset: 0, behind: undefined }
      expect(empty.read((db) => listEventPage(db, { since: 1, until: 2 }, window))).toEqual({
        events: [],
        total: 0,
      })
    })
  },
)

function explain(filter: EventFilter): string[] {
  return catalog.read((db) => {
    const steps = new Set<string>()
    const explaining = listenTo(db, (statement) => {
      if (statement.method === 'get' || statement.method === 'column')
        for (const step of statement.steps()) steps.add(step)
    })
    listEventPage(explaining, filter, { isAscending: false, limit: 5, offset: 0, behind: undefined })
    return [...steps]
  })
}

test('the events of one entity request an index of their own in a long feed', () => {
  using long = new ScratchCatalog()
  long.define('product', 'Name', { is_primary: true })
  const requested = () => {
    const window = { isAscending: false, limit: 5, offset: 0, behind: undefined }
    long.read((db) => listEventPage(db, { entity: 1 }, window))
    return takeIndexRequests(long.requests)?.indexes
  }
  expect(requested()).toBeUndefined()
  for (let index = 0; index < 2001; index += 1) long.create('product', { name: `${index}` })
  expect(requested()).toEqual(['history'])
  long.write((tx) => makeIndex(tx, 'history'))
  expect(requested()).toBeUndefined()
})

test('what an actor did requests an index of its own in a long feed, and is then found in it alone [CHANGE-05]', () => {
  using long = new ScratchCatalog()
  long.define('product', 'Name', { is_primary: true })
  const window = { isAscending: false, limit: 5, offset: 0, behind: undefined }
  const actor = keyOfActor(long.read(listActors).map(parseJson)[0] as Actor)
  const list = (hear: (steps: string[]) => void = () => {}) =>
    long.read((db) =>
      listEventPage(
        listenTo(db, ({ steps }) => hear(steps())),
        { actor },
        window,
      ),
    )
  for (let index = 0; index < 2001; index += 1) long.create('product', { name: `${index}` })
  list()
  expect(takeIndexRequests(long.requests)?.indexes).toEqual(['actor'])
  long.write((tx) => makeIndex(tx, 'actor'))
  const steps = new Set<string>()
  list((each) => each.forEach((step) => steps.add(step)))
  expect(takeIndexRequests(long.requests)).toBeUndefined()
  expect([...steps].filter((step) => /event|TEMP/.test(step))).toEqual(['SEARCH event'])
  expect([...steps]).toContainEqual(
    expect.stringContaining('SEARCH index_actor USING PRIMARY KEY (actor=? AND sequence>'),
  )
})

describe('plans', () => {
  const search = (text: string) => expect.stringContaining(text) as string

  test('without a filter nothing but the ends of the feed is read', () => {
    expect(explain({})).toEqual(['SEARCH event'])
  })

  test('a time is found by primary key', () => {
    expect(explain({ since: all[100]!.at })).toEqual([
      'SEARCH event',
      'SEARCH event USING INTEGER PRIMARY KEY (rowid=?)',
    ])
  })

  test('kinds, doors and types are counted and paged in their index, in its order', () => {
    const steps = explain({ type: 'product' }).filter((step) => step.includes('event'))
    expect(steps.slice(1)).toEqual([
      search('USING INDEX event_by_kind (kind=? AND via=? AND type=? AND rowid>? AND rowid<?)'),
    ])
    expect(explain({ type: 'product' }).join()).not.toContain('TEMP B-TREE FOR ORDER')
  })

  test.each([
    ['an entity, once it is made,', { entity: 3, via: 'api' }, 'index_history USING PRIMARY KEY (entity=?'],
    ['a job', { job: 'job-1', kind: 'entity.updated' }, 'event_by_job (job=?'],
    ['an edit', { edit: 'edit-1', actor: 'owner' }, 'event_by_edit (edit=?'],
  ] as const)('%s has an index of its events in their order', (_name, filter, index) => {
    catalog.write((tx) => makeIndex(tx, 'history'))
    const steps = explain(filter).filter((step) => /^SCAN event|event.* INDEX|^SEARCH index/.test(step))
    expect(steps).toEqual([search(index)])
  })
})
