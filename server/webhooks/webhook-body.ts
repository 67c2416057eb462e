import { pluralOf } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import type { WebhookRow } from '../registry/delivery-operations.ts'

export type EventFilterOfWebhook = Pick<WebhookRow, 'events' | 'types' | 'attributes'>

/** Whether a webhook is about an event, for somebody with these scopes. */
export function matchesWebhook(
  event: EventRecord,
  { events, types, attributes }: EventFilterOfWebhook,
  scopes: readonly Scope[],
): boolean {
  if (events !== '*' && !events.includes(event.event)) return false
  const isOfAttributes = attributes === null || concerns(event, attributes)
  return isOfAttributes && isOfTypes(event, types) && isReadable(event, scopes)
}

function isOfTypes({ entity, attribute }: EventRecord, types: WebhookRow['types']): boolean {
  const type = entity?.type ?? attribute?.entity_type
  return types === null || (type !== undefined && types.includes(type))
}

function isReadable({ entity }: EventRecord, scopes: readonly Scope[]): boolean {
  return !entity || scopes.includes(`read:${pluralOf[entity.type]}`)
}

/** Whatever removes or brings back an entity concerns each of its attributes. */
function concerns({ event, changes }: EventRecord, attributes: readonly string[]): boolean {
  if (event === 'entity.deleted' || event === 'entity.restored') return true
  return event.startsWith('entity.') && changes.some(({ attribute }) => attributes.includes(attribute))
}

const maxEvents = 100
const pageSize = 500
// A few hundred characters of names stand around the events, of 1 MiB in all.
const maxBytes = 1024 * 1024 - 4096

type SentEvent = EventRecord & { readonly changes_omitted?: true }

export interface EventBatch {
  /** The events as JSON, oldest first. */
  readonly events: readonly string[]
  readonly after: number
  /** The last event that was looked at: events after it are for the next batch. */
  readonly until: number
  readonly sequence: number
  /** The newest event that there is. */
  readonly newest: number
}

interface Feed {
  call(
    name: 'readEventsAfter',
    input: { readonly sequence: number; readonly limit: number },
  ): Promise<{ readonly events: readonly EventRecord[]; readonly newest: number }>
}

/**
 * Gathers at most 100 events and 1 MiB after a sequence number, up to another where it is given, so that a
 * second try has the events of the first.
 */
export async function gatherEvents(
  feed: Feed,
  range: { readonly after: number; readonly until?: number | null },
  chooses: (event: EventRecord) => boolean,
): Promise<EventBatch> {
  const end = range.until ?? Infinity
  const gathered: string[] = []
  let bytes = 0
  let until = range.after
  let sequence = range.after
  let newest = range.after
  const batch = () => ({ events: gathered, after: range.after, until, sequence, newest })
  while (until < end) {
    const page = await feed.call('readEventsAfter', { sequence: until, limit: pageSize })
    const { events } = page
    newest = page.newest
    for (const event of events) {
      if (event.sequence > end) return batch()
      if (chooses(event)) {
        const json = toJson(event)
        const length = Buffer.byteLength(json)
        if (gathered.length === maxEvents || (gathered.length > 0 && bytes + length > maxBytes))
          return batch()
        gathered.push(json)
        bytes += length
        sequence = event.sequence
      }
      until = event.sequence
    }
    if (events.length < pageSize) return batch()
  }
  return batch()
}

function toJson(event: EventRecord): string {
  const json = JSON.stringify(event)
  if (Buffer.byteLength(json) <= maxBytes) return json
  return JSON.stringify({ ...event, changes: [], changes_omitted: true } satisfies SentEvent)
}

export interface BodyFacts {
  readonly workspace: { readonly id: string; readonly name: string }
  readonly subscription: string
  readonly hasGap: boolean
}

/** The body of a delivery, as text: it is signed and sent as it is. */
export function toBody({ workspace, subscription, hasGap }: BodyFacts, batch: EventBatch): string {
  const head = JSON.stringify({
    workspace: { id: workspace.id, name: workspace.name },
    subscription,
    ...(hasGap && { gap: true }),
  })
  return `${head.slice(0, -1)},"data":[${batch.events.join(',')}],"sequence":${batch.sequence}}`
}

export function toTestBody({ workspace, subscription }: Omit<BodyFacts, 'hasGap'>): string {
  const { id, name } = workspace
  return JSON.stringify({ type: 'webhook.test', workspace: { id, name }, subscription, data: [] })
}
