import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { agentEventsQuery, grantsQuery } from '../api/agents-queries.ts'
import { keysQuery } from '../api/keys-queries.ts'
import { formatAgo, formatMoment } from '../ui/format-time.ts'
import { describeScopes } from './scope-choices.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { type ConnectedAgent, listAgents, tellDeed } from './agents.ts'
import { RevokeAgentDialog } from './revoke-agent-dialog.tsx'

/** The agents that have a way into the workspace, and what each did lately. */
export function AgentList() {
  const { agents, error } = useAgents()
  const [revoking, setRevoking] = useState<ConnectedAgent>()
  return (
    <section className="api-section" aria-labelledby="connected-agents">
      <h2 id="connected-agents">Connected agents</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {agents === undefined && error === null && <Skeleton height={72} />}
      {agents?.length === 0 && (
        <p className="api-no-keys">
          <Bot aria-hidden />
          None yet. Once an agent is allowed in, it stands here with what it does.
        </p>
      )}
      {agents !== undefined && agents.length > 0 && (
        <ul className="agent-list" aria-label="Connected agents">
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
  const keys = useQuery(keysQuery(workspace.id))
  const events = useQuery(agentEventsQuery(api))
  const isLoaded = grants.data !== undefined && keys.data !== undefined && events.data !== undefined
  return {
    agents: isLoaded ? listAgents(grants.data, keys.data, events.data) : undefined,
    error: grants.error ?? keys.error ?? events.error,
  }
}

const shownAtFirst = 3

function AgentCard({ agent, onRevoke }: { agent: ConnectedAgent; onRevoke: () => void }) {
  const { kind, name, scopes, since, lastUsed, events } = agent
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? events : events.slice(0, shownAtFirst)
  return (
    <li className="agent-card">
      <div className="agent-head">
        <h3>{name}</h3>
        <Button variant="ghost" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
      <p className="ui-field-hint">
        {kind === 'grant' ? 'Allowed by you' : 'API key'} on {formatMoment(since)}. Last used{' '}
        {lastUsed === null ? 'never' : formatAgo(lastUsed)}. May do: {describeScopes(scopes)}.
      </p>
      {events.length === 0 ? (
        <p className="ui-field-hint">It has changed nothing yet.</p>
      ) : (
        <ul className="agent-deeds" aria-label={`What ${name} did lately`}>
          {shown.map((event) => (
            <li key={event.id}>
              <span>{tellDeed(event)}</span>
              <time dateTime={event.created_at} title={formatMoment(event.created_at)}>
                {formatAgo(event.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {events.length > shownAtFirst && (
        <div>
          <Button variant="ghost" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Show less' : `Show all ${events.length} changes`}
          </Button>
        </div>
      )}
    </li>
  )
}
