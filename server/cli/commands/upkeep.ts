import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Command, CommandError, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { withCatalog } from '../nearest-server.ts'

export const check: Command = {
  name: 'check',
  summary: 'Look for damage in a workspace',
  arguments: '--workspace NAME',
  positionals: 0,
  options: workspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const path = { id: workspace.id }
      const { ok, findings } = (await client.call('POST /app/v1/workspaces/{id}/check', { path })).data
      const told = [...(ok ? [`${workspace.file} is sound.`] : []), ...findings.map(({ message }) => message)]
      output.print({ ok, workspace: workspace.name, file: workspace.file, findings }, told.join('\n'))
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
      const { id } = (await client.call('POST /app/v1/workspaces/{id}/backups', { path })).data
      const file = join(dataDir, 'backups', workspace.id, `${id}.vitrine`)
      output.print({ file, workspace: workspace.name, id }, `Backed up "${workspace.name}" to ${file}.`)
      return 0
    })
  },
}

export const backupList: Command = {
  name: 'backup list',
  summary: 'List the backups of a workspace, newest first',
  arguments: '--workspace NAME',
  positionals: 0,
  options: workspaceOption,
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
