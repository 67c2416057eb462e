import { type Json, parseJson } from '../database/json.ts'
import type { DescribedProduct, ScrapedSource } from '#shared/sources.ts'
import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

export type ScrapedPage = Omit<ScrapedSource, 'source_id' | 'read_at'>

interface ScrapedRow {
  readonly url: string | null
  readonly format: string
  readonly title: string | null
  readonly read_at: number
  readonly characters: number
  readonly tables: Json<ScrapedSource['tables']>
  readonly products: Json<DescribedProduct[]>
  readonly notes: Json<string[]>
  readonly text: string
}

/** Keeps what was read from a new source, now or at that time. */
export function insertScraped(
  tx: WritableDb,
  entity: number,
  scraped: ScrapedPage,
  readAt = Date.now(),
): void {
  tx.run(
    `INSERT INTO scraped_source (entity, url, format, title, read_at, characters, tables, products, notes, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entity,
    scraped.url,
    scraped.format,
    scraped.title,
    readAt,
    scraped.characters,
    JSON.stringify(scraped.tables),
    JSON.stringify(scraped.products),
    JSON.stringify(scraped.notes),
    scraped.text,
  )
}

/** What was read from a source; undefined for one that was made before this was kept. */
export function findScraped(db: ReadableDb, entity: number): Omit<ScrapedSource, 'source_id'> | undefined {
  const row = db.get<ScrapedRow>(
    `SELECT url, format, title, read_at, characters, tables, products, notes, text FROM scraped_source WHERE entity = ?`,
    entity,
  )
  return (
    row && {
      ...row,
      read_at: new Date(row.read_at).toISOString(),
      tables: parseJson(row.tables),
      products: parseJson(row.products),
      notes: parseJson(row.notes),
    }
  )
}

/** A source that a reference links to an entity, whichever of the two holds it. */
export interface LinkedSource {
  readonly id: number
  readonly uuid: string
  readonly label: string | null
  readonly updated_at: number
  /** Of what was read. */
  readonly title: string | null
}

/** The first sources that are linked to an entity, without their texts. */
export function listLinkedSources(db: ReadableDb, entity: number, limit: number): LinkedSource[] {
  return db.all<LinkedSource>(
    `SELECT e.id, e.uuid, e.label, e.updated_at, s.title
     FROM (SELECT target AS id FROM reference WHERE source = +? UNION SELECT source FROM reference WHERE target = +?) l
     CROSS JOIN entity e ON e.id = l.id AND e.type = +? LEFT JOIN scraped_source s ON s.entity = e.id
     ORDER BY e.id LIMIT +?`,
    entity,
    entity,
    entityTypes.indexOf('source'),
    limit,
  )
}

/** The beginning of what was read from a source; empty where nothing was. */
export function readScrapedText(db: ReadableDb, entity: number, characters: number): string {
  const sql = 'SELECT substr(text, 1, +?) FROM scraped_source WHERE entity = +?'
  return db.column<string>(sql, characters, entity)[0] ?? ''
}

/** The products that a source describes, without the rest of it. */
export function listDescribedProducts(db: ReadableDb, entity: number): DescribedProduct[] {
  const row = db.get<Pick<ScrapedRow, 'products'>>(
    'SELECT products FROM scraped_source WHERE entity = ?',
    entity,
  )
  return row ? parseJson(row.products) : []
}

/** Deletes what was read from sources that are neither in the catalog nor in the trash. */
export function removeLostScraped(tx: WritableDb): void {
  tx.run(
    `DELETE FROM scraped_source WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = scraped_source.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id = scraped_source.entity)`,
  )
}
