import { parseJson } from '../../store/database/json.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { parseTimestamp } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, type Faults } from '../errors.ts'
import { isTagList, namesTag, tagOf } from '../etag.ts'
import { rowJson } from './entity-json.ts'

/** The headers by which a write says what it expects of the entity, as sent. */
export interface Preconditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifUnmodifiedSince: string | undefined
}

/** Notes what of the headers cannot be read: leaving it out would write over what somebody else wrote. */
export function checkPreconditions(expected: Preconditions | undefined, faults: Faults): void {
  if (expected === undefined) return
  refuseBadTags('If-Match', expected.ifMatch, faults)
  refuseBadTags('If-None-Match', expected.ifNoneMatch, faults)
  const time = expected.ifUnmodifiedSince
  if (time !== undefined && endOfTime(time) === undefined) faults.add('If-Unmodified-Since', 'expected_date')
}

function refuseBadTags(field: string, header: string | undefined, faults: Faults): void {
  if (header === undefined || isTagList(header)) return
  faults.addSentence(
    field,
    'Send the ETag of an answer as it is, in its quotes, or several with commas, or *.',
  )
}

/** Throws `conflict` with the entity as it is, where it is not as the caller expects. */
export function requireExpected(db: ReadableDb, row: EntityRow, expected: Preconditions | undefined): void {
  if (expected === undefined) return
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince } = expected
  const json = rowJson(db, row)
  const etag = tagOf(json)
  const broken =
    (ifMatch !== undefined && !namesTag(ifMatch, etag) && 'If-Match') ||
    (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag) && 'If-None-Match') ||
    (isLater(row.updated_at, ifUnmodifiedSince) && 'If-Unmodified-Since')
  if (!broken) return
  const sentence = message('entity.changed_meanwhile', { header: broken })
  throw new CatalogError('conflict', sentence, { current: { data: parseJson(json), etag } })
}

function isLater(updated: number, header: string | undefined): boolean {
  const end = header === undefined ? undefined : endOfTime(header)
  return end !== undefined && updated > end
}

const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** The last millisecond that a time names: a date of HTTP is a whole second, `updated_at` as it reads a millisecond. */
function endOfTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (!httpDate.test(trimmed)) return parseTimestamp(trimmed)
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? undefined : time + 999
}
