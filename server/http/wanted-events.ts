import { keysOf } from '#shared/text.ts'
import { keyOfActor, type EventRecord } from '#shared/events.ts'

/** The checked filters of a stream. */
interface EventFilter {
  readonly type?: string | undefined
  readonly kind?: string | undefined
  readonly via?: string | undefined
  readonly attribute?: string | undefined
  readonly job?: string | undefined
  readonly edit?: string | undefined
  readonly actor?: string | undefined
  /** Milliseconds, both inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Tells of each event whether a filter of the change feed lets it through, as a page of the feed would. */
export function wantedBy(filter: EventFilter): (event: EventRecord) => boolean {
  const { attribute, since = -Infinity, until = Infinity } = filter
  const wanted = keysOf(tests).filter((key) => filter[key] !== undefined)
  return (event) => {
    const time = Date.parse(event.created_at)
    return (
      wanted.every((key) => tests[key](event) === filter[key]) &&
      (attribute === undefined || changes(event, attribute)) &&
      time >= since &&
      time <= until
    )
  }
}

/** What of an event is compared with the filter of the same name. */
const tests = {
  type: ({ entity }) => entity?.type,
  kind: ({ event }) => event,
  via: ({ via }) => via,
  job: ({ job_id: job }) => job,
  edit: ({ edit_id: edit }) => edit,
  actor: ({ actor }) => keyOfActor(actor),
} satisfies Partial<Record<keyof EventFilter, (event: EventRecord) => string | null | undefined>>

function changes({ event, changes }: EventRecord, key: string): boolean {
  return event.startsWith('entity.') && changes.some(({ attribute }) => attribute === key)
}
