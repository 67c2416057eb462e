import type { ApiKey, Grant } from '#shared/app-surface.ts'
import type { EventRecord } from '#shared/events.ts'
import { byLanguage, t } from '../ui/text.ts'
import { typeTexts } from '../state/entity-types.ts'

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

const deeds = byLanguage((): Readonly<Record<EventRecord['event'], string>> => ({
  'entity.created': t('Created'),
  'entity.updated': t('Changed'),
  'entity.deleted': t('Moved to the trash:'),
  'entity.restored': t('Restored'),
  'attribute.created': t('Added the attribute'),
  'attribute.updated': t('Changed the attribute'),
  'attribute.deleted': t('Deleted the attribute'),
  'channel.created': t('Created the channel'),
  'channel.updated': t('Changed the channel'),
  'channel.deleted': t('Deleted the channel'),
  'note.created': t('Left a note on'),
  'note.updated': t('Changed a note on'),
  'note.deleted': t('Deleted a note on'),
  'comment.created': t('Commented on'),
  'comment.updated': t('Changed a comment on'),
  'comment.resolved': t('Resolved a comment on'),
  'job.completed': t('Finished a job'),
  'job.failed': t('Failed at a job'),
  'job.cancelled': t('Cancelled a job'),
}))

const namedChanges = 3

/** What was done, in a line: `Changed price and name of CH-100`. */
export function describeChange({ event, entity, attribute, channel, changes }: EventRecord): string {
  const subject = entity
    ? (entity.label ?? t('an unnamed {type}', { type: typeTexts()[entity.type].singular }))
    : (attribute?.key ?? channel?.name ?? '')
  if (event !== 'entity.updated' || changes.length === 0) return `${deeds()[event]} ${subject}`.trim()
  return t('Changed {values} of {subject}', {
    values: formatKeys(changes.map((change) => change.attribute)),
    subject,
  })
}

function formatKeys(keys: readonly string[]): string {
  if (keys.length > namedChanges) return t('{count} values', { count: keys.length })
  const [last = '', ...others] = keys.toReversed()
  return others.length === 0 ? last : t('{value} and {last}', { value: others.toReversed().join(', '), last })
}
