import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import type { Electron } from './electron.ts'
import { tell } from './tell.ts'
import { currentLocale, t } from './text.ts'

export interface DamageOptions {
  readonly electron: Electron
  readonly server: RunningServer
  /** The window over which it is told, if there is one. */
  readonly window: BrowserWindow | undefined
}

export interface Damage {
  readonly file: string
  readonly message: string
  readonly detail: string
  /** The button that leaves everything as it is. */
  readonly leave: string
}

/**
 * Tells that a workspace is damaged and offers its latest backup with its time: one click puts it back. Answers the workspace
 * if that was done.
 */
export async function askAboutDamage(options: DamageOptions, damage: Damage): Promise<Workspace | undefined> {
  const { electron, server, window } = options
  const latest = await latestBackupOf(server, damage.file)
  const [restore, showAll] = [t('Restore the Latest Backup'), t('Show the Backups')]
  const choices = [...(latest ? [restore] : []), showAll, damage.leave]
  const detail = latest ? `${damage.detail}\n\n${describe(latest.backup)}` : damage.detail
  const response = await tell(electron, window, { message: damage.message, detail, buttons: choices })
  const choice = choices[response]
  if (choice === showAll) await electron.shell.openPath(join(server.dataDir, 'backups'))
  if (choice !== restore || !latest) return undefined
  return putBack(options, latest)
}

interface LatestBackup {
  readonly workspace: Workspace
  readonly backup: Backup
}

/** A file that was never opened here has no backups here. */
async function latestBackupOf(server: RunningServer, file: string): Promise<LatestBackup | undefined> {
  const workspace = (await server.workspaces()).find((each) => each.file === file)
  const backup = workspace && (await server.latestBackup(workspace.id))
  return backup && { workspace, backup }
}

function describe({ created_at: madeAt }: Backup): string {
  const time = new Date(madeAt).toLocaleString(currentLocale(), { dateStyle: 'long', timeStyle: 'short' })
  return t('The latest backup was made on {time}. What is in the file now is kept beside it.', { time })
}

async function putBack(
  { electron, server, window }: DamageOptions,
  { workspace, backup }: LatestBackup,
): Promise<Workspace | undefined> {
  try {
    await server.restoreBackup(workspace.id, backup.id)
    return workspace
  } catch (error) {
    server.note('a backup could not be put back', { file: workspace.file, reason: String(error) })
    await tell(electron, window, {
      message: t('The backup could not be restored.'),
      detail: `${error instanceof Error ? error.message : String(error)}\n\n${t('The workspace is as it was.')}`,
      buttons: [t('OK')],
    })
    return undefined
  }
}
