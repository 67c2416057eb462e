import { showInstalledCommand } from './install-command.ts'
import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import type { DesktopSettings, TeamCatalog } from '#shared/desktop-bridge.ts'
import { isNamedJob, jobNames, type Job } from '#shared/jobs.ts'
import { ipcChannels } from './channels.ts'
import { askAboutDamage, WorkspaceFiles } from './workspace-files.ts'
import type { SettingsFile } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { createSample } from './first-start.ts'
import { type MainAction, menuTemplate } from './menu.ts'
import { safeOpenExternal } from './security.ts'
import { askToShare } from './share-dialogs.ts'
import type { TeamCatalogs } from './team-catalogs.ts'
import { TeamWindows } from './team-windows.ts'
import { showMessage } from './start-error.ts'
import { t } from './app-language.ts'
import type { WindowState } from './window-state.ts'
import { Windows } from './windows.ts'
import type { UpdateFeed } from './update-feed.ts'
import { Updates } from './updates.ts'
import type { MenuItemConstructorOptions, Tray } from 'electron'

export interface OpenDesktopOptions {
  readonly electron: Electron
  readonly server: RunningServer
  readonly settings: SettingsFile
  readonly state: WindowState
  readonly catalogs: TeamCatalogs
  readonly preload: string
  readonly trayIcon: string
  readonly setStartAtLogin: (isTurnedOn: boolean) => void
  readonly shareAt: (address: string) => void
  readonly updateFeed: UpdateFeed | undefined
  readonly restart: (program: string | undefined) => void
  /** Whether the first window on a workspace begins with what is new in this version. */
  readonly isNewVersion: boolean
}

const longJobMs = 10_000

interface JobNotice {
  readonly title: string
  readonly body: string
}

/** Returns the notification about an ended job; undefined for a short job or one that nobody waits for. */
function noticeOf({ name: workspace }: Workspace, job: Job): JobNotice | undefined {
  const title = titleOf(job)
  if (title === undefined || tookMs(job) < longJobMs) return undefined
  const isFailed = job.status === 'failed'
  return {
    title,
    body: isFailed
      ? t('In “{workspace}”. Open Vitrine to see why.', { workspace })
      : t('In “{workspace}”.', { workspace }),
  }
}

function titleOf({ name, status }: Job): string | undefined {
  const job = nameOf(name)
  if (status === 'completed') return t('{job} finished', { job })
  if (status === 'failed') return t('{job} failed', { job })
  return status === 'cancelled' ? t('{job} was cancelled', { job }) : undefined
}

function nameOf(operation: string): string {
  if (operation === 'export' || operation === 'channel_export') return t('Export')
  return isNamedJob(operation) ? t(jobNames[operation]) : t('Job')
}

function tookMs({ created_at: begun, completed_at: ended }: Job): number {
  return Date.parse(ended ?? '') - Date.parse(begun)
}

interface TrayOptions {
  readonly electron: Electron
  readonly icon: string
  readonly origin: string
  readonly open: () => void
  readonly openRecent: (workspace: Workspace) => void
}

class TrayIcon {
  readonly #options: TrayOptions
  #tray: Tray | undefined

  constructor(options: TrayOptions) {
    this.#options = options
  }

  update(isTurnedOn: boolean, recent: readonly Workspace[]): void {
    if (!isTurnedOn) {
      this.#tray?.destroy()
      this.#tray = undefined
      return
    }
    const { electron, icon, open } = this.#options
    if (!this.#tray) {
      this.#tray = new electron.Tray(icon)
      this.#tray.setToolTip('Vitrine')
      this.#tray.on('click', open)
    }
    this.#tray.setContextMenu(electron.Menu.buildFromTemplate(this.#template(recent)))
  }

  #template(recent: readonly Workspace[]): MenuItemConstructorOptions[] {
    const { electron, origin, open, openRecent } = this.#options
    return [
      { id: 'tray-open', label: t('Open Vitrine'), click: open },
      ...recent.slice(0, 5).map((workspace) => ({
        label: workspace.name,
        toolTip: workspace.file,
        click: () => openRecent(workspace),
      })),
      { type: 'separator' },
      { label: t('Serving at {origin}', { origin }), enabled: false },
      {
        label: t('Copy the API Address'),
        click: () => void electron.clipboard.writeText(`${origin}/api/v1`),
      },
      { type: 'separator' },
      { id: 'tray-quit', label: t('Quit Vitrine'), click: () => electron.app.quit() },
    ]
  }
}

export class OpenDesktop {
  readonly windows: Windows
  readonly files: WorkspaceFiles
  readonly teams: TeamWindows
  readonly updates: Updates
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
      showsNews: options.isNewVersion,
      onChange: () => this.refresh(),
      note: (message, details) => server.note(message, details),
    })
    this.files = new WorkspaceFiles({
      electron,
      server,
      windows: this.windows,
      onShown: () => this.refresh(),
    })
    this.teams = new TeamWindows({
      electron,
      state,
      catalogs,
      onChange: () => this.refresh(),
      openFile: (file) => this.files.open(file),
    })
    this.updates = new Updates({
      electron,
      feed: options.updateFeed,
      platform: process.platform,
      runningJobs: () => server.runningJobs(),
      window: () => this.windows.focused(),
      onChange: () => this.refresh(),
      note: (message, details) => server.note(message, details),
      restart: options.restart,
    })
    this.#tray = new TrayIcon({
      electron,
      icon,
      origin: server.origin,
      open: () => void this.showSomething(),
      openRecent: (workspace) => void this.files.open(workspace.file),
    })
    electron.app.on('browser-window-focus', () => this.refresh())
  }

  get settings(): DesktopSettings {
    return this.#options.settings.get()
  }

  get staysWithoutWindows(): boolean {
    return this.settings.keepServing
  }

  /** Opens the windows of the last run; the start page if there are none or `afresh` is set. */
  async showSomething({ afresh = false } = {}): Promise<void> {
    const { windows } = this
    if (windows.bringAnyToFront()) return
    const workspaces = await this.#options.server.workspaces()
    const before = afresh ? [] : workspaces.filter(({ id }) => windows.openLastTime.includes(id))
    for (const workspace of before) await this.files.reopen(workspace)
    if (!windows.focused()) await windows.showStart()
  }

  /**
   * Shows the sample catalog at the first start, or the start page with a message where it cannot be made.
   */
  async showSample(): Promise<void> {
    const { electron, server } = this.#options
    try {
      await this.files.open((await createSample(server)).file)
    } catch (error) {
      server.note('the sample catalog could not be made', { reason: String(error) })
      await this.windows.showStart()
      await showMessage(electron, this.windows.focused(), {
        message: t('The sample catalog could not be created.'),
        detail: `${error instanceof Error ? error.message : String(error)}\n\n${t('Create a workspace of your own or open one.')}`,
        buttons: [t('OK')],
      })
    }
  }

  listTeamCatalogs(): readonly TeamCatalog[] {
    return this.#options.catalogs.all.map(({ origin, name }) => ({ origin, name }))
  }

  refresh(): void {
    void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const recent = await this.#recent()
    this.#tray.update(this.staysWithoutWindows, recent)
    this.#setMenu(recent)
    this.#showAbout()
  }

  changeSettings(change: Partial<DesktopSettings>): DesktopSettings {
    const { settings, setStartAtLogin } = this.#options
    if (change.startAtLogin !== undefined) setStartAtLogin(change.startAtLogin)
    const changed = settings.change(change)
    this.updates.follow(changed.lookForUpdates)
    this.refresh()
    return changed
  }

  notifyOfJobEnd(workspace: Workspace, job: Job): void {
    const { electron, settings } = this.#options
    const notice = noticeOf(workspace, job)
    const isSeen = electron.BrowserWindow.getFocusedWindow() !== null
    if (notice && !isSeen && settings.get().notifyOfJobs)
      this.#notify(notice, () => this.files.open(workspace.file))
  }

  /**
   * Reports the check of a workspace that had not been closed properly; damage comes with an offer of a
   * backup.
   */
  async describeCheck(workspace: Workspace, damage: readonly string[]): Promise<void> {
    const { name, file } = workspace
    if (damage.length === 0) {
      const body = t('“{name}” was not closed properly. It has been checked and is sound.', { name })
      return this.#notify({ title: t('Nothing was lost'), body }, () => this.files.open(file))
    }
    const { electron, server } = this.#options
    const damaged = {
      file,
      message: t('“{name}” is damaged.', { name }),
      detail: t(
        'Vitrine was interrupted the last time, and a check of {file} found: {damage}. Restore the latest backup, or continue and export what can be read.',
        { file, damage: damage[0] ?? '' },
      ),
      leave: t('Continue'),
    }
    const restored = await askAboutDamage({ electron, server, window: this.windows.focused() }, damaged)
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
      const position = state.recent.indexOf(id)
      return position < 0 ? state.recent.length : position
    }
    return workspaces.sort((a, b) => rank(a) - rank(b))
  }

  #showAbout(): void {
    const electron = process.versions['electron'] ?? t('is not there')
    const { node } = process.versions
    this.#options.electron.app.setAboutPanelOptions({
      applicationName: 'Vitrine',
      copyright: t('A catalog in one file that you own. Electron {electron}, Node {node}.', {
        electron,
        node,
      }),
    })
  }

  #setMenu(recent: readonly Workspace[]): void {
    const { Menu } = this.#options.electron
    const template = menuTemplate({
      platform: process.platform,
      recent,
      settings: this.#options.settings.get(),
      hasWorkspace: this.windows.hasWorkspace,
      updates: this.updates.menuItem(),
      canLookForUpdates: this.updates.isPossible,
      runCommand: (command) => this.windows.focused()?.webContents.send(ipcChannels.command, command),
      runAction: (action) => void this.#actions[action](),
      openRecent: (workspace) => void this.files.open(workspace.file),
      changeSettings: (change) => void this.changeSettings(change),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  async #share(): Promise<void> {
    const { electron, shareAt } = this.#options
    const address = await askToShare(electron, this.windows.focused())
    if (address !== undefined) shareAt(address)
  }

  readonly #actions: Record<MainAction, () => Promise<unknown>> = {
    'new-workspace-file': () => this.files.chooseAndCreate(),
    'open-workspace': () => this.files.chooseAndOpen(),
    'open-team-catalog': () => this.windows.showTeamCatalogPrompt(),
    'share-on-network': () => this.#share(),
    'install-command': () => showInstalledCommand(this.#options.electron, this.windows.focused()),
    'check-for-updates': () => this.updates.choose(),
    'show-data-folder': () => this.#options.electron.shell.openPath(this.#options.server.dataDir),
    documentation: () =>
      safeOpenExternal(this.#options.electron.shell, `${this.#options.server.origin}/docs/`),
  }
}
