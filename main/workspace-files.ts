import { membersOf } from './desktop-settings.ts'
import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import type { Electron } from './electron.ts'
import { describeOpenError, showMessage } from './start-error.ts'
import { t, currentLocale } from './app-language.ts'
import type { Windows } from './windows.ts'
import { join, basename, extname } from 'node:path'
import type { BrowserWindow, BaseWindow, OpenDialogOptions } from 'electron'
import type { Backup } from '#shared/backups.ts'
import { workspaceExtension } from './saved-files.ts'

export interface WorkspaceFilesOptions {
  readonly electron: Electron
  readonly server: RunningServer
  readonly windows: Windows
  readonly onShown: () => void
}

export class WorkspaceFiles {
  readonly #options: WorkspaceFilesOptions

  constructor(options: WorkspaceFilesOptions) {
    this.#options = options
  }

  /**
   * Asks for a file and shows it; null when the dialog was cancelled or, after a message, the file cannot
   * be opened.
   */
  async chooseAndOpen(): Promise<Workspace | null> {
    const { electron, windows } = this.#options
    const file = await chooseWorkspaceFile(electron, windows.focused())
    return file === undefined ? null : this.open(file)
  }

  /** Asks where a new workspace goes and shows it; null as above. */
  async chooseAndCreate(): Promise<Workspace | null> {
    const { electron, windows, server } = this.#options
    const chosen = await chooseNewWorkspaceFile(electron, windows.focused())
    if (!chosen) return null
    return this.#show(chosen.file, () => server.createWorkspaceFile(chosen.file, chosen.name))
  }

  /** Shows a workspace file; null, after a message, when it cannot be opened. */
  open(file: string): Promise<Workspace | null> {
    return this.#show(file, () => this.#options.server.openWorkspaceFile(file))
  }

  /**
   * Shows a listed workspace: its window appears while the file opens. On failure there is a message, and
   * the window shows the start page.
   */
  async reopen(workspace: Workspace): Promise<void> {
    const { server, windows } = this.#options
    const shown = windows.show(workspace)
    try {
      await Promise.all([server.openWorkspaceFile(workspace.file), shown])
      this.#remember(workspace)
    } catch (error) {
      await shown.catch(() => undefined)
      if (!(await this.#reportFailure(error, workspace.file))) await windows.showStartInstead(workspace.id)
    }
  }

  async showAnew(workspace: Workspace): Promise<Workspace> {
    await this.#options.windows.showReloaded(workspace)
    this.#remember(workspace)
    return workspace
  }

  async #show(file: string, get: () => Promise<Workspace>): Promise<Workspace | null> {
    try {
      const workspace = await get()
      await this.#options.windows.show(workspace)
      this.#remember(workspace)
      return workspace
    } catch (error) {
      return this.#reportFailure(error, file)
    }
  }

  #remember({ file }: Workspace): void {
    const { electron, onShown } = this.#options
    electron.app.addRecentDocument(file)
    onShown()
  }

  async #reportFailure(error: unknown, file: string): Promise<Workspace | null> {
    const { electron, server, windows } = this.#options
    server.note('a workspace file could not be opened', { file, reason: String(error) })
    const { kind } = membersOf(error)
    const said = describeOpenError(error, file)
    const window = windows.focused()
    if (kind === 'corrupt') {
      const restored = await askAboutDamage(
        { electron, server, window },
        { ...said, file, leave: t('Cancel') },
      )
      return restored ? this.showAnew(restored) : null
    }
    if (kind === 'foreign_schema') {
      const rescue = [t('Take Over What Is Known'), t('Cancel')]
      const isChosen = (await showMessage(electron, window, { ...said, buttons: rescue })) === 0
      return isChosen ? this.#show(file, () => server.rescueWorkspaceFile(file)) : null
    }
    const buttons = kind === 'missing' ? [t('Look for It…'), t('Cancel')] : [t('OK')]
    const response = await showMessage(electron, window, { ...said, buttons })
    return kind === 'missing' && response === 0 ? this.chooseAndOpen() : null
  }
}

interface DamageOptions {
  readonly electron: Electron
  readonly server: RunningServer
  readonly window: BrowserWindow | undefined
}

interface Damage {
  readonly file: string
  readonly message: string
  readonly detail: string
  readonly leave: string
}

/**
 * Reports a damaged workspace and offers its latest backup with its time, which one click restores.
 * Returns the workspace if it was restored.
 */
export async function askAboutDamage(options: DamageOptions, damage: Damage): Promise<Workspace | undefined> {
  const { electron, server, window } = options
  const latest = await latestBackupOf(server, damage.file)
  const [restore, showAll] = [t('Restore the Latest Backup'), t('Show the Backups')]
  const choices = [...(latest ? [restore] : []), showAll, damage.leave]
  const detail = latest ? `${damage.detail}\n\n${describe(latest.backup)}` : damage.detail
  const response = await showMessage(electron, window, { message: damage.message, detail, buttons: choices })
  const choice = choices[response]
  if (choice === showAll) await electron.shell.openPath(join(server.dataDir, 'backups'))
  if (choice !== restore || !latest) return undefined
  return putBack(options, latest)
}

interface LatestBackup {
  readonly workspace: Workspace
  readonly backup: Backup
}

/** Returns undefined for a file that was never opened here, since it has no backups. */
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
    await showMessage(electron, window, {
      message: t('The backup could not be restored.'),
      detail: `${error instanceof Error ? error.message : String(error)}\n\n${t('The workspace is as it was.')}`,
      buttons: [t('OK')],
    })
    return undefined
  }
}

const filters = () => [{ name: t('Vitrine workspace'), extensions: [workspaceExtension.slice(1)] }]

async function chooseWorkspaceFile(
  electron: Electron,
  window: BaseWindow | undefined,
): Promise<string | undefined> {
  return choosePath(electron, window, {
    title: t('Open a workspace'),
    defaultPath: electron.app.getPath('documents'),
    filters: filters(),
    properties: ['openFile'],
  })
}

/** Asks for an existing or new folder; null when the dialog was cancelled. */
export async function chooseFolder(
  electron: Electron,
  window: BaseWindow | undefined,
  title: string,
): Promise<string | null> {
  const properties: OpenDialogOptions['properties'] = ['openDirectory', 'createDirectory']
  return (await choosePath(electron, window, { title, properties })) ?? null
}

async function choosePath(
  { dialog }: Electron,
  window: BaseWindow | undefined,
  options: OpenDialogOptions,
): Promise<string | undefined> {
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? undefined : filePaths[0]
}

/** Asks where a new workspace goes; undefined when the dialog was cancelled. The workspace is named after its file. */
async function chooseNewWorkspaceFile(
  { dialog, app }: Electron,
  window: BaseWindow | undefined,
): Promise<{ file: string; name: string } | undefined> {
  const options = {
    title: t('Create a workspace'),
    defaultPath: join(app.getPath('documents'), t('My catalog') + workspaceExtension),
    filters: filters(),
  }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? undefined : newWorkspace(filePath)
}

/** Adds the extension by which the system knows the file, whatever was typed. */
export function newWorkspace(path: string): { file: string; name: string } {
  const file = extname(path).toLowerCase() === workspaceExtension ? path : path + workspaceExtension
  return { file, name: basename(file, extname(file)) }
}
