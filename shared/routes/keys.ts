import { ApiKey, CreatedApiKey, NewApiKey } from '../schemas/app-surface.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleKeyId, exampleWorkspaceId } from './examples.ts'
import { workspaceId } from './workspaces.ts'

const exampleKey = {
  id: exampleKeyId,
  name: 'ERP sync',
  workspace_id: exampleWorkspaceId,
  scopes: ['read:products', 'write:products'],
  person_id: null,
  created_at: '2026-01-05T10:00:00.000Z',
  expires_at: null,
  last_used_at: null,
}

/** The API keys of a workspace. Only the answer that creates a key contains its secret. */
export const keyRoutes = {
  'GET /workspaces/{id}/keys': {
    id: 'listKeys',
    role: 'manager',
    summary: 'List the API keys of a workspace',
    params: { id: workspaceId },
    answers: { 200: listOf(ApiKey) },
    docs: () => ({ answers: { 200: ['The keys.', { data: [exampleKey] }] } }),
  },
  'POST /workspaces/{id}/keys': {
    id: 'createKey',
    confirm: true,
    audit: { action: 'key_created', subject: 'answer.data.name', details: { scopes: 'answer.data.scopes' } },
    role: 'manager',
    summary: 'Create an API key',
    params: { id: workspaceId },
    body: NewApiKey,
    answers: { 201: dataOf(CreatedApiKey) },
    issues: {
      name: ['required', 'too_long'],
      scopes: ['expected_values', 'invalid_value'],
      expires_at: ['expected_date', 'out_of_range'],
    },
    docs: () => ({
      description: 'The answer shows the key itself, once.',
      body: {
        examples: {
          sync: { name: 'ERP sync', scopes: ['read:products', 'write:products'] },
          expiring: { name: 'For a week', scopes: ['read:products'], expires_at: '2099-01-12' },
        },
      },
      answers: {
        201: ['The key.', { data: { ...exampleKey, key: `vtr_live_${'0'.repeat(40)}` } }],
      },
    }),
  },
  'DELETE /workspaces/{id}/keys/{keyId}': {
    id: 'revokeKey',
    audit: { action: 'key_revoked', subject: 'answer.data.name' },
    role: 'manager',
    summary: 'Revoke an API key',
    params: { id: workspaceId },
    answers: { 200: dataOf(ApiKey) },
    docs: () => ({ answers: { 200: ['The key that was.', { data: exampleKey }] } }),
  },
} satisfies AppRouteTable
