import { join } from 'node:path'
import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import type { Electron } from './electron.ts'
import { describeOpenError } from './start-error.ts'
import { tell } from './tell.ts'
import type { Windows } from './windows.ts'
import { chooseNewWorkspaceFile, chooseWorkspaceFile } from './workspace-dialogs.ts'

export interface WorkspaceFilesOptions {
  readonly electron: Electron
  readonly server: RunningServer
  readonly windows: Windows
  /** Called when a workspace has been shown: the lists of recent ones change. */
  readonly onShown: () => void
}

/** Opening and making workspaces by file: dialogs, windows, and what is said when it fails. */
export class WorkspaceFiles {
  readonly #options: WorkspaceFilesOptions

  constructor(options: WorkspaceFilesOptions) {
    this.#options = options
  }

  /** Asks for a file and shows it; null when the dialog was cancelled or the file cannot be opened, which is told. */
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

  /** Shows a workspace file; null when it cannot be opened, which is told. */
  open(file: string): Promise<Workspace | null> {
    return this.#show(file, () => this.#options.server.openWorkspaceFile(file))
  }

  async #show(file: string, get: () => Promise<Workspace>): Promise<Workspace | null> {
    const { electron, windows, onShown } = this.#options
    try {
      const workspace = await get()
      await windows.show(workspace)
      electron.app.addRecentDocument(workspace.file)
      onShown()
      return workspace
    } catch (error) {
      this.#options.server.note('a workspace file could not be opened', { file, reason: String(error) })
      await this.#tellFailure(error, file)
      return null
    }
  }

  /** What was moved can be looked for; what is damaged has backups. */
  async #tellFailure(error: unknown, file: string): Promise<void> {
    const { electron, windows } = this.#options
    const kind = (error as { kind?: unknown } | null)?.kind
    const offer = offers[String(kind)]
    const buttons = offer === undefined ? ['OK'] : [offer, 'Cancel']
    const response = await tell(electron, windows.focused(), { ...describeOpenError(error, file), buttons })
    if (response !== 0) return
    if (kind === 'missing') await this.chooseAndOpen()
    if (kind === 'corrupt') await this.showBackups()
  }

  /** Shows where the copies of workspaces lie. */
  async showBackups(): Promise<void> {
    const { electron, server } = this.#options
    await electron.shell.openPath(join(server.dataDir, 'backups'))
  }
}

const offers: Record<string, string | undefined> = {
  missing: 'Look for It…',
  corrupt: 'Show the Backups',
}
