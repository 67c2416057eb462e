import {
  dataTypeTraits,
  type AttributeConfig,
  type DataType,
  type DataTypeTraits,
} from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { splitList } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from './database.ts'

/** What of a definition is kept as JSON in `attribute.config`. */
export type AttributeExtras = Omit<
  AttributeConfig,
  'id' | 'name' | 'key' | 'data_type' | 'entity_type' | 'is_primary' | 'writable'
>

/** One attribute definition as the server works with it. */
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
  /** Derived once: what the data type says, the parsed options and their folded look-up. */
  readonly traits: DataTypeTraits
  readonly options: readonly string[]
}

/** All attributes of one entity type. */
export interface AttributeSet {
  readonly list: readonly Attribute[]
  readonly byKey: ReadonlyMap<string, Attribute>
  readonly byId: ReadonlyMap<number, Attribute>
  readonly primary: Attribute | undefined
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
  config: string
}

interface Cached {
  epoch: number
  version: string
  sets: Map<EntityType, AttributeSet>
}

const cache = new WeakMap<ReadableDb, Cached>()

/** The attributes of an entity type, from a cache that any change of a definition renews. */
export function attributesOf(db: ReadableDb, type: EntityType): AttributeSet {
  return upToDate(db).sets.get(type) as AttributeSet
}

function upToDate(db: ReadableDb): Cached {
  const cached = cache.get(db)
  if (cached?.epoch === db.epoch) return cached
  const { epoch } = db
  const version = schemaVersion(db)
  const sets = cached?.version === version ? cached.sets : loadSets(db)
  const renewed = { epoch, version, sets }
  cache.set(db, renewed)
  return renewed
}

/** Changes with every change of a definition; unique, so that a rolled back change cannot be mistaken for a later one. */
export function schemaVersion(db: ReadableDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'")?.value ?? ''
}

function loadSets(db: ReadableDb): Map<EntityType, AttributeSet> {
  const attributes = db
    .all<AttributeRow>('SELECT * FROM attribute ORDER BY entity_type, position, id')
    .map(toAttribute)
  return new Map(entityTypes.map((type) => [type, toSet(attributes.filter((a) => a.entityType === type))]))
}

function toSet(list: Attribute[]): AttributeSet {
  return {
    list,
    byKey: new Map(list.map((attribute) => [attribute.key, attribute])),
    byId: new Map(list.map((attribute) => [attribute.id, attribute])),
    primary: list.find(({ isPrimary }) => isPrimary),
  }
}

function toAttribute(row: AttributeRow): Attribute {
  const extras = JSON.parse(row.config) as AttributeExtras
  return {
    id: row.id,
    uuid: row.uuid,
    entityType: entityTypes[row.entity_type] as EntityType,
    key: row.key,
    name: row.name,
    dataType: row.data_type,
    isPrimary: row.is_primary === 1,
    position: row.position,
    extras,
    traits: dataTypeTraits[row.data_type],
    options: [...new Set(splitList(extras.acceptable_values ?? ''))],
  }
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

/** Adds a definition behind the last of its type, with its value table where the data type is a writable scalar. */
export function insertAttribute(tx: WritableDb, attribute: NewAttribute): number {
  const type = entityTypes.indexOf(attribute.entityType)
  const { lastInsertRowid: id } = tx.run(
    `INSERT INTO attribute (uuid, entity_type, key, name, data_type, is_primary, position, config)
     VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM attribute WHERE entity_type = ?), ?)`,
    attribute.uuid,
    type,
    attribute.key,
    attribute.name,
    attribute.dataType,
    attribute.isPrimary ? 1 : 0,
    type,
    JSON.stringify(attribute.extras),
  )
  if (dataTypeTraits[attribute.dataType].shape === 'scalar') {
    tx.exec(`CREATE TABLE value_${id} (entity INTEGER PRIMARY KEY, norm NOT NULL)`)
    if (attribute.isPrimary) ensureValueIndex(tx, id)
  }
  markSchemaChanged(tx)
  return id
}

/** Takes the primary flag from whichever attribute of the type has it. */
export function clearPrimary(tx: WritableDb, type: EntityType): void {
  tx.run('UPDATE attribute SET is_primary = 0 WHERE entity_type = ?', entityTypes.indexOf(type))
  markSchemaChanged(tx)
}

/** Makes look-ups and sorts by value fast; does nothing where the index exists already. */
export function ensureValueIndex(tx: WritableDb, attributeId: number): void {
  if (hasValueIndex(tx, attributeId)) return
  tx.exec(`CREATE INDEX IF NOT EXISTS value_${attributeId}_norm ON value_${attributeId} (norm, entity)`)
}

const indexed = new WeakMap<ReadableDb, { version: number; ids: Set<number> }>()

/** Tells whether a value table has its index, from a cache that any DDL renews. */
export function hasValueIndex(db: ReadableDb, attributeId: number): boolean {
  const version = db.get<{ schema_version: number }>('PRAGMA schema_version')?.schema_version ?? 0
  let known = indexed.get(db)
  if (known?.version !== version) {
    const names = db.column<string>(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'value_%_norm'",
    )
    known = { version, ids: new Set(names.map((name) => Number(name.split('_')[1]))) }
    indexed.set(db, known)
  }
  return known.ids.has(attributeId)
}

function markSchemaChanged(tx: WritableDb): void {
  cache.delete(tx)
  tx.run("UPDATE meta SET value = ? WHERE key = 'schema_version'", crypto.randomUUID())
}
