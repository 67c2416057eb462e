import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import type { DesktopSettings, TeamCatalog } from '#shared/desktop-bridge.ts'
import type { Job } from '#shared/jobs.ts'
import { channels } from './channels.ts'
import { tellDamage } from './damage.ts'
import type { SettingsFile } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { createSample } from './first-start.ts'
import { type MainAction, menuTemplate } from './menu.ts'
import { safeOpenExternal } from './security.ts'
import type { TeamCatalogs } from './team-catalogs.ts'
import { TeamWindows } from './team-windows.ts'
import { tell } from './tell.ts'
import { TrayIcon } from './tray.ts'
import { WorkspaceFiles } from './workspace-files.ts'
import type { WindowState } from './window-state.ts'
import { Windows } from './windows.ts'

export interface OpenDesktopOptions {
  readonly electron: Electron
  readonly server: RunningServer
  readonly settings: SettingsFile
  readonly state: WindowState
  /** The team catalogs that were opened on this computer. */
  readonly catalogs: TeamCatalogs
  readonly preload: string
  readonly trayIcon: string
  /** Makes the system start the app at login, or no longer; throws when it cannot. */
  readonly setStartAtLogin: (isWanted: boolean) => void
}

/** The app while its server runs: windows, menu, tray, and what the system is told. */
export class OpenDesktop {
  readonly windows: Windows
  readonly files: WorkspaceFiles
  readonly teams: TeamWindows
  readonly #options: OpenDesktopOptions
  readonly #tray: TrayIcon

  constructor(options: OpenDesktopOptions) {
    const { electron, server, state, catalogs, preload, trayIcon: icon } = options
    this.#options = options
    this.windows = new Windows({
      electron,
      state,
      origin: server.origin,
      preload,
      onChange: () => this.refresh(),
      note: (message, details) => server.note(message, details),
    })
    this.files = new WorkspaceFiles({
      electron,
      server,
      windows: this.windows,
      onShown: () => this.refresh(),
    })
    this.teams = new TeamWindows({ electron, state, catalogs, onChange: () => this.refresh() })
    this.#tray = new TrayIcon({
      electron,
      icon,
      origin: server.origin,
      open: () => void this.showSomething(),
      openRecent: (workspace) => void this.files.open(workspace.file),
    })
    electron.app.on('browser-window-focus', () => this.refresh())
  }

  /** Whether the app goes on when its last window has been closed. */
  get staysWithoutWindows(): boolean {
    return this.#options.settings.get().keepServing
  }

  /** The windows of the last time; without any, or when they are not wanted, the start page. */
  async showSomething({ afresh = false } = {}): Promise<void> {
    const { windows } = this
    if (windows.bringAnyToFront()) return
    const workspaces = await this.#options.server.workspaces()
    const before = afresh ? [] : workspaces.filter(({ id }) => windows.openLastTime.includes(id))
    for (const workspace of before) await this.files.reopen(workspace)
    if (!windows.focused()) await windows.showStart()
  }

  /** What a first start begins with: the sample catalog. Where it cannot be made, which is told, the start page. */
  async showSample(): Promise<void> {
    const { electron, server } = this.#options
    try {
      await this.files.open((await createSample(server)).file)
    } catch (error) {
      server.note('the sample catalog could not be made', { reason: String(error) })
      await this.windows.showStart()
      await tell(electron, this.windows.focused(), {
        message: 'The sample catalog could not be made.',
        detail: `${error instanceof Error ? error.message : String(error)}\n\nCreate a workspace of your own or open one.`,
        buttons: ['OK'],
      })
    }
  }

  /** What the start page lists of them: where they are and what they are called. */
  listTeamCatalogs(): readonly TeamCatalog[] {
    return this.#options.catalogs.all.map(({ origin, name }) => ({ origin, name }))
  }

  /** Brings menu and tray up to date: recent workspaces, settings, whether a workspace is in front. */
  refresh(): void {
    void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const recent = await this.#recent()
    this.#tray.update(this.staysWithoutWindows, recent)
    this.#setMenu(recent)
  }

  changeSettings(change: Partial<DesktopSettings>): DesktopSettings {
    const { settings, setStartAtLogin } = this.#options
    if (change.startAtLogin !== undefined) setStartAtLogin(change.startAtLogin)
    const changed = settings.change(change)
    this.refresh()
    return changed
  }

  /** Tells of a long job while nobody looks. */
  tellJobEnd(workspace: Workspace, job: Job): void {
    const { electron, settings } = this.#options
    const notice = noticeOf(workspace, job)
    const isSeen = electron.BrowserWindow.getFocusedWindow() !== null
    if (notice && !isSeen && settings.get().notifyOfJobs)
      this.#notify(notice, () => this.files.open(workspace.file))
  }

  /** Tells what the check of a workspace found that had not been closed properly; damage comes with the way to a backup. */
  async tellCheck(workspace: Workspace, damage: readonly string[]): Promise<void> {
    const { name, file } = workspace
    if (damage.length === 0) {
      const body = `“${name}” was not closed properly. It has been checked and is sound.`
      return this.#notify({ title: 'Nothing was lost', body }, () => this.files.open(file))
    }
    const { electron, server } = this.#options
    const damaged = {
      file,
      message: `“${name}” is damaged.`,
      detail: `Vitrine was cut short the last time, and a check of ${file} found: ${damage[0]}. Restore the latest backup, or go on and export what can be read.`,
      leave: 'Go On',
    }
    const restored = await tellDamage({ electron, server, window: this.windows.focused() }, damaged)
    if (restored) await this.files.showAnew(restored)
  }

  #notify({ title, body }: JobNotice, open: () => Promise<unknown>): void {
    const { Notification } = this.#options.electron
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', () => void open())
    notification.show()
  }

  async #recent(): Promise<Workspace[]> {
    const { server, state } = this.#options
    const workspaces = await server.workspaces()
    const rank = ({ id }: Workspace): number => {
      const place = state.recent.indexOf(id)
      return place < 0 ? state.recent.length : place
    }
    return workspaces.sort((a, b) => rank(a) - rank(b))
  }

  #setMenu(recent: readonly Workspace[]): void {
    const { Menu } = this.#options.electron
    const template = menuTemplate({
      platform: process.platform,
      recent,
      settings: this.#options.settings.get(),
      hasWorkspace: this.windows.hasWorkspace,
      runCommand: (command) => this.windows.focused()?.webContents.send(channels.command, command),
      runAction: (action) => void this.#actions[action](),
      openRecent: (workspace) => void this.files.open(workspace.file),
      changeSettings: (change) => void this.changeSettings(change),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  readonly #actions: Record<MainAction, () => Promise<unknown>> = {
    'new-workspace-file': () => this.files.chooseAndCreate(),
    'open-workspace': () => this.files.chooseAndOpen(),
    'open-team-catalog': () => this.windows.askForTeamCatalog(),
    'show-data-folder': () => this.#options.electron.shell.openPath(this.#options.server.dataDir),
    documentation: () =>
      safeOpenExternal(this.#options.electron.shell, `${this.#options.server.origin}/docs/developers/errors`),
  }
}

const longJobMs = 10_000

interface JobNotice {
  readonly title: string
  readonly body: string
}

const endings: Record<string, string> = { completed: 'is done', failed: 'failed', cancelled: 'was cancelled' }

/** What the system tells of a job that has ended; undefined for one that was short or that nobody waits for. */
function noticeOf({ name }: Workspace, job: Job): JobNotice | undefined {
  const ending = endings[job.status]
  if (ending === undefined || tookMs(job) < longJobMs) return undefined
  const noun = job.name.replaceAll('_', ' ')
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${ending}`
  return { title, body: job.status === 'failed' ? `In “${name}”. Open Vitrine to see why.` : `In “${name}”.` }
}

function tookMs({ created_at: begun, completed_at: ended }: Job): number {
  return Date.parse(ended ?? '') - Date.parse(begun)
}
