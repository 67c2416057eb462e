import { type Json, parseJson } from '../database/json.ts'
import type { DescribedProduct, ScrapedSource } from '#shared/sources.ts'
import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { toIso } from '#shared/iso-times.ts'

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

export function findScraped(db: ReadableDb, entity: number): Omit<ScrapedSource, 'source_id'> | undefined {
  const row = db.get<ScrapedRow>(
    `SELECT url, format, title, read_at, characters, tables, products, notes, text FROM scraped_source WHERE entity = ?`,
    entity,
  )
  return (
    row && {
      ...row,
      read_at: toIso(row.read_at),
      tables: parseJson(row.tables),
      products: parseJson(row.products),
      notes: parseJson(row.notes),
    }
  )
}

export interface LinkedSource {
  readonly id: number
  readonly uuid: string
  readonly label: string | null
  readonly updated_at: number
  readonly title: string | null
}

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

export function readScrapedText(db: ReadableDb, entity: number, characters: number): string {
  const sql = 'SELECT substr(text, 1, +?) FROM scraped_source WHERE entity = +?'
  return db.column<string>(sql, characters, entity)[0] ?? ''
}

export function listDescribedProducts(db: ReadableDb, entity: number): DescribedProduct[] {
  const row = db.get<Pick<ScrapedRow, 'products'>>(
    'SELECT products FROM scraped_source WHERE entity = ?',
    entity,
  )
  return row ? parseJson(row.products) : []
}

export function removeLostScraped(tx: WritableDb): void {
  tx.run(
    `DELETE FROM scraped_source WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = scraped_source.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id = scraped_source.entity)`,
  )
}
