/**
 * Looks for damage in a whole workspace file: SQLite's own checks first, then the invariants of its content.
 * Derived data is compared with its source.
 */
import BetterSqlite3 from 'better-sqlite3'
import type { Finding } from '#shared/app-surface.ts'
import { dataTypes, isReferenceType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../tables/attributes.ts'
import type { Database, ReadableDb } from '../database/database.ts'
import { workspaceFormat, schemaDifferences } from '../file/migrate.ts'
import { checkSearch } from '../search/check-search.ts'
import { listWrongIndexes } from '../tables/index-tables.ts'
import { documentColumn } from '../tables/leftover-values.ts'
import { getComparable, type Comparable } from '../tables/values.ts'

export type ToComparable = (attribute: Attribute, value: string | number | boolean) => Comparable

// Enough to show the kind of damage in a badly damaged file.
const maxFindingsPerCheck = 50

/** Every fault of the file; an empty list means sound. With structural damage the rest is not checked. */
export function checkWorkspace(database: Database, toComparable: ToComparable): Finding[] {
  const damage = structuralDamage(database, `integrity_check(${maxFindingsPerCheck})`)
  if (damage.length > 0) return findings('integrity', damage)
  return database.read((db) => {
    const schema = [...schemaDifferences(database.sqlite, workspaceFormat), ...missingValueTables(db)]
    if (schema.length > 0)
      return findings(
        'schema',
        schema.map((difference) => `In the schema ${difference}.`),
      )
    return [
      ...findings('foreign_keys', checkForeignKeys(db)),
      ...findings('counts', checkCounts(db)),
      ...findings('references', checkReferences(db)),
      ...findings('trash', checkTrash(db, maxFindingsPerCheck)),
      ...findings('search', [...checkSearch(db), ...checkIndexes(db)]),
      ...checkEntities(db, toComparable),
    ]
  })
}

export function quickCheck(database: Database): string[] {
  return structuralDamage(database, 'quick_check')
}

/** Damage can end SQLite's own check with an error, which is a finding too. */
function structuralDamage(database: Database, search: string): string[] {
  try {
    const lines = database.read((db) => db.column<string>(`PRAGMA ${search}`))
    return lines.filter((line) => line !== 'ok')
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError) || !error.code.startsWith('SQLITE_CORRUPT')) throw error
    return [`parts of it cannot be read (${error.message})`]
  }
}

function findings(check: Finding['check'], messages: readonly string[]): Finding[] {
  return messages.slice(0, maxFindingsPerCheck).map((message) => ({ check, message }))
}

function missingValueTables(db: ReadableDb): string[] {
  const tables = new Set(db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'"))
  const scalars = entityTypes.flatMap((type) => scalarsOf(attributesOf(db, type)))
  return scalars
    .map(({ id }) => `value_${id}`)
    .flatMap((name) => (tables.has(name) ? [] : [`${name} is missing`]))
}

function checkIndexes(db: ReadableDb): string[] {
  return listWrongIndexes(db).map(
    (name) => `The index ${name} does not hold what filters and sorts have to see.`,
  )
}

function scalarsOf({ list }: AttributeSet): Attribute[] {
  return list.filter(({ traits }) => traits.shape === 'scalar')
}

function checkForeignKeys(db: ReadableDb): string[] {
  const rows = db.all<{ table: string; rowid: number; parent: string }>('PRAGMA foreign_key_check')
  return rows.map(
    ({ table, rowid, parent }) =>
      `Row ${rowid} of ${table} points to a row of ${parent} that does not exist.`,
  )
}

function checkCounts(db: ReadableDb): string[] {
  return entityTypes.flatMap((type, index) => {
    const counted = db.get<{ total: number }>('SELECT count(*) AS total FROM entity WHERE type = ?', index)
    const counter = db.get<{ total: number }>('SELECT total FROM type_count WHERE type = ?', index)
    if (counter?.total === counted?.total) return []
    return [
      `There are ${counted?.total} entities of type ${type}, but ${counter?.total ?? 'no'} are counted.`,
    ]
  })
}

function checkReferences(db: ReadableDb): string[] {
  const rows = db.all<{ source: number; attribute: number; target: number }>(
    `SELECT source, attribute, target FROM reference r
     WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = r.source)
        OR NOT EXISTS (SELECT 1 FROM entity WHERE id = r.target)
        OR NOT EXISTS (SELECT 1 FROM attribute
             WHERE id = r.attribute AND data_type IN (SELECT value FROM json_each(?)))
     LIMIT ?`,
    JSON.stringify(dataTypes.filter(isReferenceType)),
    maxFindingsPerCheck,
  )
  return rows.map(
    ({ source, attribute, target }) =>
      `The reference from entity ${source} by attribute ${attribute} to entity ${target} has no such entity or attribute.`,
  )
}

interface EntityDocument {
  readonly id: number
  readonly uuid: string
  readonly label: string | null
  readonly attributes: string
}

const pageSize = 1000

function checkEntities(db: ReadableDb, toComparable: ToComparable): Finding[] {
  const values: string[] = []
  const labels: string[] = []
  entityTypes.forEach((type, index) => {
    const attributes = attributesOf(db, type)
    const check = new ValueCheck(db, attributes, toComparable)
    for (const entity of eachEntity(db, index)) {
      const document = parseDocument(entity)
      if (!document) {
        values.push(`The values of ${type} ${entity.uuid} are not readable.`)
        continue
      }
      values.push(...check.compare(type, entity, document))
      if (!hasRightLabel(entity, document, attributes))
        labels.push(`The label of ${type} ${entity.uuid} is not its primary value.`)
    }
    values.push(...check.compareTotals(type))
  })
  return [...findings('values', values), ...findings('labels', labels)]
}

function* eachEntity(db: ReadableDb, type: number): Generator<EntityDocument> {
  for (let after = 0; ;) {
    const page = db.all<EntityDocument>(
      `SELECT id, uuid, label, ${documentColumn(db, 'entity')} AS attributes FROM entity
       WHERE type = ? AND id > ? ORDER BY id LIMIT ?`,
      type,
      after,
      pageSize,
    )
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

type Document = Readonly<Record<string, string | number | boolean>>

function parseDocument({ attributes }: EntityDocument): Document | undefined {
  try {
    const document: unknown = JSON.parse(attributes)
    return typeof document === 'object' && document !== null ? (document as Document) : undefined
  } catch {
    return undefined
  }
}

function hasRightLabel({ label }: EntityDocument, document: Document, { primary }: AttributeSet): boolean {
  // An inherited label comes from another document, which is expensive to follow.
  if (primary && primary.extras.inheritance_mode !== 'off') return true
  const value = primary && Object.hasOwn(document, primary.key) ? document[primary.key] : undefined
  return label === (value === undefined ? null : String(value))
}

class ValueCheck {
  readonly #db: ReadableDb
  readonly #attributes: AttributeSet
  readonly #toComparable: ToComparable
  readonly #totals = new Map<Attribute, number>()

  constructor(db: ReadableDb, attributes: AttributeSet, toComparable: ToComparable) {
    this.#db = db
    this.#attributes = attributes
    this.#toComparable = toComparable
  }

  compare(type: EntityType, entity: EntityDocument, document: Document): string[] {
    return Object.entries(document).flatMap(([key, value]) => {
      const attribute = this.#attributes.byKey.get(key)
      const where = `${key} of ${type} ${entity.uuid}`
      if (attribute?.traits.shape !== 'scalar') return [`There is no attribute for the value of ${where}.`]
      this.#totals.set(attribute, (this.#totals.get(attribute) ?? 0) + 1)
      const isSame = getComparable(this.#db, attribute.id, entity.id) === this.#toComparable(attribute, value)
      return isSame ? [] : [`The value of ${where} is not the one that filters and sorts see.`]
    })
  }

  /** Once every value of the documents is found, a table of the same size contains nothing else. */
  compareTotals(type: EntityType): string[] {
    return scalarsOf(this.#attributes).flatMap((attribute) => {
      const [rows] = this.#db.column<number>(`SELECT count(*) FROM value_${attribute.id}`)
      const total = this.#totals.get(attribute) ?? 0
      if (rows === total) return []
      return [
        `${total} entities of type ${type} have a value of ${attribute.key}, but filters and sorts see ${rows}.`,
      ]
    })
  }
}

function checkTrash(db: ReadableDb, limit: number): string[] {
  return checks.flatMap(({ sql, describe }) => db.all<TrashRow>(`${sql} LIMIT ?`, limit).map(describe))
}

interface TrashRow {
  readonly uuid: string
  readonly source: number
  readonly target: number
}

interface TrashCheck {
  readonly sql: string
  readonly describe: (row: TrashRow) => string
}

const checks: readonly TrashCheck[] = [
  {
    sql: 'SELECT t.uuid FROM trashed_entity t JOIN entity e ON e.id = t.id OR e.uuid = t.uuid',
    describe: ({ uuid }) => `Entity ${uuid} is in the trash and in the catalog.`,
  },
  {
    sql: `SELECT uuid FROM trashed_entity t
          WHERE NOT EXISTS (SELECT 1 FROM trashed_entity r WHERE r.id = t.root AND r.root = r.id)`,
    describe: ({ uuid }) => `What took entity ${uuid} along is not in the trash.`,
  },
  {
    sql: "SELECT uuid FROM trashed_entity WHERE NOT json_valid(attributes) OR json_type(attributes) <> 'object'",
    describe: ({ uuid }) => `The values of entity ${uuid} in the trash are not readable.`,
  },
  {
    sql: `SELECT r.source, r.target FROM trashed_reference r
          WHERE NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id IN (r.source, r.target))
             OR NOT EXISTS (SELECT 1 FROM entity WHERE id = r.source UNION ALL SELECT 1 FROM trashed_entity WHERE id = r.source)
             OR NOT EXISTS (SELECT 1 FROM entity WHERE id = r.target UNION ALL SELECT 1 FROM trashed_entity WHERE id = r.target)`,
    describe: ({ source, target }) =>
      `The trash keeps a reference from entity ${source} to entity ${target} that does not belong there.`,
  },
]
