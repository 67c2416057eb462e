import type { EntityType } from '#shared/entities.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { countTargets, listSources } from '../../../store/tables/references.ts'
import { countValues, listHoldersOf } from '../../../store/tables/values.ts'
import { listEntityRows } from '../../../store/tables/entities.ts'
import { readStored, readValue } from '../../entities/current-values.ts'
import type { CodeColumn } from './compare-rows.ts'

interface FullList {
  readonly type: EntityType
  readonly key: CodeColumn
  /** The entities that the rows have found. */
  readonly matched: ReadonlySet<number>
}

// A list with at least half of what there is counts as a full one.
const fullShare = 0.5
const vendorShare = 0.9
const maxEntities = 200_000
const maxShown = 10

/** Names the entities that a full list lacks: of its only vendor where its rows have one, else of all. */
export function describeMissing(db: ReadableDb, { type, key, matched }: FullList): Message[] {
  const { id, key: name } = key.attribute
  if (matched.size === 0 || countValues(db, id) > maxEntities) return []
  const ofVendor = entitiesOfOnlyVendor(db, type, matched)
  const all = listHoldersOf(db, id).filter((entity) => !ofVendor || ofVendor.has(entity))
  if (matched.size < all.length * fullShare) return []
  const missing = all.filter((entity) => !matched.has(entity))
  if (missing.length === 0) return []
  const shown = listEntityRows(db, missing.slice(0, maxShown))
  const numbers = shown.map((row) => String(readValue(readStored(row).document, name)))
  return [
    message('import.entries_missing', {
      count: missing.length,
      all: all.length,
      header: key.header,
      numbers: numbers.join(', '),
    }),
  ]
}

function entitiesOfOnlyVendor(
  db: ReadableDb,
  type: EntityType,
  matched: ReadonlySet<number>,
): ReadonlySet<number> | undefined {
  const vendor = attributesOf(db, type).list.find(({ extras }) => extras.reference?.type === 'vendor')
  if (!vendor) return undefined
  const [first, ...others] = countTargets(db, vendor.id, [...matched])
  if (!first || others.length > 0) return undefined
  const [target, count] = first
  return count < matched.size * vendorShare ? undefined : new Set(listSources(db, vendor.id, target))
}
