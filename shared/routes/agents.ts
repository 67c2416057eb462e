import { Type } from 'typebox'
import { Consent, ConsentApproval, Grant } from '../schemas/app-surface.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleCode, exampleGrantId, exampleWorkspaceId } from './examples.ts'
import { workspaceId } from './workspaces.ts'

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
