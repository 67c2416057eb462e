import { ApiKey, CreatedApiKey, NewApiKey, Consent, ConsentApproval, Grant } from '../schemas/app-surface.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleKeyId, exampleWorkspaceId, exampleCode, exampleGrantId } from './examples.ts'
import { workspaceId } from './workspaces.ts'
import { Type } from 'typebox'

export const exampleKey = {
  id: exampleKeyId,
  name: 'ERP sync',
  workspace_id: exampleWorkspaceId,
  scopes: ['read:products', 'write:products'],
  person_id: null,
  service_account_id: null,
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
    docs: () => ({
      description: 'Keys of service accounts are revoked by server administrators.',
      answers: { 200: ['The key that was.', { data: exampleKey }] },
    }),
  },
} satisfies AppRouteTable

const Nothing = Type.Object({}, { additionalProperties: false })

const exampleConsent = {
  code: exampleCode,
  client: { id: 'cA4bR7', name: 'Catalog assistant', destination: 'this computer' },
  resources: ['mcp'],
  scopes: ['read:products', 'write:products', 'delete:products'],
  preselected: ['read:products', 'write:products'],
  created_at: '2026-01-05T10:00:00.000Z',
  expires_at: '2026-01-05T10:10:00.000Z',
}

const exampleGrant = {
  id: exampleGrantId,
  workspace_id: exampleWorkspaceId,
  client: { id: 'cA4bR7', name: 'Catalog assistant' },
  scopes: ['read:products', 'write:products'],
  person_id: null,
  created_at: '2026-01-05T10:01:00.000Z',
  last_used_at: null,
}

/** Agents that connect over OAuth: waiting consents, and grants. */
export const agentRoutes = {
  'GET /consents': {
    id: 'listConsents',
    role: 'anyone',
    summary: 'List the agents that wait for consent',
    answers: { 200: listOf(Consent) },
    docs: () => ({
      answers: {
        200: ['Those that nobody has decided on, oldest first.', { data: [exampleConsent] }],
      },
    }),
  },
  'POST /consents/{code}/approve': {
    id: 'approveConsent',
    confirm: true,
    role: 'anyone',
    summary: 'Allow an agent what it asks for',
    body: ConsentApproval,
    answers: { 200: dataOf(Consent) },
    issues: { workspace_id: ['invalid_value'], scopes: ['expected_values', 'invalid_value'] },
    docs: () => ({
      description: 'The agent gets the scopes named here in one workspace, and no others.',
      body: {
        examples: {
          approval: {
            workspace_id: exampleWorkspaceId,
            scopes: ['read:products', 'write:products'],
          },
        },
      },
      answers: { 200: ['The request that was.', { data: exampleConsent }] },
    }),
  },
  'POST /consents/{code}/deny': {
    id: 'denyConsent',
    role: 'anyone',
    summary: 'Turn an agent away',
    body: Nothing,
    answers: { 200: dataOf(Consent) },
    docs: () => ({
      body: { examples: { nothing: {} } },
      answers: { 200: ['The request that was.', { data: exampleConsent }] },
    }),
  },
  'GET /workspaces/{id}/grants': {
    id: 'listGrants',
    role: 'viewer',
    summary: 'List what agents were granted in a workspace',
    params: { id: workspaceId },
    answers: { 200: listOf(Grant) },
    docs: () => ({
      answers: {
        200: ['The grants under which an agent can get in, oldest first.', { data: [exampleGrant] }],
      },
    }),
  },
  'DELETE /workspaces/{id}/grants/{grantId}': {
    id: 'revokeGrant',
    audit: { action: 'grant_revoked', subject: 'answer.data.client.name' },
    role: 'viewer',
    summary: "End an agent's access",
    params: { id: workspaceId },
    answers: { 200: dataOf(Grant) },
    docs: () => ({
      description: 'The next request with a token of the grant is refused.',
      answers: { 200: ['The grant that was.', { data: exampleGrant }] },
    }),
  },
} satisfies AppRouteTable
