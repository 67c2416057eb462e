import { type Json, parseJson, toJson } from '../database/json.ts'
import {
  dataTypeTraits,
  type AttributeConfig,
  type DataType,
  type DataTypeTraits,
} from '#shared/attributes.ts'
import type { GenerationMembers } from '#shared/schemas/attributes.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import { splitOptions } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import { dropValueTable } from './index-tables.ts'
import { ensureValueIndex } from './indexes.ts'
import { removeLeftoversUnder } from './leftover-values.ts'
import type { Requirement } from '#shared/channels.ts'

/** The part of a definition that is JSON in `attribute.config`. */
export type AttributeExtras = Omit<
  AttributeConfig,
  'id' | 'name' | 'key' | 'data_type' | 'entity_type' | 'is_primary' | 'writable'
>

/** The default generation settings of a definition. */
export const generationDefaults: GenerationMembers = {
  required_dependencies: [],
  vision_image_attributes: null,
  generation_model: null,
  image_count: null,
  auto_generate: 'off',
}

export interface Attribute {
  readonly id: number
  readonly uuid: string
  readonly entityType: EntityType
  readonly key: string
  readonly name: string
  readonly dataType: DataType
  readonly isPrimary: boolean
  readonly position: number
  readonly extras: AttributeExtras
  readonly traits: DataTypeTraits
  readonly options: readonly string[]
}

export interface AttributeSet {
  readonly type: EntityType
  readonly list: readonly Attribute[]
  readonly byKey: ReadonlyMap<string, Attribute>
  readonly byId: ReadonlyMap<number, Attribute>
  readonly primary: Attribute | undefined
  readonly computed: readonly Attribute[]
}

interface AttributeRow {
  id: number
  uuid: string
  entity_type: number
  key: string
  name: string
  data_type: DataType
  is_primary: number
  position: number
  config: Json<AttributeExtras>
}

interface GrowingSet extends AttributeSet {
  readonly list: Attribute[]
  readonly byKey: Map<string, Attribute>
  readonly byId: Map<number, Attribute>
  primary: Attribute | undefined
  readonly computed: Attribute[]
}

type AttributeSets = Readonly<Record<EntityType, GrowingSet>>

export interface ClassContent {
  readonly categories: readonly number[]
  readonly attributes: readonly { readonly attribute: string; readonly requirement: Requirement }[]
  /** By what the variants of its products differ: attributes by their ids. */
  readonly axes?: readonly string[]
}

export interface ClassRow {
  readonly uuid: string
  readonly type: EntityType
  readonly key: string
  readonly name: string
  readonly content: ClassContent
}

type Tuple = [uuid: string, type: number, key: string, name: string, definition: Json<ClassContent>]

const select = 'SELECT uuid, type, key, name, definition FROM attribute_class'

export function listClassRows(db: ReadableDb, type: EntityType | undefined): ClassRow[] {
  const filter = type === undefined ? '' : 'WHERE type = ?'
  const params = type === undefined ? [] : [entityTypes.indexOf(type)]
  return db.tuples<Tuple>(`${select} ${filter} ORDER BY uuid`, ...params).map(toRow)
}

export function findClassRow(db: ReadableDb, uuid: string): ClassRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([uuid, type, key, name, definition]: Tuple): ClassRow {
  return { uuid, type: toEntityType(type), key, name, content: parseJson(definition) }
}

export function putClassRow(tx: WritableDb, { uuid, type, key, name, content }: ClassRow): void {
  tx.run(
    `INSERT INTO attribute_class (uuid, type, key, name, definition) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, definition = excluded.definition`,
    uuid,
    entityTypes.indexOf(type),
    key,
    name,
    JSON.stringify(content),
  )
}

export function removeClassRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM attribute_class WHERE uuid = ?', uuid)
}

const attributeSets = cachePart<'sets', AttributeSets>(countedValues(1))

export function attributesOf(db: ReadableDb, type: EntityType): AttributeSet {
  return setsOf(db)[type]
}

function setsOf(db: ReadableDb): AttributeSets {
  const cache = db.caches.schema.part(attributeSets)
  const known = cache.get('sets')
  if (known) return known
  const sets = loadSets(db)
  cache.add('sets', sets)
  return sets
}

/** Changes with every definition; unique, so a rolled back change is not mistaken for a later one. */
export function readDefinitionsVersion(db: ReadableDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'")?.value ?? ''
}

function loadSets(db: ReadableDb): AttributeSets {
  const sets = {
    product: emptySet('product'),
    image: emptySet('image'),
    vendor: emptySet('vendor'),
    category: emptySet('category'),
    source: emptySet('source'),
  }
  for (const row of db.all<AttributeRow>('SELECT * FROM attribute ORDER BY entity_type, position, id')) {
    if (db.hidden?.ids.has(row.id)) continue
    const attribute = toAttribute(row)
    addTo(sets[attribute.entityType], attribute)
  }
  return sets
}

function emptySet(type: EntityType): GrowingSet {
  return { type, list: [], byKey: new Map(), byId: new Map(), primary: undefined, computed: [] }
}

function addTo(set: GrowingSet, attribute: Attribute): void {
  set.list.push(attribute)
  set.byKey.set(attribute.key, attribute)
  set.byId.set(attribute.id, attribute)
  if (attribute.isPrimary) set.primary = attribute
  if (isComputed(attribute)) set.computed.push(attribute)
}

export function isReference({ traits }: Pick<Attribute, 'traits'>): boolean {
  return traits.shape === 'reference' || traits.shape === 'reference_list'
}

export function isComputed({ traits, extras }: Pick<Attribute, 'traits' | 'extras'>): boolean {
  if (traits.shape === 'inverse') return false
  return traits.shape === 'computed' || extras.inheritance_mode !== 'off'
}

function toAttribute(row: AttributeRow): Attribute {
  const extras = { ...generationDefaults, ...parseJson(row.config) }
  return {
    id: row.id,
    uuid: row.uuid,
    entityType: toEntityType(row.entity_type),
    key: row.key,
    name: row.name,
    dataType: row.data_type,
    isPrimary: row.is_primary === 1,
    position: row.position,
    extras,
    traits: dataTypeTraits[row.data_type],
    options: optionsOf(row.data_type, extras.acceptable_values),
  }
}

export function optionsOf(dataType: DataType, acceptableValues: string | null | undefined): string[] {
  const hasOptions = dataTypeTraits[dataType].options !== 'none'
  return hasOptions ? [...new Set(splitOptions(acceptableValues ?? ''))] : []
}

export interface NewAttribute {
  readonly uuid: string
  readonly entityType: EntityType
  readonly key: string
  readonly name: string
  readonly dataType: DataType
  readonly isPrimary: boolean
  readonly extras: AttributeExtras
}

/**
 * Adds a definition after the last of its type, with its value table. Leftovers under its key are removed
 * first. The cache is extended instead of read again, so many definitions cost the same each.
 */
export function insertAttribute(tx: WritableDb, attribute: NewAttribute): Attribute {
  removeLeftoversUnder(tx, { type: attribute.entityType, key: attribute.key })
  const sets = setsOf(tx)
  const set = sets[attribute.entityType]
  const row = {
    uuid: attribute.uuid,
    entity_type: entityTypes.indexOf(attribute.entityType),
    key: attribute.key,
    name: attribute.name,
    data_type: attribute.dataType,
    is_primary: attribute.isPrimary ? 1 : 0,
    position: (set.list.at(-1)?.position ?? 0) + 1,
    config: toJson(attribute.extras),
  }
  const { lastInsertRowid: id } = tx.run(
    `INSERT INTO attribute (uuid, entity_type, key, name, data_type, is_primary, position, config)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  )
  const added = toAttribute({ id, ...row })
  if (added.traits.shape === 'scalar') createIndexedTable(tx, added)
  addTo(set, added)
  markSchemaChanged(tx)
  tx.caches.schema.part(attributeSets).add('sets', sets)
  return added
}

export function isSearched({ traits }: Attribute): boolean {
  return traits.shape === 'scalar' && traits.family === 'text'
}

export type AttributeState = Pick<NewAttribute, 'name' | 'dataType' | 'isPrimary' | 'extras'>

export function changeAttribute(tx: WritableDb, attribute: Attribute, state: AttributeState): Attribute {
  tx.run(
    'UPDATE attribute SET name = ?, data_type = ?, is_primary = ?, config = ? WHERE id = ?',
    state.name,
    state.dataType,
    state.isPrimary ? 1 : 0,
    JSON.stringify(state.extras),
    attribute.id,
  )
  markSchemaChanged(tx)
  const changed = attributesOf(tx, attribute.entityType).byId.get(attribute.id) as Attribute
  const [had, has] = [attribute, changed].map(({ traits }) => traits.shape === 'scalar')
  if (had && !has) dropValueTable(tx, attribute.id)
  if (has && !had) createIndexedTable(tx, changed)
  else if (has) indexWhereNeeded(tx, changed)
  return changed
}

export function deleteAttribute(tx: WritableDb, { id, traits }: Attribute): void {
  tx.run('DELETE FROM attribute WHERE id = ?', id)
  if (traits.shape === 'scalar') dropValueTable(tx, id)
  markSchemaChanged(tx)
}

export function orderAttributes(tx: WritableDb, ids: readonly number[]): void {
  ids.forEach((id, index) => tx.run('UPDATE attribute SET position = ? WHERE id = ?', index + 1, id))
  markSchemaChanged(tx)
}

export function clearPrimary(tx: WritableDb, type: EntityType): void {
  tx.run('UPDATE attribute SET is_primary = 0 WHERE entity_type = ?', entityTypes.indexOf(type))
  markSchemaChanged(tx)
}

function createIndexedTable(tx: WritableDb, attribute: Attribute): void {
  createValueTable(tx, attribute.id)
  indexWhereNeeded(tx, attribute)
}

export function createValueTable(tx: WritableDb, id: number): void {
  tx.exec(`CREATE TABLE value_${id} (entity INTEGER PRIMARY KEY, norm NOT NULL)`)
}

/** Merge keys are mostly primary, and unique values are looked up with every write. */
function indexWhereNeeded(tx: WritableDb, { id, isPrimary, extras }: Attribute): void {
  if (isPrimary || extras.constraints.unique) ensureValueIndex(tx, id)
}

function markSchemaChanged(tx: WritableDb): void {
  tx.run("UPDATE meta SET value = ? WHERE key = 'schema_version'", crypto.randomUUID())
  tx.schemaChanged()
}
