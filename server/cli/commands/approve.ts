import type { Consent, ListedWorkspace } from '#shared/app-surface.ts'
import type { CatalogClient } from '../client.ts'
import { type Command, CommandError, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { withCatalog } from '../nearest-server.ts'
import { parseScopes } from './key.ts'

export const approve: Command = {
  name: 'approve',
  summary: 'Allow the agent that shows this code to use a workspace',
  arguments: 'CODE [--workspace NAME] [--scopes all|read|a,b,c]',
  positionals: 1,
  options: {
    ...workspaceOption,
    scopes: { type: 'string', help: 'What it may do of what it asks for; without it all but deleting' },
  },
  async run({ dataDir, output, options, positionals: [code = ''] }) {
    const named = textOption(options, 'scopes')
    const wanted = named === undefined ? undefined : parseScopes(named)
    return withCatalog(dataDir, async (client) => {
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

/** The one that is named, or the only one there is. */
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
