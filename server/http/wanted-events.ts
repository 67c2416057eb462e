import type { EventRecord } from '#shared/events.ts'

/** The checked filters of a stream. */
interface Wanted {
  readonly type?: string | undefined
  readonly kind?: string | undefined
  readonly via?: string | undefined
  readonly attribute?: string | undefined
  readonly job?: string | undefined
  /** Milliseconds, both inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Tells of each event whether a filter of the change feed lets it through, as a page of the feed would. */
export function wantedBy(filter: Wanted): (event: EventRecord) => boolean {
  const { type, kind, via, attribute, job, since = -Infinity, until = Infinity } = filter
  const isOrAny = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value
  return (event) => {
    const time = Date.parse(event.created_at)
    return (
      isOrAny(type, event.entity?.type) &&
      isOrAny(kind, event.event) &&
      isOrAny(via, event.via) &&
      isOrAny(job, event.job_id ?? undefined) &&
      (attribute === undefined || changes(event, attribute)) &&
      time >= since &&
      time <= until
    )
  }
}

function changes({ event, changes }: EventRecord, key: string): boolean {
  return event.startsWith('entity.') && changes.some(({ attribute }) => attribute === key)
}
