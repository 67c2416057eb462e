import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import {
  agentEventsQuery,
  grantsQuery,
  agentsKey,
  revokeGrant,
  keysQuery,
  keysKey,
  revokeKey,
} from '../api/access-queries.ts'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { describeScopes } from './scope-table.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t, cachedByLanguage } from '../ui/text.ts'
import type { ApiKey, Grant } from '#shared/app-surface.ts'
import type { EventRecord } from '#shared/events.ts'
import { typeTexts } from '../state/entity-types.ts'

interface ConnectedAgent {
  readonly id: string
  readonly kind: 'grant' | 'key'
  readonly name: string
  readonly scopes: readonly string[]
  readonly since: string
  readonly lastUsed: string | null
  readonly events: readonly EventRecord[]
}

/** Lists agents, the most recently used first. An API key is included once it was used over MCP. */
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

const eventVerbs = cachedByLanguage((): Readonly<Record<EventRecord['event'], string>> => ({
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
  'webhook.created': t('Added the webhook'),
  'webhook.updated': t('Changed the webhook'),
  'webhook.deleted': t('Deleted the webhook'),
  'automation.created': t('Added the automation'),
  'automation.updated': t('Changed the automation'),
  'automation.deleted': t('Deleted the automation'),
  'feed.created': t('Added the feed'),
  'feed.updated': t('Changed the feed'),
  'feed.deleted': t('Deleted the feed'),
  'job.completed': t('Finished a job'),
  'job.failed': t('Failed at a job'),
  'job.cancelled': t('Cancelled a job'),
}))

const maxNamedChanges = 3

function nameSubject({
  attribute,
  channel,
  automation,
}: Pick<EventRecord, 'attribute' | 'channel' | 'automation'>): string {
  return attribute?.key ?? channel?.name ?? automation?.name ?? ''
}

/** Describes an event in one line: `Changed price and name of CH-100`. */
export function describeAgentEvent({ event, entity, changes, ...about }: EventRecord): string {
  const subject = entity
    ? (entity.label ?? t('an unnamed {type}', { type: typeTexts()[entity.type].singular }))
    : nameSubject(about)
  if (event !== 'entity.updated' || changes.length === 0) return `${eventVerbs()[event]} ${subject}`.trim()
  return t('Changed {values} of {subject}', {
    values: formatKeys(changes.map((change) => change.attribute)),
    subject,
  })
}

function formatKeys(keys: readonly string[]): string {
  if (keys.length > maxNamedChanges) return t('{count} values', { count: keys.length })
  const [last = '', ...others] = keys.toReversed()
  return others.length === 0 ? last : t('{value} and {last}', { value: others.toReversed().join(', '), last })
}

export function AgentList() {
  const { agents, error } = useAgents()
  const [revoking, setRevoking] = useState<ConnectedAgent>()
  return (
    <section className="api-section" aria-labelledby="connected-agents">
      <h2 id="connected-agents">{t('Connected agents')}</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {agents === undefined && error === null && <Skeleton height={72} />}
      {agents?.length === 0 && (
        <p className="api-no-keys">
          <Bot aria-hidden />
          {t('None yet. Once you allow an agent, it is listed here with what it does.')}
        </p>
      )}
      {agents !== undefined && agents.length > 0 && (
        <ul className="agent-list" aria-label={t('Connected agents')}>
          {agents.map((agent) => (
            <AgentCard key={agent.id} agent={agent} onRevoke={() => setRevoking(agent)} />
          ))}
        </ul>
      )}
      <RevokeAgentDialog agent={revoking} onClose={() => setRevoking(undefined)} />
    </section>
  )
}

function useAgents(): { agents: ConnectedAgent[] | undefined; error: Error | null } {
  const { workspace, api } = useWorkspace()
  const grants = useQuery(grantsQuery(workspace.id))
  const mayManageKeys = useMay()('keys')
  const keys = useQuery({ ...keysQuery(workspace.id), enabled: mayManageKeys })
  const events = useQuery(agentEventsQuery(api))
  const visibleKeys = mayManageKeys ? keys.data : []
  const isLoaded = grants.data !== undefined && visibleKeys !== undefined && events.data !== undefined
  return {
    agents: isLoaded ? listAgents(grants.data, visibleKeys, events.data) : undefined,
    error: grants.error ?? keys.error ?? events.error,
  }
}

const maxCollapsedEvents = 3

function AgentCard({ agent, onRevoke }: { agent: ConnectedAgent; onRevoke: () => void }) {
  const { kind, name, scopes, since, lastUsed, events } = agent
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? events : events.slice(0, maxCollapsedEvents)
  return (
    <li className="agent-card">
      <div className="agent-head">
        <h3>{name}</h3>
        <Button variant="ghost" aria-label={t('Revoke {name}', { name })} onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      </div>
      <p className="ui-field-hint">
        {kind === 'grant'
          ? t('Allowed by you on {since}.', { since: formatMoment(since) })
          : t('API key, since {since}.', { since: formatMoment(since) })}{' '}
        {lastUsed === null ? t('Never used.') : t('Last used {when}.', { when: formatAgo(lastUsed) })}{' '}
        {t('May do: {scopes}.', { scopes: describeScopes(scopes) })}
      </p>
      {events.length === 0 ? (
        <p className="ui-field-hint">{t('It has changed nothing yet.')}</p>
      ) : (
        <ul className="agent-deeds" aria-label={t('What {name} did lately', { name })}>
          {shown.map((event) => (
            <li key={event.id}>
              <span>{describeAgentEvent(event)}</span>
              <time dateTime={event.created_at} title={formatMoment(event.created_at)}>
                {formatAgo(event.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {events.length > maxCollapsedEvents && (
        <div>
          <Button variant="ghost" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('Show less') : t('Show all {count} changes', { count: events.length })}
          </Button>
        </div>
      )}
    </li>
  )
}

interface RevokeAgentDialogProps {
  agent: ConnectedAgent | undefined
  onClose: () => void
}

function RevokeAgentDialog({ agent, onClose }: RevokeAgentDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ kind, id }: ConnectedAgent) =>
      kind === 'grant' ? revokeGrant(workspace.id, id) : revokeKey(workspace.id, id),
    onSuccess: async (_answer, { name }) => {
      await queryClient.invalidateQueries({ queryKey: agentsKey(workspace.id) })
      await queryClient.invalidateQueries({ queryKey: keysKey(workspace.id) })
      showSuccess(t('The access of {name} was ended', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('End the access of {name}?', { name: agent?.name ?? t('the agent') })}
      action={t('End the access')}
      subject={agent}
      mutation={revoke}
      onClose={onClose}
    >
      <p>
        {agent?.kind === 'key'
          ? t(
              'The agent has no access from its next request on. Its API key cannot be used again, by anything else either. What it has done stays.',
            )
          : t(
              'The agent has no access from its next request on. It can ask again, and you will be asked again. What it has done stays.',
            )}
      </p>
    </ConfirmDialog>
  )
}
