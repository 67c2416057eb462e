import { compareTexts } from '#shared/text-order.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Actor, actorTypes, keyOfActor, type EventRecord } from '#shared/events.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { listActors, listEventsAfter, newestSequence } from '../../store/tables/events.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'

/** Everybody who has changed anything, each once, the owner first. */
export function listPeople(db: ReadableDb, { faults }: { readonly faults: readonly FieldError[] }): Answer {
  new Faults(faults).throwIfAny()
  const people = new Map<string, Actor>()
  for (const actor of listActors(db).map(parseJson)) {
    const key = keyOfActor(actor)
    if (!people.has(key) || actor.name === null) people.set(key, actor)
  }
  const rank = ({ type }: Actor) => actorTypes.indexOf(type)
  const order = (one: Actor, other: Actor) =>
    rank(one) - rank(other) || compareTexts(one.name ?? '', other.name ?? '')
  return dataAnswer(200, JSON.stringify([...people.values()].sort(order)))
}

interface EventsAfter {
  readonly events: readonly EventRecord[]
  readonly newest: number
}

/** At most `limit` events after a sequence number, oldest first, and the newest number. */
export function readEventsAfter(
  db: ReadableDb,
  { sequence, limit }: { readonly sequence: number; readonly limit: number },
): EventsAfter {
  return { events: listEventsAfter(db, sequence, limit), newest: newestSequence(db) }
}
