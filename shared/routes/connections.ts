import {
  Connection,
  ConnectionPatch,
  ConnectionTest,
  NamedConnection,
  NewConnection,
} from '../schemas/connections.ts'
import { Uuid } from '../schemas/entities.ts'
import { exampleConnectionId } from './examples.ts'
import { required } from './parameters.ts'
import { type AppRouteTable, dataOf, listOf, type RouteTable } from './route.ts'

const connectionId = required(Uuid, 'The id of the connection.', exampleConnectionId)

const exampleConnection = {
  id: exampleConnectionId,
  name: 'Supplier Beta',
  kind: 'https',
  settings: { url: 'https://files.beta.example/lists/', auth: 'basic' },
  in_my_network: false,
  has_secret: true,
  fingerprint: null,
  problem: null,
  last_used_at: '2026-01-05T10:00:00.000Z',
}

const nameTaken = 'A connection has that name already, or the workspace has as many as it can have.'

const issues = {
  name: ['required'],
  kind: ['invalid_value'],
  'settings.url': ['required', 'expected_url', 'not_allowed_address'],
  secret: ['invalid_value'],
} as const

/** Keys and agents learn the names of connections and nothing of where they lead. */
export const connectionRoutes = {
  'GET /connections': {
    id: 'listConnectionNames',
    tag: 'Feeds',
    summary: 'List the names of connections',
    scopes: ['read:automations'],
    answers: { 200: listOf(NamedConnection) },
    docs: () => ({
      description: 'Where files come from and go to, by which feeds are named. Oldest first.',
      answers: {
        200: [
          'The connections.',
          { data: [{ id: exampleConnectionId, name: 'Supplier Beta', kind: 'https' }] },
        ],
      },
    }),
  },
} satisfies RouteTable

export const ownerConnectionRoutes = {
  'GET /connections': {
    id: 'listConnections',
    role: 'manager',
    summary: 'List connections',
    answers: { 200: listOf(Connection) },
    docs: () => ({
      description: 'Oldest first. A secret is in no answer.',
      answers: { 200: ['The connections.', { data: [exampleConnection] }] },
    }),
  },
  'POST /connections': {
    id: 'createConnection',
    confirm: true,
    audit: { action: 'connection_created', subject: 'answer.data.name' },
    role: 'administrator',
    summary: 'Add a connection',
    body: NewConnection,
    answers: { 201: dataOf(Connection) },
    issues: { ...issues, kind: ['required', 'invalid_value'] },
    docs: () => ({
      description: `\`settings\` by kind: folder \`path\`, \`move\`; https \`url\`, \`auth\` (\`none\`, \`basic\`, \`bearer\`); sftp \`host\`, \`port\`, \`user\`, \`path\`, \`auth\` (\`password\`, \`key\`), \`move\`; s3 \`endpoint\`, \`region\`, \`bucket\`, \`prefix\`, \`path_style\`.
An address of this computer or its network, or one without https, needs \`in_my_network\`.`,
      body: {
        examples: {
          web: {
            name: 'Supplier Beta',
            kind: 'https',
            settings: { url: 'https://files.beta.example/lists/', auth: 'basic' },
            secret: 'vitrine:correct horse',
          },
          server: {
            name: 'Agency',
            kind: 'sftp',
            settings: { host: 'sftp.agency.example', user: 'vitrine', path: '/out' },
            secret: 'correct horse',
          },
        },
      },
      answers: { 201: ['The connection.', { data: exampleConnection }] },
      conflicts: nameTaken,
    }),
  },
  'PATCH /connections/{id}': {
    id: 'changeConnection',
    confirm: true,
    audit: { action: 'connection_changed', subject: 'answer.data.name' },
    role: 'administrator',
    summary: 'Change a connection',
    params: { id: connectionId },
    body: ConnectionPatch,
    answers: { 200: dataOf(Connection) },
    issues: { ...issues, fingerprint: ['invalid_value'] },
    docs: () => ({
      description:
        'Settings are replaced as a whole. Another kind, server, user or bucket deletes the secret and the accepted host key, unless a new secret comes along. `fingerprint` accepts the host key that a test has shown.',
      body: { examples: { rename: { name: 'Beta' } } },
      answers: { 200: ['The connection.', { data: exampleConnection }] },
      conflicts: nameTaken,
    }),
  },
  'DELETE /connections/{id}': {
    id: 'deleteConnection',
    audit: { action: 'connection_deleted', subject: 'answer.data.name' },
    role: 'administrator',
    summary: 'Delete a connection',
    params: { id: connectionId },
    answers: { 200: dataOf(Connection) },
    docs: () => ({
      description: 'Its secret goes along. Feeds that use it are off from then on.',
      answers: { 200: ['The connection as it was.', { data: exampleConnection }] },
    }),
  },
  'POST /connections/{id}/test': {
    id: 'testConnection',
    role: 'administrator',
    summary: 'Test a connection',
    params: { id: connectionId },
    answers: { 200: dataOf(ConnectionTest) },
    docs: () => ({
      description:
        'Opens the place and reads nothing. Of sftp it shows the host key before anything is sent.',
      answers: { 200: ['What came of it, also where it failed.', { data: { ok: true, message: null } }] },
    }),
  },
} satisfies AppRouteTable
