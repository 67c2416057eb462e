import type { EntityType } from '#shared/entities.ts'
import type { Change, EventRecord } from '#shared/events.ts'
import type { GridColumn } from '../query/columns.ts'

export type AllColumns = Readonly<Record<EntityType, readonly GridColumn[]>>

/** A changed value in the words of its column. */
export interface DescribedChange {
  readonly name: string
  readonly before: string
  readonly after: string
}
export type DescribeChange = (change: Change, type: EntityType) => DescribedChange

/** Whether the value that an attribute had before a change can be brought back: it still is one that people write. */
export function isRestorable({ attribute }: Change, columns: readonly GridColumn[]): boolean {
  const column = columns.find(({ id }) => id === attribute)
  return column !== undefined && column.readOnlyReason === undefined
}

/** Whether anything of an event can be brought back. */
export function hasRestorable({ event, entity, changes }: EventRecord, columns: AllColumns): boolean {
  if (event !== 'entity.updated' || entity === null) return false
  return changes.some((change) => isRestorable(change, columns[entity.type]))
}

/** The events of each day of this computer, in their order. */
export function groupByDay(events: readonly EventRecord[]): { day: string; events: EventRecord[] }[] {
  const days: { day: string; events: EventRecord[] }[] = []
  for (const event of events) {
    const day = new Date(event.created_at).toDateString()
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
