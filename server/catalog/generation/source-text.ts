import { createHash } from 'node:crypto'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { getEntityRow } from '../../store/tables/entities.ts'
import { type LinkedSource, listLinkedSources, readScrapedText } from '../../store/tables/scraped-sources.ts'
import { contentAttribute } from '../sources/source-request.ts'

const maxSources = 20
const maxCharacters = 250_000

/** The sources that are linked to an entity. */
export function listLinked(db: ReadableDb, entity: number): LinkedSource[] {
  return listLinkedSources(db, entity, maxSources)
}

/** The text of a source: as people have left it in its content attribute, else as it was read. */
export function sourceText(db: ReadableDb, source: number, characters = maxCharacters): string {
  const content = contentAttribute(attributesOf(db, 'source'), {})
  const own = content && parseJson(getEntityRow(db, source).attributes)[content.key]
  const isOwn = typeof own === 'string' && own.trim() !== ''
  return isOwn ? own.slice(0, characters) : readScrapedText(db, source, characters)
}

/** Texts are hashed once for each state of their source: what is stale is asked of thousands of values at a time. */
const versions = new Map<string, string>()
const maxVersions = 10_000

/** Another one where the text of the source is another; other changes of the source leave it. */
export function sourceVersion(db: ReadableDb, { id, uuid, updated_at: updatedAt }: LinkedSource): string {
  const content = contentAttribute(attributesOf(db, 'source'), {})
  const state = `${uuid} ${updatedAt} ${content?.key ?? ''}`
  const known = versions.get(state)
  if (known !== undefined) return known
  if (versions.size >= maxVersions) versions.clear()
  const version = createHash('sha256').update(sourceText(db, id)).digest('hex').slice(0, 32)
  versions.set(state, version)
  return version
}
