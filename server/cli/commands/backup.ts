import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Command, CommandError, counted, textOption, type Invocation, UsageError } from '../command.ts'
import { findWorkspace, namedWorkspaceOption, workspaceOption } from '../chosen-workspace.ts'
import { withCatalog } from '../nearest-server.ts'
import type { Workspace } from '#shared/app-surface.ts'
import type { RestoreBackupResult } from '#shared/schemas/backups.ts'
import { parseReplica } from '../serve-options.ts'

export const check: Command = {
  name: 'check',
  summary: 'Look for damage in a workspace',
  arguments: '--workspace NAME',
  positionals: 0,
  options: namedWorkspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const path = { id: workspace.id }
      const { ok, findings } = (await client.call('POST /app/v1/workspaces/{id}/check', { path })).data
      const lines = [
        ...(ok ? [`${workspace.file} is sound.`] : []),
        ...findings.map(({ message }) => message),
      ]
      output.print({ ok, workspace: workspace.name, file: workspace.file, findings }, lines.join('\n'))
      if (ok) return 0
      throw new CommandError(`${workspace.file} is damaged in ${findings.length} places. Restore a backup.`)
    })
  },
}

export const backup: Command = {
  name: 'backup',
  summary: 'Copy a workspace, as it is now, among its backups or into a new file',
  arguments: '--workspace NAME [--to FILE]',
  positionals: 0,
  options: {
    ...workspaceOption,
    to: { type: 'string', help: 'The new file; without it a backup that restore can put back' },
  },
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const path = { id: workspace.id }
      const to = textOption(options, 'to')
      if (to !== undefined) {
        const file = resolve(to)
        if (existsSync(file))
          throw new CommandError(`There is already a file ${file}. Choose another with --to.`)
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await client.call('POST /app/v1/workspaces/{id}/backup', { path, body: { file } })
        output.print({ file, workspace: workspace.name }, `Copied "${workspace.name}" to ${file}.`)
        return 0
      }
      const made = await client.call('POST /app/v1/workspaces/{id}/backups', { path })
      const { id, linked_files: linked } = made.data
      const file = join(dataDir, 'backups', workspace.id, `${id}.vitrine`)
      if (!output.isJson)
        for (const value of linked?.first_not_held ?? []) output.printLine(`Not in the backup: ${value}`)
      const said = linked ? ` It does not hold ${counted(linked.not_held, 'linked file')}.` : ''
      output.print(
        { file, workspace: workspace.name, id, ...(linked && { linked_files: linked }) },
        `Backed up "${workspace.name}" to ${file}.${said}`,
      )
      return 0
    })
  },
}

export const backupList: Command = {
  name: 'backup list',
  summary: 'List the backups of a workspace, newest first',
  arguments: '--workspace NAME',
  positionals: 0,
  options: namedWorkspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (client) => {
      const { id } = await findWorkspace(client, options)
      const { data: backups } = await client.call('GET /app/v1/workspaces/{id}/backups', { path: { id } })
      for (const backup of backups)
        output.print(backup, `${backup.id}  ${(backup.size / 1_000_000).toFixed(1)} MB`)
      return 0
    })
  },
}

export const restore: Command = {
  name: 'restore',
  summary: 'Put a backup in the place of its workspace, or make a data folder of a replica',
  arguments: 'BACKUP --workspace NAME, or --from URL [--at TIME] [--data DIR]',
  positionals: 1,
  optionalPositionals: 1,
  options: {
    ...namedWorkspaceOption,
    from: { type: 'string', help: 'The replica, as serve --replicate was given it' },
    at: { type: 'string', help: 'The moment, such as 2026-01-05T10:00:00Z; without it the newest there is' },
    'data-dir': { type: 'string', help: 'The same as --data: a folder that is new or empty' },
  },
  run(invocation) {
    const { options, positionals } = invocation
    const from = textOption(options, 'from')
    if (from === undefined) return restoreBackup(invocation)
    if (positionals.length > 0 || options['workspace'] !== undefined)
      throw new UsageError('A replica is restored whole: leave out the backup and --workspace.')
    return restoreFrom(from, invocation)
  },
}

async function restoreBackup({ dataDir, output, options, positionals }: Invocation): Promise<number> {
  const [backupId] = positionals
  if (backupId === undefined)
    throw new UsageError('Usage: vitrine restore BACKUP --workspace NAME, or vitrine restore --from URL.')
  return withCatalog(dataDir, async (client) => {
    const workspace = await findWorkspace(client, options)
    const key = 'POST /app/v1/workspaces/{id}/backups/{backupId}/restore'
    const { data: result } = await client.call(key, { path: { id: workspace.id, backupId } })
    output.print(
      result,
      `Put back "${result.restored.id}" as "${workspace.name}".${describePutAside(result)}`,
    )
    return 0
  })
}

function describePutAside({ previous, put_aside: aside }: RestoreBackupResult): string {
  if (previous) return ` What was there before is kept as "${previous.id}".`
  return aside === null
    ? ''
    : ` What was there before is damaged and could not be copied; it lies in ${aside}.`
}

async function restoreFrom(from: string, { dataDir: folder, output, options }: Invocation): Promise<number> {
  const dataDir =
    textOption(options, 'data-dir') === undefined ? folder : resolve(String(options['data-dir']))
  const [address, at] = [await parseReplica(from), parseMoment(textOption(options, 'at'))]
  const { restoreReplica } = await import('../../replication/restore-replica.ts')
  const { workspaces, missing } = await restoreReplica({ address, at, dataDir })
  const damaged = await checkAll(dataDir, workspaces)
  const names = workspaces.map(({ name }) => `"${name}"`).join(', ')
  output.print(
    { data_dir: dataDir, workspaces, missing, damaged, ok: damaged.length === 0 },
    workspaces.length === 0
      ? `Restored ${dataDir}, which has no workspace.`
      : `Restored ${names} into ${dataDir}${damaged.length === 0 ? '; all of it is sound' : ''}.`,
  )
  for (const { name } of missing)
    output.print({ event: 'missing', name }, `"${name}" was not in the replica at that moment.`)
  if (damaged.length === 0) return 0
  throw new CommandError(
    `Damaged: ${damaged.map(({ name }) => name).join(', ')}. Restore an earlier moment with --at.`,
  )
}

async function checkAll(dataDir: string, workspaces: readonly Workspace[]): Promise<Workspace[]> {
  const damaged: Workspace[] = []
  await withCatalog(dataDir, async (client) => {
    for (const workspace of workspaces) {
      const path = { id: workspace.id }
      const { ok } = (await client.call('POST /app/v1/workspaces/{id}/check', { path })).data
      if (!ok) damaged.push(workspace)
    }
  })
  return damaged
}

function parseMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--at takes a moment such as 2026-01-05T10:00:00Z, not "${text}".`)
  if (at.getTime() > Date.now()) throw new UsageError('--at takes a moment that is past.')
  return at
}
