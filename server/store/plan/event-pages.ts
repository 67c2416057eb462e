import { entityTypes, type EntityType } from '#shared/entities.ts'
import { eventKinds, eventVias, keyOfActor, type EventKind, type EventVia } from '#shared/events.ts'
import type { ReadableDb } from '../database/database.ts'
import { parseJson } from '../database/json.ts'
import { type EventRow, listActors, listEventRows as readRows } from '../tables/events.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { findFixedIndex } from '../tables/index-tables.ts'
import { requestEventIndex } from '../tables/indexes.ts'
import { cachePart, countCached, countedValues } from '../database/caches.ts'

export interface EventFilter {
  readonly entity?: number | undefined
  readonly type?: EntityType | undefined
  readonly kind?: EventKind | undefined
  readonly via?: EventVia | undefined
  readonly attribute?: string | undefined
  readonly job?: string | undefined
  readonly edit?: string | undefined
  readonly actor?: string | undefined
  readonly after?: number | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export interface EventWindow {
  readonly isAscending: boolean
  readonly limit: number
  readonly offset: number
  readonly behind: number | undefined
}

export function listEventPage(
  db: ReadableDb,
  filter: EventFilter,
  window: EventWindow,
): { events: EventRow[]; total: number } {
  const range = rangeOf(db, filter)
  return { events: listEventRows(db, filter, window), total: planOf(filter).count(db, filter, range) }
}

/** The events of a page, without the number of all. */
export function listEventRows(db: ReadableDb, filter: EventFilter, window: EventWindow): EventRow[] {
  if (filter.entity !== undefined) requestEventIndex(db, 'history')
  if (filter.actor !== undefined) requestEventIndex(db, 'actor')
  return readRows(db, planOf(filter).page(db, filter, behind(rangeOf(db, filter), window), window))
}

interface Range {
  readonly from: number
  readonly to: number
}

function rangeOf(db: ReadableDb, { after = 0, since, until }: EventFilter): Range {
  const first = endOf(db, 'min') ?? 1
  const last = endOf(db, 'max') ?? 0
  const all = { from: first, to: last }
  return {
    from: Math.max(first, after + 1, since === undefined ? first : firstAt(db, all, since)),
    to: until === undefined ? last : firstAt(db, all, until + 1) - 1,
  }
}

function endOf(db: ReadableDb, which: 'min' | 'max'): number | null | undefined {
  return db.get<{ sequence: number | null }>(`SELECT ${which}(sequence) AS sequence FROM event`)?.sequence
}

function firstAt(db: ReadableDb, { from, to }: Range, time: number): number {
  let [low, high] = [from, to + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const event = db.get<{ at: number }>('SELECT created_at AS at FROM event WHERE sequence = +?', middle)
    if ((event?.at ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

function behind({ from, to }: Range, { behind: last, isAscending }: EventWindow): Range {
  if (last === undefined) return { from, to }
  return isAscending ? { from: Math.max(from, last + 1), to } : { from, to: Math.min(to, last - 1) }
}

interface Plan {
  readonly count: (db: ReadableDb, filter: EventFilter, range: Range) => number
  readonly page: (db: ReadableDb, filter: EventFilter, range: Range, window: EventWindow) => number[]
}

function planOf({ entity, job, edit, attribute, actor, kind, via, type }: EventFilter): Plan {
  if (entity !== undefined || job !== undefined || edit !== undefined) return byTest
  if (attribute !== undefined) return byAttribute
  if (actor !== undefined) return byActor
  return kind === undefined && via === undefined && type === undefined ? everything : byKind
}

const everything: Plan = {
  count: (_db, _filter, { from, to }) => Math.max(0, to - from + 1),
  page(_db, _filter, { from, to }, { isAscending, limit, offset }) {
    const length = Math.min(limit, Math.max(0, to - from + 1 - offset))
    return Array.from({ length }, (_, index) => (isAscending ? from + offset + index : to - offset - index))
  },
}

/** The index (kind, via, type) gives the events of each combination in order; the runs are merged. */
const byKind: Plan = {
  count(db, filter, range) {
    const { kinds, vias, types } = facetsOf(filter)
    const lists = [sql`kind ${oneOf(kinds)}`, sql`via ${oneOf(vias)}`, sql`type ${oneOf(types)}`]
    return countCached(
      db,
      sql`SELECT count(*) AS total FROM event WHERE ${join(lists, ' AND ')} AND ${within(range)}`,
    )
  },
  page(db, filter, { from, to }, { isAscending, limit, offset }) {
    const text = `SELECT sequence FROM event WHERE kind = +? AND via = +? AND type = +? AND sequence BETWEEN +? AND +?
      ORDER BY sequence ${isAscending ? 'ASC' : 'DESC'} LIMIT +?`
    const sequences = combinationsOf(filter).flatMap((combination) =>
      db.column<number>(text, ...combination, from, to, limit + offset),
    )
    return sequences.sort((a, b) => (isAscending ? a - b : b - a)).slice(offset, offset + limit)
  },
}

function facetsOf({ kind, via, type }: EventFilter) {
  return {
    kinds: kind === undefined ? eventKinds : [kind],
    vias: via === undefined ? eventVias : [via],
    types: type === undefined ? [...entityTypes, ''] : [type],
  }
}

function combinationsOf(filter: EventFilter): [kind: string, via: string, type: string][] {
  const { kinds, vias, types } = facetsOf(filter)
  // Events of attributes, channels and jobs have no entity.
  const fits = (kind: string, type: string) => /^(entity|note)\./.test(kind) === (type !== '')
  return kinds.flatMap((kind) =>
    types
      .filter((type) => fits(kind, type))
      .flatMap((type) => vias.map((via): [string, string, string] => [kind, via, type])),
  )
}

function oneOf(values: readonly string[]): Fragment {
  return sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

function within({ from, to }: Range): Fragment {
  return sql`sequence BETWEEN ${from} AND ${to}`
}

const byAttribute: Plan = {
  count(db, filter, range) {
    const { start, end } = spanOf(db, filter, range)
    return end - start
  },
  page(db, filter, range, { isAscending, limit, offset }) {
    const { sequences, start, end } = spanOf(db, filter, range)
    if (isAscending) return sequences.slice(start + offset, Math.min(end, start + offset + limit))
    const last = Math.max(start, end - offset)
    return sequences.slice(Math.max(start, last - limit), last).reverse()
  },
}

function spanOf(db: ReadableDb, filter: EventFilter, { from, to }: Range) {
  const sequences = sequencesOf(db, join(testsOf(filter), ' AND '), endOf(db, 'max') ?? 0)
  const start = indexOfLeast(sequences, from)
  return { sequences, start, end: Math.max(start, indexOfLeast(sequences, to + 1)) }
}

const byTest: Plan = {
  count: (db, filter, range) => countCached(db, sql`SELECT count(*) AS total ${tested(db, filter, range)}`),
  page(db, filter, range, { isAscending, limit, offset }) {
    const direction = raw(isAscending ? 'ASC' : 'DESC')
    const { text, params } =
      sql`SELECT sequence ${tested(db, filter, range)} ORDER BY sequence ${direction} LIMIT ${limit} OFFSET ${offset}`
    return db.column<number>(text, ...params)
  },
}

/** Each name of an actor has a run of the index, once the index exists. Until then each event is tested. */
const byActor: Plan = {
  count: (db, filter, range) =>
    sum(runsOf(db, filter, range).map((run) => countCached(db, sql`SELECT count(*) AS total ${run}`))),
  page(db, filter, range, { isAscending, limit, offset }) {
    const direction = raw(isAscending ? 'ASC' : 'DESC')
    const sequences = runsOf(db, filter, range).flatMap((run) => {
      const { text, params } =
        sql`SELECT sequence ${run} ORDER BY sequence ${direction} LIMIT ${limit + offset}`
      return db.column<number>(text, ...params)
    })
    return sequences.sort((a, b) => (isAscending ? a - b : b - a)).slice(offset, offset + limit)
  },
}

function runsOf(db: ReadableDb, { actor, ...rest }: EventFilter, range: Range): Fragment[] {
  const index = findFixedIndex(db, 'actor')
  if (!index) return [tested(db, { actor, ...rest }, range)]
  const texts = listActors(db).filter((text) => keyOfActor(parseJson(text)) === actor)
  const tests = testsOf(rest)
  const joined = tests.length > 0 ? sql`JOIN event USING (sequence) WHERE ${join(tests, ' AND ')}` : raw('')
  return texts.map(
    (text) =>
      sql`FROM (SELECT sequence FROM ${raw(index)} WHERE actor = ${text} AND ${within(range)}) ${joined}`,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function tested(db: ReadableDb, filter: EventFilter, range: Range): Fragment {
  const { entity, ...rest } = filter
  const history = entity === undefined ? undefined : findFixedIndex(db, 'history')
  if (history)
    return sql`FROM (SELECT sequence FROM ${raw(history)} WHERE entity = ${entity ?? 0} AND ${within(range)}) JOIN event USING (sequence)
      WHERE ${join([raw('1'), ...testsOf(rest)], ' AND ')}`
  return sql`FROM event WHERE ${join([within(range), ...testsOf(filter)], ' AND ')}`
}

function testsOf({ entity, job, edit, attribute, actor, kind, via, type }: EventFilter): Fragment[] {
  const tests: Fragment[] = []
  if (entity !== undefined) tests.push(sql`entity = ${entity}`)
  if (job !== undefined) tests.push(sql`job = ${job}`)
  if (edit !== undefined) tests.push(sql`edit = ${edit}`)
  if (actor !== undefined) tests.push(sql`coalesce(actor ->> '$.id', actor ->> '$.type') = ${actor}`)
  // The plus keeps SQLite from using the index of these columns to read the feed.
  if (kind !== undefined) tests.push(sql`+kind = ${kind}`)
  if (via !== undefined) tests.push(sql`+via = ${via}`)
  if (type !== undefined) tests.push(sql`+type = ${type}`)
  if (attribute !== undefined) tests.push(changes(attribute))
  return tests
}

/** A quotation mark inside a value is escaped in JSON, so the text can only be a changed key. */
function changes(attribute: string): Fragment {
  const key = JSON.stringify(attribute)
  const inList = sql`instr(changes, ${`{"attribute":${key},"old":`}) > 0`
  const inDocument = sql`changes GLOB '{*' AND instr(changes, ${`${key}:`}) > 0`
  return sql`(${inList} OR ${inDocument}) AND +kind LIKE 'entity.%'`
}

/**
 * An index in memory over the events that pass a test; the feed is only ever appended to, so it never becomes
 * stale.
 */
interface SequenceIndex {
  upTo: number
  readonly sequences: number[]
}

const sequenceIndexes = cachePart<string, SequenceIndex>(countedValues(8))

/**
 * The numbers of all events up to `last` that pass the test, ascending; reads only events appended since
 * the last call.
 */
function sequencesOf(db: ReadableDb, { text, params }: Fragment, last: number): readonly number[] {
  const [cache, key] = [db.caches.followed.part(sequenceIndexes), text + JSON.stringify(params)]
  const index = cache.get(key) ?? { upTo: 0, sequences: [] }
  cache.add(key, index)
  if (index.upTo < last) {
    const query = `SELECT sequence FROM event WHERE sequence > +? AND sequence <= +? AND ${text} ORDER BY sequence`
    for (const sequence of db.column<number>(query, index.upTo, last, ...params))
      index.sequences.push(sequence)
    index.upTo = last
  }
  return index.sequences
}

function indexOfLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
