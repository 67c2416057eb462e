import { Consent, Grant } from '#shared/schemas/app-surface.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleCode, exampleGrantId, exampleWorkspaceId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'

const workspaceId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the workspace.',
  schema: Uuid,
  example: exampleWorkspaceId,
}

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
  created_at: '2026-01-05T10:01:00.000Z',
  last_used_at: null,
}

const tag = 'Owner'

/** The operations of app/agent-routes.ts. */
export const agentDocs: OperationTable = {
  'GET /consents': {
    id: 'listConsents',
    tag,
    answers: {
      200: {
        description: 'Those that nobody has decided on, oldest first.',
        schema: listOf(Consent),
        example: { data: [exampleConsent] },
      },
    },
  },
  'POST /consents/:code/approve': {
    id: 'approveConsent',
    tag,
    description: 'The agent gets the scopes named here in one workspace, and no others.',
    body: {
      examples: {
        approval: { workspace_id: exampleWorkspaceId, scopes: ['read:products', 'write:products'] },
      },
    },
    answers: {
      200: {
        description: 'The request that was.',
        schema: dataOf(Consent),
        example: { data: exampleConsent },
      },
    },
    issues: ['invalid_value', 'expected_values'],
  },
  'POST /consents/:code/deny': {
    id: 'denyConsent',
    tag,
    body: { examples: { nothing: {} } },
    answers: {
      200: {
        description: 'The request that was.',
        schema: dataOf(Consent),
        example: { data: exampleConsent },
      },
    },
  },
  'GET /workspaces/:id/grants': {
    id: 'listGrants',
    tag,
    parameters: [workspaceId],
    answers: {
      200: {
        description: 'The grants under which an agent can get in, oldest first.',
        schema: listOf(Grant),
        example: { data: [exampleGrant] },
      },
    },
  },
  'DELETE /workspaces/:id/grants/:grantId': {
    id: 'revokeGrant',
    tag,
    parameters: [workspaceId],
    description: 'The next request with a token of the grant is refused.',
    answers: {
      200: { description: 'The grant that was.', schema: dataOf(Grant), example: { data: exampleGrant } },
    },
  },
}
