import { expect, test } from 'vitest'
import type { ApiKey, Grant } from '#shared/app-surface.ts'
import type { EventRecord } from '#shared/events.ts'
import { listAgents, describeAgentEvent } from './agent-list.tsx'

const event = (over: Partial<EventRecord>): EventRecord => ({
  id: 'e',
  sequence: 1,
  event: 'entity.updated',
  entity: { id: 'p', type: 'product', label: 'CH-100' },
  actor: { type: 'oauth', id: 'g1', name: 'Assistant' },
  via: 'mcp',
  job_id: null,
  request_id: null,
  automation_id: null,
  created_at: '2026-01-05T10:00:00.000Z',
  changes: [],
  ...over,
})

const changes = (...keys: string[]) => keys.map((attribute) => ({ attribute, old: null, new: 1 }))

const common = {
  workspace_id: 'w',
  scopes: ['read:products'],
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  person_id: null,
  service_account_id: null,
}
const grant: Grant = { ...common, id: 'g1', client: { id: 'c', name: 'Assistant' } }
const key = (id: string, lastUsed: string | null): ApiKey => ({
  ...common,
  id,
  name: id,
  expires_at: null,
  last_used_at: lastUsed,
})

test('agents are the grants and the keys that worked over MCP, the last at work first, each with its deeds', () => {
  const events = [event({ actor: { type: 'api_key', id: 'k1', name: 'k1' } }), event({ id: 'e2' })]
  const agents = listAgents([grant], [key('k1', '2026-01-05T10:00:00.000Z'), key('k2', null)], events)
  expect(agents.map(({ id, kind, events }) => [id, kind, events.length])).toEqual([
    ['k1', 'key', 1],
    ['g1', 'grant', 1],
  ])
})

test.each<[Partial<EventRecord>, string]>([
  [{ changes: changes('price') }, 'Changed price of CH-100'],
  [{ changes: changes('price', 'name') }, 'Changed price and name of CH-100'],
  [{ changes: changes('a', 'b', 'c') }, 'Changed a, b and c of CH-100'],
  [{ changes: changes('a', 'b', 'c', 'd') }, 'Changed 4 values of CH-100'],
  [{ event: 'entity.created' }, 'Created CH-100'],
  [
    { event: 'entity.created', entity: { id: 'p', type: 'vendor', label: null } },
    'Created an unnamed vendor',
  ],
  [
    {
      event: 'attribute.created',
      entity: null,
      attribute: { id: 'a', key: 'width', entity_type: 'product' },
    },
    'Added the attribute width',
  ],
  [{ event: 'job.completed', entity: null }, 'Finished a job'],
])('a deed is told in a line', (over, line) => {
  expect(describeAgentEvent(event(over))).toBe(line)
})
