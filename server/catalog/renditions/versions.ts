import type { Actor } from '#shared/events.ts'
import { toIso } from '#shared/iso-times.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FileVersion } from '#shared/schemas/renditions.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { listEventPage } from '../../store/plan/event-pages.ts'
import { type EventRow, readChanges } from '../../store/tables/events.ts'
import { findFileFacts } from '../../store/tables/files.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'

const maxVersions = 20
// An image whose file changes more often than that is written by a program.
const maxEvents = 500
const storedPath = /^files\/([0-9a-f]{64})\.[a-z0-9]{1,8}$/

interface VersionsRequest {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** The files that an image had before its own, newest first, as far as the workspace still has them: 200. */
export function listImageVersions(db: ReadableDb, { id, faults }: VersionsRequest): Answer {
  const row = getEntity(db, 'image', id)
  new Faults(faults).throwIfAny()
  const attribute = pictureAttribute(db)
  if (!attribute) return dataAnswer(200, '[]')
  const current = readValue(readStored(row).document, attribute.key)
  const filter = { entity: row.id, type: 'image', attribute: attribute.key } as const
  const window = { isAscending: false, limit: maxEvents, offset: 0, behind: undefined }
  const { events } = listEventPage(db, filter, window)
  const seen = new Set<unknown>([current])
  const versions = events.flatMap((event) => {
    const path = replacedPath(event, attribute.key)
    if (path === undefined || seen.has(path)) return []
    seen.add(path)
    return toVersion(db, path, event)
  })
  return dataAnswer(200, JSON.stringify(versions.slice(0, maxVersions)))
}

function replacedPath({ changes }: EventRow, key: string): string | undefined {
  const old = readChanges(changes).find(({ attribute }) => attribute === key)?.old
  return typeof old === 'string' ? old : undefined
}

function toVersion(db: ReadableDb, path: string, { created_at, actor }: EventRow): FileVersion[] {
  const [, hash] = storedPath.exec(path) ?? []
  const facts = hash === undefined ? undefined : findFileFacts(db, hash)
  if (hash === undefined || !facts) return []
  const by: Actor = parseJson(actor)
  return [{ file: { hash, path, size: facts.size }, replaced_at: toIso(created_at), by }]
}
