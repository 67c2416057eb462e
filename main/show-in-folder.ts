import { membersOf } from './json-file.ts'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Shell } from 'electron'
import type { RunningServer } from '#server'
import type { CustomFile } from '#shared/desktop-bridge.ts'
import type { Electron } from './electron.ts'
import { workspaceExtension } from './open-file.ts'

/** Shows a workspace file or one of its backups in the file manager. Rejects with a message for people when it is not there. */
export async function showInFolder(
  { shell }: Pick<Electron, 'shell'>,
  server: Pick<RunningServer, 'dataDir' | 'workspaces'>,
  { workspaceId, backupId }: CustomFile,
): Promise<void> {
  const workspace = (await server.workspaces()).find(({ id }) => id === workspaceId)
  if (!workspace) throw new Error('There is no such workspace any more.')
  const file =
    backupId === undefined
      ? workspace.file
      : join(server.dataDir, 'backups', workspace.id, `${backupId}${workspaceExtension}`)
  showFile(shell, file)
}

/** Shows a file in the file manager. Throws with a message for people when it is not there. */
export function showFile(shell: Pick<Shell, 'showItemInFolder'>, file: string): void {
  if (!existsSync(file)) throw new Error(`${file} is not there any more.`)
  shell.showItemInFolder(file)
}

/** What a page asks for: ids, of which none can lead out of its folder. Throws for anything else. */
export function parseOwnFile(asked: unknown): CustomFile {
  const { workspaceId, backupId } = membersOf(asked)
  const isBackup = typeof backupId === 'string' && isPlainName(backupId)
  if (typeof workspaceId !== 'string' || (backupId !== undefined && !isBackup))
    throw new Error('Only a workspace or one of its backups can be shown.')
  return { workspaceId, ...(isBackup && { backupId }) }
}

function isPlainName(name: string): boolean {
  return name !== '' && !/[/\\\0]/.test(name) && basename(name) === name
}
