import type { EventRecord } from '#shared/events.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEventsAfter, newestSequence } from '../../store/tables/events.ts'

export interface EventsAfter {
  readonly events: readonly EventRecord[]
  readonly newest: number
}

/** At most `limit` events behind a sequence number, oldest first, and the newest number there is. */
export function readEventsAfter(
  db: ReadableDb,
  { sequence, limit }: { readonly sequence: number; readonly limit: number },
): EventsAfter {
  return { events: listEventsAfter(db, sequence, limit), newest: newestSequence(db) }
}
