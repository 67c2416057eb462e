import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '#shared/exact-json.ts'
import type { ListedWorkspace } from '#shared/app-surface.ts'
import { guess } from '#shared/nearest.ts'
import { foldText } from '#shared/text.ts'
import type { CatalogClient } from './client.ts'
import { type Command, CommandError, type OptionValues, requireOption } from './command.ts'

const fileName = 'command-line.json'

/** The options of a command with the workspace that it works in by default: of the environment, or of `vitrine use`. */
export async function withUsualWorkspace(
  command: Command,
  options: OptionValues,
  dataDir: string,
): Promise<OptionValues> {
  if (options['workspace'] !== undefined || command.options['workspace']?.hasUsual !== true) return options
  const workspace = process.env['VITRINE_WORKSPACE'] || (await readUsualWorkspace(dataDir))
  return workspace === undefined ? options : { ...options, workspace }
}

export async function readUsualWorkspace(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '{}')
  try {
    const said: unknown = JSON.parse(text)
    const workspace = isObject(said) ? said['workspace'] : undefined
    return typeof workspace === 'string' ? workspace : undefined
  } catch {
    return undefined
  }
}

export async function saveUsualWorkspace(dataDir: string, workspace: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, fileName), `${JSON.stringify({ workspace })}\n`)
}

export async function forgetUsualWorkspace(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true })
}

/** The only workspace that a key opens. */
async function findRemoteWorkspace(
  client: CatalogClient,
  { workspace: wanted }: OptionValues,
): Promise<ListedWorkspace> {
  const { data } = await client.call('GET /api/v1/me')
  const { id, name } = data.workspace
  if (wanted !== undefined && wanted !== id && foldText(String(wanted)) !== foldText(name))
    throw new CommandError(
      `The key in VITRINE_KEY opens the workspace "${name}", and not "${String(wanted)}".`,
    )
  return { id, name, file: null }
}

export async function findWorkspace(client: CatalogClient, options: OptionValues): Promise<ListedWorkspace> {
  if (client.isRemote) return findRemoteWorkspace(client, options)
  const wanted = requireOption(options, 'workspace', 'NAME')
  const { data: workspaces } = await client.call('GET /app/v1/workspaces')
  const folded = foldText(wanted)
  const found =
    workspaces.find(({ id }) => id === folded) ?? workspaces.find(({ name }) => foldText(name) === folded)
  if (found) return found
  const names = workspaces.map(({ name }) => `"${name}"`).join(', ')
  const { did_you_mean: meant } = guess(
    wanted,
    workspaces.map(({ name }) => name),
  )
  throw new CommandError(
    names
      ? `There is no workspace "${wanted}". ${meant === undefined ? '' : `Did you mean "${meant}"? `}There are: ${names}.`
      : `There is no workspace "${wanted}". Make it with: vitrine workspace create "${wanted}".`,
  )
}

export async function findOnlyWorkspace(
  client: CatalogClient,
  options: OptionValues,
): Promise<ListedWorkspace> {
  if (client.isRemote) return findRemoteWorkspace(client, options)
  if (options['workspace'] === undefined) {
    const { data: workspaces } = await client.call('GET /app/v1/workspaces')
    const [only, ...others] = workspaces
    if (only && others.length === 0) return only
  }
  return findWorkspace(client, options)
}

/** For commands that never take the usual workspace: a slip would do too much harm. */
export const namedWorkspaceOption = {
  workspace: { type: 'string', help: 'The workspace, by its name or id' },
} as const

export const workspaceOption = {
  workspace: { ...namedWorkspaceOption.workspace, hasUsual: true },
} as const

export const onlyWorkspaceOption = {
  workspace: {
    ...workspaceOption.workspace,
    help: `${workspaceOption.workspace.help}; without it the usual or the only one`,
  },
} as const
