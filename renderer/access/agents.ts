import type { ApiKey, Grant } from '#shared/app-surface.ts'
import type { EventRecord } from '#shared/events.ts'

/** An agent that has a way in: by what the owner allowed, or by an API key with which it has worked. */
export interface ConnectedAgent {
  readonly id: string
  readonly kind: 'grant' | 'key'
  readonly name: string
  readonly scopes: readonly string[]
  readonly since: string
  readonly lastUsed: string | null
  /** What it did last, newest first. */
  readonly events: readonly EventRecord[]
}

/** The agents of a workspace, the one that was at work last first. A key is one once something was done with it over MCP. */
export function listAgents(
  grants: readonly Grant[],
  keys: readonly ApiKey[],
  events: readonly EventRecord[],
): ConnectedAgent[] {
  const eventsOf = (id: string) => events.filter(({ actor }) => actor.id === id)
  const all: ConnectedAgent[] = [
    ...grants.map((grant) =>
      toAgent('grant', grant, { name: grant.client.name, events: eventsOf(grant.id) }),
    ),
    ...keys
      .map((key) => toAgent('key', key, { name: key.name, events: eventsOf(key.id) }))
      .filter((agent) => agent.events.length > 0),
  ]
  return all.sort((a, b) => (b.lastUsed ?? b.since).localeCompare(a.lastUsed ?? a.since))
}

function toAgent(
  kind: ConnectedAgent['kind'],
  { id, scopes, created_at: since, last_used_at: lastUsed }: ApiKey | Grant,
  { name, events }: Pick<ConnectedAgent, 'name' | 'events'>,
): ConnectedAgent {
  return { id, kind, name, scopes, since, lastUsed, events }
}

const deeds: Readonly<Record<EventRecord['event'], string>> = {
  'entity.created': 'Created',
  'entity.updated': 'Changed',
  'entity.deleted': 'Moved to the trash:',
  'entity.restored': 'Restored',
  'attribute.created': 'Added the attribute',
  'attribute.updated': 'Changed the attribute',
  'attribute.deleted': 'Deleted the attribute',
  'channel.created': 'Made the channel',
  'channel.updated': 'Changed the channel',
  'channel.deleted': 'Deleted the channel',
  'job.completed': 'Finished a task',
  'job.failed': 'Failed at a task',
  'job.cancelled': 'Cancelled a task',
}

const namedChanges = 3

/** What was done, in a line: `Changed price and name of CH-100`. */
export function tellDeed({ event, entity, attribute, channel, changes }: EventRecord): string {
  const subject = entity
    ? (entity.label ?? `a ${entity.type} without a name`)
    : (attribute?.key ?? channel?.name ?? '')
  if (event !== 'entity.updated' || changes.length === 0) return `${deeds[event]} ${subject}`.trim()
  return `${deeds[event]} ${tellKeys(changes.map((change) => change.attribute))} of ${subject}`
}

function tellKeys(keys: readonly string[]): string {
  if (keys.length > namedChanges) return `${keys.length} values`
  const [last = '', ...others] = keys.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}
