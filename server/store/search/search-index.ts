/**
 * The search index of one entity type: an FTS5 table of the grams of all texts, and pairs of words
 * (search-words.ts). Writes do not touch it. It is built in slices on demand, and stores the last event it
 * includes; entities changed since are tested one by one. Each copy of a workspace has its own.
 */
import { type Json, parseJson } from '../database/json.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributesOf, isSearched } from '../tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { newestSequence } from '../tables/events.ts'
import { cachePart, cacheUntilWritten, countedValues } from '../database/caches.ts'
import {
  countRunsOf,
  createFullText,
  mergeRunsOf,
  mergeSooner,
  quoted,
  GramCollector,
} from './search-grams.ts'
import {
  addPairs,
  createPairs,
  dropPairs,
  pairTable,
  type TextColumn,
  addWords,
  createWords,
  dropWords,
} from './search-words.ts'

export interface SearchIndex {
  readonly table: string
  readonly changed: readonly number[]
  readonly sampleEnd: number
  readonly behind: number
  readonly changedAt: number
}

interface State {
  /** An index with another number comes from another version of this program, and is rebuilt. */
  readonly version: number
  readonly sequence: number
  readonly builtTo: Place | null
  readonly done?: number
}

type StoredState = Omit<State, 'builtTo'> & { readonly reached: State['builtTo'] }

type Place = readonly [createdAt: number, id: number]

const currentVersion = 4
// Beyond this many events a scan is cheaper than testing every changed entity.
const maxBehind = 5000
const worthFollowing = 1000
// Each is compared separately in every search.
const worthComparing = 250
// More changes are likely within this time and can be followed together.
const pauseMs = 5000

export function isWorthFollowing({ changed, behind, changedAt }: SearchIndex): boolean {
  if (behind > worthFollowing || changed.length > worthComparing) return true
  return changed.length > 0 && Date.now() - changedAt > pauseMs
}

export function findSearchIndex(db: ReadableDb, type: EntityType): SearchIndex | undefined {
  return cacheUntilWritten(db, `search index of ${type}`, () => readIndex(db, type))
}

interface TextChanges {
  readonly since: number
  readonly upTo: number
  readonly entities: ReadonlySet<number>
}

const textChanges = cachePart<EntityType, TextChanges>(countedValues(entityTypes.length))

/**
 * Internal ids of entities whose texts may have changed after an event. Readers continue from their last
 * position.
 */
function listChangedTexts(db: ReadableDb, type: EntityType, since: number): number[] {
  const cache = db.caches.followed.part(textChanges)
  const known = cache.get(type)
  const upTo = newestSequence(db)
  const from = known?.since === since ? known : { since, upTo: since, entities: [] }
  const entities = new Set(from.entities)
  if (upTo > from.upTo) for (const id of readChangedTexts(db, type, from.upTo)) entities.add(id)
  cache.add(type, { since, upTo, entities })
  return [...entities]
}

function readChangedTexts(db: ReadableDb, type: EntityType, after: number): number[] {
  return db.column<number>(
    `SELECT DISTINCT entity FROM event NOT INDEXED WHERE sequence > +? AND entity IS NOT NULL AND ${changesTexts}`,
    after,
    keysOfOthers(db, type),
  )
}

function nextChangedTexts(
  db: ReadableDb,
  type: EntityType,
  after: number,
  limit: number,
): [sequence: number, entity: number | null][] {
  return db.tuples<[sequence: number, entity: number | null]>(
    `SELECT sequence, iif(${changesTexts}, entity, NULL) FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    keysOfOthers(db, type),
    after,
    limit,
  )
}

const changesTexts = `CASE WHEN kind = 'entity.updated' AND changes <> '[]' THEN
  EXISTS (SELECT 1 FROM json_each(changes) c WHERE coalesce(c.value ->> 'attribute', '') NOT IN (SELECT value FROM json_each(?)))
  ELSE 1 END`

function keysOfOthers(db: ReadableDb, type: EntityType): string {
  const others = attributesOf(db, type).list.filter((attribute) => !isSearched(attribute))
  return JSON.stringify(others.map(({ key }) => key))
}

function readIndex(db: ReadableDb, type: EntityType): SearchIndex | undefined {
  const state = readState(db, type)
  if (!state || state.builtTo) return undefined
  const behind = newestSequence(db) - state.sequence
  if (behind > maxBehind) return undefined
  const changed = listChangedTexts(db, type, state.sequence)
  const table = tableOf(type)
  const [sampleEnd = Number.MAX_SAFE_INTEGER] = db.column<number>(
    `SELECT id FROM ${table}_docsize ORDER BY id LIMIT 1 OFFSET ${sampleEntities}`,
  )
  const [changedAt = 0] = db.column<number>('SELECT created_at FROM event ORDER BY sequence DESC LIMIT 1')
  return { table, changed, sampleEnd, behind, changedAt }
}

const sampleEntities = 4096
const maxChosen = 5
const worthwhileCut = 0.8

/**
 * An FTS5 expression for entities with all the grams. Each gram costs a walk through its list and most add
 * little, so a sample of the index chooses some.
 */
export function matchGrams(
  db: ReadableDb,
  { table, sampleEnd }: SearchIndex,
  grams: readonly string[],
): string {
  // FTS5 stops at the end of the sample only for an integer, and numbers are bound as floating point.
  const sample = `SELECT rowid FROM ${table} WHERE ${table} MATCH +? AND rowid <= CAST(+? AS INTEGER)`
  const lists =
    grams.length === 1 ? [] : grams.map((gram) => db.column<number>(sample, quoted(gram), sampleEnd))
  const chosen = new Set<number>()
  for (let left: ReadonlySet<number> | undefined; chosen.size < Math.min(maxChosen, lists.length);) {
    const cuts = lists.map((list) => (left ? list.filter((id) => left?.has(id)) : list))
    const sizes = cuts.map(({ length }) => length)
    const best = sizes.indexOf(Math.min(...sizes))
    if (left && (sizes[best] ?? 0) >= left.size * worthwhileCut) break
    chosen.add(best)
    left = new Set(cuts[best])
  }
  const asked = lists.length === 0 ? grams : grams.filter((_, index) => chosen.has(index))
  return asked.map(quoted).join(' AND ')
}

function readState(db: ReadableDb, type: EntityType): State | undefined {
  const [text] = db.column<Json<StoredState>>('SELECT value FROM meta WHERE key = ?', tableOf(type))
  const stored = text === undefined ? undefined : parseJson(text)
  if (stored?.version !== currentVersion) return undefined
  const { reached: builtTo, ...state } = stored
  return { ...state, builtTo }
}

function writeState(tx: WritableDb, type: EntityType, { builtTo, ...state }: State): void {
  const stored: StoredState = { ...state, reached: builtTo }
  tx.run('REPLACE INTO meta (key, value) VALUES (?, ?)', tableOf(type), JSON.stringify(stored))
}

function tablesOf(type: EntityType): string[] {
  return [tableOf(type), pairTable(type)]
}

function maxRunsOf(db: ReadableDb, type: EntityType): number {
  return Math.max(...tablesOf(type).map((table) => countRunsOf(db, table)))
}

function tableOf(type: EntityType): string {
  return `search_${entityTypes.indexOf(type)}`
}

// Entities with long texts take some milliseconds per step.
const stepEntities = 25

export function entitiesInIndex(db: ReadableDb, type: EntityType): number | undefined {
  const { builtTo, done = 0 } = readState(db, type) ?? {}
  return builtTo ? done : undefined
}

// FTS5 fails beyond 2,000 runs, with the message of a full disk.
const maxRuns = 1000

/**
 * Builds the index or follows the feed for one step; true when there is more to do. A step merges runs where
 * too many wait.
 */
export function advanceSearchIndex(tx: WritableDb, type: EntityType, maxRunsCount = maxRuns): boolean {
  return tx.unreplicated(() => {
    const state = readState(tx, type) ?? createIndex(tx, type)
    if (maxRunsOf(tx, type) >= maxRunsCount && mergeRuns(tx, type)) return true
    return state.builtTo ? buildOn(tx, type, state, state.builtTo) : followFeed(tx, type, state)
  })
}

export function dropSearchIndex(tx: WritableDb, type: EntityType): void {
  tx.unreplicated(() => {
    tx.exec(`DROP TABLE IF EXISTS ${tableOf(type)}`)
    dropPairs(tx, type)
    dropWords(tx, type)
    tx.run('DELETE FROM meta WHERE key = ?', tableOf(type))
  })
  // The indexes of other copies are wrong as well: without its row each is rebuilt.
  tx.run('DELETE FROM meta WHERE key = ?', tableOf(type))
}

export function createSearchTables(tx: WritableDb, type: EntityType): void {
  createFullText(tx, tableOf(type), 'none')
  createPairs(tx, type)
  createWords(tx, type)
}

function createIndex(tx: WritableDb, type: EntityType): State {
  dropSearchIndex(tx, type)
  createSearchTables(tx, type)
  return { version: currentVersion, sequence: newestSequence(tx), builtTo: [0, 0] }
}

export function countRuns(db: ReadableDb, type: EntityType): number {
  return countRunsOf(db, tableOf(type))
}

export function mergeRuns(tx: WritableDb, type: EntityType): boolean {
  if (!readState(tx, type)) return false
  return tx.unreplicated(() => tablesOf(type).some((table) => mergeRunsOf(tx, table)))
}

function buildOn(tx: WritableDb, type: EntityType, state: State, builtTo: Place): boolean {
  const places = tx.tuples<[number, number]>(
    'SELECT created_at, id FROM entity WHERE type = +? AND (created_at, id) > (+?, +?) ORDER BY created_at, id LIMIT +?',
    entityTypes.indexOf(type),
    ...builtTo,
    stepEntities,
  )
  putEntities(
    tx,
    type,
    places.map(([, id]) => id),
  )
  const isBuilt = places.length < stepEntities
  if (isBuilt) for (const table of tablesOf(type)) mergeSooner(tx, table)
  const done = (state.done ?? 0) + places.length
  writeState(tx, type, { ...state, builtTo: isBuilt ? null : (places.at(-1) ?? null), done })
  return true
}

function followFeed(tx: WritableDb, type: EntityType, state: State): boolean {
  const events = nextChangedTexts(tx, type, state.sequence, stepEntities)
  const [sequence] = events.at(-1) ?? []
  if (sequence === undefined) return false
  const changed = [...new Set(events.flatMap(([, entity]) => entity ?? []))]
  const alive = tx.column<number>(
    'SELECT id FROM entity WHERE id IN (SELECT value FROM json_each(?)) AND type = ?',
    JSON.stringify(changed),
    entityTypes.indexOf(type),
  )
  removeEntities(tx, type, changed)
  putEntities(tx, type, alive)
  writeState(tx, type, { ...state, sequence })
  return events.length === stepEntities
}

function removeEntities(tx: WritableDb, type: EntityType, ids: readonly number[]): void {
  for (const table of tablesOf(type))
    tx.run(`DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
}

/** Reused between steps while there is memory: it takes 8 MB. */
const gramCollectors = cachePart<'one', WeakRef<GramCollector>>(countedValues(1))

function gramCollector({ caches }: WritableDb): GramCollector {
  const cache = caches.schema.part(gramCollectors)
  const grams = cache.get('one')?.deref() ?? new GramCollector()
  cache.add('one', new WeakRef(grams))
  return grams
}

function putEntities(tx: WritableDb, type: EntityType, ids: readonly number[]): void {
  const columns = readColumns(tx, type, ids)
  const texts = textsByEntity(columns)
  const grams = gramCollector(tx)
  const insert = `INSERT INTO ${tableOf(type)} (rowid, tokens) VALUES (?, ?)`
  for (const id of ids) tx.run(insert, id, grams.collect(texts.get(id) ?? []))
  addPairs(
    tx,
    type,
    columns.filter(({ attribute }) => attribute.traits.isLong),
  )
  addWords(tx, type, texts.values())
}

export function readTexts(db: ReadableDb, type: EntityType, ids: readonly number[]): Map<number, string[]> {
  return textsByEntity(readColumns(db, type, ids))
}

export function readColumns(db: ReadableDb, type: EntityType, ids: readonly number[]): TextColumn[] {
  const searched = attributesOf(db, type).list.filter(isSearched)
  return searched.map((attribute) => ({
    attribute,
    texts: db.tuples<[entity: number, comparable: string]>(
      `SELECT v.entity, v.norm FROM json_each(?) j CROSS JOIN value_${attribute.id} v ON v.entity = j.value`,
      JSON.stringify(ids),
    ),
  }))
}

function textsByEntity(columns: readonly TextColumn[]): Map<number, string[]> {
  const byEntity = new Map<number, string[]>()
  for (const [entity, comparable] of columns.flatMap(({ texts }) => texts)) {
    const known = byEntity.get(entity)
    if (known) known.push(comparable)
    else byEntity.set(entity, [comparable])
  }
  return byEntity
}
