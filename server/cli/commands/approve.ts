import type { Consent, Workspace } from '#shared/app-surface.ts'
import { type CatalogHost, withCatalogHost } from '../catalog-host.ts'
import { type Command, CommandError, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
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
    return withCatalogHost(dataDir, async (host) => {
      const consent = await findConsent(host, code)
      const workspace = await chooseWorkspace(host, options)
      const scopes = wanted?.filter((scope) => consent.scopes.includes(scope)) ?? consent.preselected
      await host.approveConsent(consent.code, { workspace_id: workspace.id, scopes })
      const { name } = consent.client
      output.print(
        { code: consent.code, client: name, workspace: workspace.name, scopes },
        `"${name}" may use ${workspace.name} (${scopes.length} scopes). Its page goes on by itself.`,
      )
      return 0
    })
  },
}

async function findConsent(host: CatalogHost, code: string): Promise<Consent> {
  const letters = (text: string) => text.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const found = (await host.listConsents()).find((consent) => letters(consent.code) === letters(code))
  if (found) return found
  throw new CommandError(
    `No agent waits with the code ${code}. It may have given up: connect again from the agent.`,
  )
}

/** The one that is named, or the only one there is. */
async function chooseWorkspace(
  host: CatalogHost,
  options: Parameters<typeof findWorkspace>[1],
): Promise<Workspace> {
  if (options['workspace'] !== undefined) return findWorkspace(host, options)
  const [only, ...others] = await host.listWorkspaces()
  if (only && others.length === 0) return only
  const names = [only, ...others].flatMap((workspace) => (workspace ? [workspace.name] : []))
  throw new CommandError(`Name the workspace with --workspace; there are ${names.join(', ') || 'none'}.`)
}
