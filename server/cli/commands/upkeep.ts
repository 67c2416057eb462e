import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openCatalogHost } from '../catalog-host.ts'
import { type Command, CommandError, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'

export const check: Command = {
  name: 'check',
  summary: 'Look for damage in a workspace',
  arguments: '--workspace NAME',
  positionals: 0,
  options: workspaceOption,
  async run({ dataDir, output, options }) {
    const host = await openCatalogHost(dataDir)
    try {
      const workspace = await findWorkspace(host, options)
      const findings = await host.check(workspace)
      const ok = findings.length === 0
      const told = ok ? `${workspace.file} is sound.` : findings.map(({ message }) => message).join('\n')
      output.print({ ok, workspace: workspace.name, file: workspace.file, findings }, told)
      if (ok) return 0
      throw new CommandError(`${workspace.file} is damaged in ${findings.length} places. Restore a backup.`)
    } finally {
      await host.close()
    }
  },
}

export const backup: Command = {
  name: 'backup',
  summary: 'Copy a workspace, as it is now, into a new file',
  arguments: '--workspace NAME [--to FILE]',
  positionals: 0,
  options: {
    ...workspaceOption,
    to: { type: 'string', help: 'The new file; without it one in the backups folder' },
  },
  async run({ dataDir, output, options }) {
    const host = await openCatalogHost(dataDir)
    try {
      const workspace = await findWorkspace(host, options)
      const file = resolve(textOption(options, 'to') ?? join(dataDir, 'backups', nameFor(workspace.file)))
      if (existsSync(file))
        throw new CommandError(`There is already a file ${file}. Choose another with --to.`)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await host.backup(workspace, file)
      output.print({ file, workspace: workspace.name }, `Copied "${workspace.name}" to ${file}.`)
      return 0
    } finally {
      await host.close()
    }
  },
}

function nameFor(file: string): string {
  const time = new Date().toISOString().replaceAll(':', '-').slice(0, 19)
  return `${basename(file, '.vitrine')}-${time}.vitrine`
}
