import type { ListedWorkspace } from '#shared/app-surface.ts'
import { foldText } from '#shared/text.ts'
import type { CatalogClient } from './client.ts'
import { CommandError, type OptionValues, requireOption } from './command.ts'

export async function findWorkspace(client: CatalogClient, options: OptionValues): Promise<ListedWorkspace> {
  const wanted = requireOption(options, 'workspace', 'NAME')
  const { data: workspaces } = await client.call('GET /app/v1/workspaces')
  const folded = foldText(wanted)
  const found =
    workspaces.find(({ id }) => id === folded) ?? workspaces.find(({ name }) => foldText(name) === folded)
  if (found) return found
  const names = workspaces.map(({ name }) => `"${name}"`).join(', ')
  throw new CommandError(
    names
      ? `There is no workspace "${wanted}". There are: ${names}.`
      : `There is no workspace "${wanted}". Make it with: vitrine workspace create "${wanted}".`,
  )
}

export async function findOnlyWorkspace(
  client: CatalogClient,
  options: OptionValues,
): Promise<ListedWorkspace> {
  if (options['workspace'] === undefined) {
    const { data: workspaces } = await client.call('GET /app/v1/workspaces')
    const [only, ...others] = workspaces
    if (only && others.length === 0) return only
  }
  return findWorkspace(client, options)
}

export const workspaceOption = {
  workspace: { type: 'string', help: 'The workspace, by its name or id' },
} as const
