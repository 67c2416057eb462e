import type { ApiKey, Consent, CreatedApiKey, ListedWorkspace, NewApiKey } from '#shared/app-surface.ts'
import { isScope, scopes as allScopes } from '#shared/scopes.ts'
import { splitList } from '#shared/text.ts'
import { findServiceAccount } from './service-account.ts'
import { approveWebhook, isWebhookId } from './webhook.ts'
import type { CatalogClient } from '../client.ts'
import { findWorkspace, namedWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, CommandError, textOption, UsageError } from '../command.ts'
import { withCatalog } from '../nearest-server.ts'

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Make an API key for a workspace; it is shown this once',
  arguments:
    '--workspace NAME [--scopes all|read|a,b,c] [--name TEXT] [--expires ISO] [--service-account NAME]',
  positionals: 0,
  options: {
    ...namedWorkspaceOption,
    scopes: { type: 'string', help: 'all (the default), read, or a list of scopes' },
    name: { type: 'string', help: 'What the key is for' },
    expires: { type: 'string', help: 'When it ends: 2027-01-31, or a full ISO time with its zone' },
    'service-account': { type: 'string', help: 'The service account of a team that it is for' },
  },
  async run({ dataDir, output, options }) {
    const scopes = parseScopes(textOption(options, 'scopes') ?? 'all')
    const expires = textOption(options, 'expires')
    if (expires !== undefined && Date.parse(expires) <= Date.now())
      throw new CommandError('--expires names a time that is past; name one to come.')
    return withCatalog(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const name = textOption(options, 'name') ?? 'Command line'
      const body = { name, scopes, ...(expires !== undefined && { expires_at: expires }) }
      const key = await createKey(client, workspace, body, textOption(options, 'service-account'))
      const { id, key: secret, expires_at } = key
      output.print(
        { id, key: secret, workspace: workspace.name, scopes: key.scopes, name: key.name, expires_at },
        `${secret}\n\nThe key "${key.name}" opens ${workspace.name}; keep it, as it is not shown again. Its id is ${id}.`,
      )
      return 0
    })
  },
}

async function createKey(
  client: CatalogClient,
  { id }: ListedWorkspace,
  body: NewApiKey,
  serviceAccount: string | undefined,
): Promise<CreatedApiKey> {
  if (serviceAccount === undefined)
    return (await client.call('POST /app/v1/workspaces/{id}/keys', { path: { id }, body })).data
  const path = { id: (await findServiceAccount(client, serviceAccount)).id }
  const ofWorkspace = { ...body, workspace_id: id }
  return (await client.call('POST /app/v1/service-accounts/{id}/keys', { path, body: ofWorkspace })).data
}

export const keyList: Command = {
  name: 'key list',
  summary: 'List the API keys, without the keys themselves',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: namedWorkspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (client) => {
      const all = options['workspace'] === undefined
      const workspaces = all
        ? (await client.call('GET /app/v1/workspaces')).data
        : [await findWorkspace(client, options)]
      for (const { workspace, key } of await listKeys(client, workspaces)) {
        const { id, name, scopes, expires_at, last_used_at } = key
        output.print(
          { id, workspace: workspace.name, scopes, name, expires_at, last_used_at },
          `${id}  ${name}  (${workspace.name}, ${scopes.length} scopes, ${expires_at ? `until ${expires_at}` : 'no end'})`,
        )
      }
      return 0
    })
  },
}

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Take an API key out of use for good',
  arguments: 'ID',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [id = ''] }) {
    return withCatalog(dataDir, async (client) => {
      const keys = await listKeys(client, (await client.call('GET /app/v1/workspaces')).data)
      const found = keys.find(({ key }) => key.id === id.toLowerCase())
      if (!found) throw new CommandError(`There is no key with the id ${id}. vitrine key list shows the ids.`)
      const path = { id: found.workspace.id, keyId: id }
      const { name, scopes } = (await client.call('DELETE /app/v1/workspaces/{id}/keys/{keyId}', { path }))
        .data
      output.print(
        { id: found.key.id, workspace: found.workspace.name, scopes, name, revoked: true },
        `The key "${name}" of ${found.workspace.name} opens nothing any more.`,
      )
      return 0
    })
  },
}

async function listKeys(
  client: CatalogClient,
  workspaces: readonly ListedWorkspace[],
): Promise<{ workspace: ListedWorkspace; key: ApiKey }[]> {
  const lists = await Promise.all(
    workspaces.map(async (workspace) => {
      const path = { id: workspace.id }
      const { data: keys } = await client.call('GET /app/v1/workspaces/{id}/keys', { path })
      return keys.map((key) => ({ workspace, key }))
    }),
  )
  return lists.flat()
}

function parseScopes(text: string): string[] {
  if (text === 'all') return [...allScopes]
  if (text === 'read') return allScopes.filter((scope) => scope.startsWith('read:'))
  const scopes = splitList(text)
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (scopes.length === 0 || unknown.length > 0) {
    throw new UsageError(
      `--scopes takes all, read, or scopes such as read:products${unknown.length > 0 ? `; there is no ${unknown.join(', ')}` : ''}.`,
    )
  }
  return scopes
}

export const approve: Command = {
  name: 'approve',
  summary: 'Allow the agent that shows this code, or the address of a webhook, to use a workspace',
  arguments: 'CODE|ID [--workspace NAME] [--scopes all|read|a,b,c] [--in-my-network]',
  positionals: 1,
  options: {
    ...namedWorkspaceOption,
    scopes: { type: 'string', help: 'What it may do of what it asks for; without it all but deleting' },
    'in-my-network': {
      type: 'boolean',
      help: 'The address of the webhook may be of this computer or its network, or without https',
    },
  },
  async run({ dataDir, output, options, positionals: [code = ''] }) {
    const named = textOption(options, 'scopes')
    const wanted = named === undefined ? undefined : parseScopes(named)
    return withCatalog(dataDir, async (client) => {
      if (isWebhookId(code)) return approveWebhook(client, code, { options, output })
      const consent = await findConsent(client, code)
      const workspace = await chooseWorkspace(client, options)
      const scopes = wanted?.filter((scope) => consent.scopes.includes(scope)) ?? consent.preselected
      const body = { workspace_id: workspace.id, scopes }
      await client.call('POST /app/v1/consents/{code}/approve', { path: { code: consent.code }, body })
      const { name } = consent.client
      output.print(
        { code: consent.code, client: name, workspace: workspace.name, scopes },
        `"${name}" may use ${workspace.name} (${scopes.length} scopes). Its page goes on by itself.`,
      )
      return 0
    })
  },
}

async function findConsent(client: CatalogClient, code: string): Promise<Consent> {
  const letters = (text: string) => text.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const { data: consents } = await client.call('GET /app/v1/consents')
  const found = consents.find((consent) => letters(consent.code) === letters(code))
  if (found) return found
  throw new CommandError(
    `No agent waits with the code ${code}. It may have given up: connect again from the agent.`,
  )
}

async function chooseWorkspace(
  client: CatalogClient,
  options: Parameters<typeof findWorkspace>[1],
): Promise<ListedWorkspace> {
  if (options['workspace'] !== undefined) return findWorkspace(client, options)
  const [only, ...others] = (await client.call('GET /app/v1/workspaces')).data
  if (only && others.length === 0) return only
  const names = [only, ...others].flatMap((workspace) => (workspace ? [workspace.name] : []))
  throw new CommandError(`Name the workspace with --workspace; there are ${names.join(', ') || 'none'}.`)
}
