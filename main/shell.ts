/** The lifecycle of the desktop app. `start()` is synchronous, since Electron emits `ready` only after it. */
import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RunningServer, ServerOptions } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import { AppLanguage, t } from './app-language.ts'
import { SettingsFile, readJsonFile, writeJsonFile, membersOf, pickSettings } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { guardPages, protectSession, isAppUrl } from './security.ts'
import { hiddenSwitch, setStartAtLogin, relaunch, restartAtEnd } from './relaunch.ts'
import { readUpdateFeed } from './update-feed.ts'
import { noteVersion } from './updates.ts'
import { OpenDesktop } from './open-desktop.ts'
import {
  SavedFiles,
  showInFolder,
  parseWorkspaceFileId,
  FileQueue,
  fileFromSecondInstance,
  workspaceFileFrom,
  isWorkspaceFile,
} from './saved-files.ts'
import { secretBoxOf } from './secret-box.ts'
import { describeStartError, showMessage } from './start-error.ts'
import { TeamCatalogs } from './team-catalogs.ts'
import { WindowState } from './window-state.ts'
import { chooseFolder } from './workspace-files.ts'
import { asError, withinTime } from '#shared/interrupted.ts'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { DesktopSettings, CustomFile, TeamCatalog, TeamRefusal } from '#shared/desktop-bridge.ts'
import { ipcChannels } from './channels.ts'

export interface ShellOptions {
  readonly electron: Electron
  readonly startServer: (options: ServerOptions) => Promise<RunningServer>
  readonly dataFolder: string
  readonly distFolder: string
  readonly argv: readonly string[]
  readonly workingDirectory: string
}

/** The exit code if the server cannot start; `npm start` tells it from a broken Electron by it. */
export const startFailedCode = 3

type RunPhase = 'starting' | 'running'

interface CrashedRun {
  /** A run that crashed during its start must not be repeated unchanged. */
  readonly phase: RunPhase
  readonly startedAt: string
}

const closeTimeoutMs = 4500

/** Closes the server and returns true. Kills the process if that takes too long; saved data is on disk. */
export async function closeOrKill(starting: Promise<RunningServer>): Promise<boolean> {
  const closing = starting.then((server) => server.close()).catch((error: unknown) => console.error(error))
  if (await withinTime(closing, closeTimeoutMs)) return true
  console.error('The server took too long to close and was ended.')
  // A thread in the middle of a statement would delay every other way to quit.
  process.kill(process.pid, 'SIGKILL')
  return false
}

/** The file `running.json` exists while the app runs; one found at startup means that it crashed. */
export class RunMarkerFile {
  readonly #file: string
  readonly #startedAt = new Date().toISOString()

  constructor(file: string) {
    this.#file = file
  }

  readCrashedRun(): CrashedRun | undefined {
    const content = readJsonFile(this.#file)
    if (content === undefined || content === null) return undefined
    const { phase, started_at: startedAt } = membersOf(content)
    return {
      phase: phase === 'starting' ? 'starting' : 'running',
      startedAt: typeof startedAt === 'string' ? startedAt : 'an unknown time',
    }
  }

  set(phase: RunPhase): void {
    writeJsonFile(this.#file, { pid: process.pid, phase, started_at: this.#startedAt })
  }

  remove(): void {
    try {
      rmSync(this.#file, { force: true })
    } catch {
      // In an unusable folder there is no marker file to remove.
    }
  }
}

export class DesktopApp {
  readonly #options: ShellOptions
  readonly #electron: Electron
  readonly #inbox = new FileQueue()
  readonly #desktopFolder: string
  readonly #mark: RunMarkerFile
  readonly #state: WindowState
  readonly #language: AppLanguage
  /** Integrity check results that arrived before a window could show them. */
  readonly #pendingCheckReports: [Workspace, readonly string[]][] = []
  #crashedRun: CrashedRun | undefined
  #starting: Promise<RunningServer> | undefined
  #desktop: OpenDesktop | undefined
  #origin: string | undefined
  #isClosed = false

  constructor(options: ShellOptions) {
    this.#options = options
    this.#electron = options.electron
    this.#desktopFolder = join(options.dataFolder, 'desktop')
    this.#mark = new RunMarkerFile(join(this.#desktopFolder, 'running.json'))
    this.#state = new WindowState(join(this.#desktopFolder, 'windows.json'))
    this.#language = new AppLanguage(join(this.#desktopFolder, 'language.json'))
  }

  start(): void {
    const { app } = this.#electron
    app.enableSandbox()
    const unusable = this.#claimDesktopFolder()
    const file = workspaceFileFrom(this.#options.argv, this.#options.workingDirectory)
    if (!unusable && !app.requestSingleInstanceLock({ file: file ?? null })) return app.quit()
    if (file) this.#inbox.add(file)
    this.#listen()
    // The server needs nothing of Electron, so both start at the same time.
    const starting = unusable ? Promise.reject(unusable) : this.#startServer()
    starting.catch(() => undefined)
    void app.whenReady().then(() => this.#open(starting))
  }

  /** Puts the instance lock and Chromium's files into the data folder: one app instance per folder. */
  #claimDesktopFolder(): Error | undefined {
    try {
      mkdirSync(this.#desktopFolder, { recursive: true, mode: 0o700 })
      this.#electron.app.setPath('userData', this.#desktopFolder)
      return undefined
    } catch (error) {
      return asError(error)
    }
  }

  #listen(): void {
    const { app } = this.#electron
    app.on('open-file', (event, file) => {
      event.preventDefault()
      this.#inbox.add(file)
    })
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const file = fileFromSecondInstance(data)
      if (file) this.#inbox.add(file)
      else void this.#desktop?.showSomething()
    })
    app.on('activate', () => void this.#desktop?.showSomething())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && !this.#desktop?.staysWithoutWindows) app.quit()
    })
    app.on('will-quit', (event) => this.#closeBeforeQuit(event))
    guardPages(this.#electron, (contents) => this.#desktop?.teams.originOf(contents) ?? this.#origin)
  }

  async #open(starting: Promise<RunningServer>): Promise<void> {
    try {
      await this.#language.begin(this.#electron.app.getPreferredSystemLanguages())
      const server = await starting
      this.#origin = server.origin
      protectSession(this.#electron.session.defaultSession, server)
      const crashed = this.#crashedRun
      if (crashed) server.note('the run before was cut short', crashed)
      const desktop = this.#openDesktop(server)
      const waiting = this.#inbox.startOpening((file) => void desktop.files.open(file))
      for (const file of waiting) await desktop.files.open(file)
      // After a crash at startup, no workspace is reopened, since it may crash the app again.
      const skipRestore = crashed?.phase === 'starting'
      const isFirstStart = !skipRestore && waiting.length === 0 && (await server.workspaces()).length === 0
      if (isFirstStart) await desktop.showSample()
      else if (!this.#startsHidden(desktop)) await desktop.showSomething({ afresh: skipRestore })
      desktop.refresh()
      desktop.updates.follow(desktop.settings.lookForUpdates)
      this.#mark.set('running')
      for (const [workspace, damage] of this.#pendingCheckReports.splice(0))
        void desktop.describeCheck(workspace, damage)
    } catch (error) {
      await this.#failToStart(error)
    }
  }

  #startsHidden(desktop: OpenDesktop): boolean {
    return desktop.staysWithoutWindows && this.#options.argv.includes(hiddenSwitch)
  }

  #startServer(): Promise<RunningServer> {
    const { startServer, dataFolder, distFolder } = this.#options
    this.#crashedRun = this.#mark.readCrashedRun()
    this.#mark.set('starting')
    this.#starting = startServer({
      dataDir: dataFolder,
      rendererDir: join(distFolder, 'renderer'),
      secretBox: secretBoxOf(this.#electron),
      openFirst: this.#crashedRun?.phase === 'starting' ? [] : this.#state.open,
      onJobEnd: (workspace, job) => this.#desktop?.notifyOfJobEnd(workspace, job),
      onCheckedAfterUncleanEnd: (workspace, damage) => {
        if (this.#desktop) void this.#desktop.describeCheck(workspace, damage)
        else this.#pendingCheckReports.push([workspace, damage])
      },
    })
    return this.#starting
  }

  #openDesktop(server: RunningServer): OpenDesktop {
    const { electron, distFolder } = this.#options
    const settings = new SettingsFile(join(this.#desktopFolder, 'settings.json'))
    const desktop = new OpenDesktop({
      electron,
      server,
      settings,
      state: this.#state,
      catalogs: new TeamCatalogs(join(this.#desktopFolder, 'team-catalogs.json')),
      preload: join(distFolder, 'preload/index.cjs'),
      trayIcon: join(distFolder, 'icons/tray.png'),
      setStartAtLogin: (isTurnedOn) => this.#setStartAtLogin(isTurnedOn),
      shareAt: (address) => relaunch(electron.app, this.#options.argv, address),
      updateFeed: readUpdateFeed(join(electron.app.getAppPath(), 'package.json')),
      restart: (program) => restartAtEnd(electron.app, this.#options.argv, { program }),
      isNewVersion: noteVersion(join(this.#desktopFolder, 'version.json'), electron.app.getVersion()),
    })
    const saved = new SavedFiles()
    saved.trackDownloads(electron.session.defaultSession, server.origin)
    answerPageCalls(electron, server.origin, {
      openWorkspace: () => desktop.files.chooseAndOpen(),
      createWorkspace: () => desktop.files.chooseAndCreate(),
      openFile: (file) => desktop.files.open(file),
      listTeamCatalogs: () => desktop.listTeamCatalogs(),
      openTeamCatalog: (address) => desktop.teams.open(address),
      forgetTeamCatalog: (origin) => desktop.teams.forget(origin),
      chooseFolder: (title) => chooseFolder(electron, desktop.windows.focused(), title),
      showInFolder: (file) => showInFolder(electron, server, file),
      showSaved: (name) => saved.show(electron.shell, name),
      readSettings: () => settings.get(),
      changeSettings: (change) => desktop.changeSettings(change),
      readUpdateHost: () => desktop.updates.host ?? null,
      followLanguage: async (language) => {
        await this.#language.follow(language)
        desktop.refresh()
      },
    })
    return (this.#desktop = desktop)
  }

  #setStartAtLogin(isTurnedOn: boolean): void {
    const { app } = this.#electron
    const program = process.env['APPIMAGE'] ?? process.execPath
    setStartAtLogin(
      app,
      {
        platform: process.platform,
        configFolder: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
        command: [
          program,
          ...(app.isPackaged ? [] : [app.getAppPath()]),
          `--data=${this.#options.dataFolder}`,
        ],
      },
      isTurnedOn,
    )
  }

  async #failToStart(error: unknown): Promise<void> {
    console.error(error)
    const message = describeStartError(error, this.#options.dataFolder)
    await showMessage(this.#electron, this.#desktop?.windows.focused(), { ...message, buttons: [t('Quit')] })
    await this.#closeServer()
    // A reported startup error does not count as a crash.
    this.#mark.remove()
    this.#electron.app.exit(startFailedCode)
  }

  /** All windows are closed by now. The app quits once the server is closed or has timed out. */
  #closeBeforeQuit(event: { preventDefault(): void }): void {
    if (this.#isClosed) return
    event.preventDefault()
    void this.#closeServer().finally(() => {
      this.#isClosed = true
      this.#electron.app.quit()
    })
  }

  async #closeServer(): Promise<void> {
    const starting = this.#starting
    if (!starting) return
    this.#starting = undefined
    if (await closeOrKill(starting)) this.#mark.remove()
  }
}

interface PageCalls {
  openWorkspace(): Promise<unknown>
  createWorkspace(): Promise<unknown>
  openFile(file: string): Promise<unknown>
  listTeamCatalogs(): readonly TeamCatalog[]
  openTeamCatalog(address: string): Promise<TeamRefusal | null>
  forgetTeamCatalog(origin: string): Promise<void>
  chooseFolder(title: string): Promise<unknown>
  showInFolder(file: CustomFile): Promise<unknown>
  showSaved(name: unknown): void
  readSettings(): DesktopSettings
  changeSettings(change: Partial<DesktopSettings>): DesktopSettings
  readUpdateHost(): string | null
  followLanguage(language: unknown): Promise<void>
}

/** Answers calls from the main frame of our own pages only. Their arguments are checked before use. */
export function answerPageCalls(
  { ipcMain }: Pick<Electron, 'ipcMain'>,
  origin: string,
  calls: PageCalls,
): void {
  const answer = (channel: string, call: (argument: unknown, page: WebContents) => unknown): void =>
    ipcMain.handle(channel, (event, argument: unknown) => {
      if (!isFromOurPage(event, origin)) throw new Error('This page may not use the desktop.')
      return call(argument, event.sender)
    })
  answer(ipcChannels.openWorkspace, () => calls.openWorkspace())
  answer(ipcChannels.createWorkspace, () => calls.createWorkspace())
  answer(ipcChannels.openDropped, (file) => calls.openFile(parseFile(file)))
  answer(ipcChannels.listTeamCatalogs, () => calls.listTeamCatalogs())
  answer(ipcChannels.openTeamCatalog, (address) => calls.openTeamCatalog(parseAddress(address)))
  answer(ipcChannels.forgetTeamCatalog, (origin) => calls.forgetTeamCatalog(parseAddress(origin)))
  // A page may not read the clipboard without a paste event; this triggers the same event as the keys.
  answer(ipcChannels.paste, (_nothing, page) => page.paste())
  answer(ipcChannels.chooseFolder, (title) => calls.chooseFolder(parseTitle(title)))
  answer(ipcChannels.showInFolder, (file) => calls.showInFolder(parseWorkspaceFileId(file)))
  answer(ipcChannels.showSaved, (name) => calls.showSaved(name))
  answer(ipcChannels.readSettings, () => calls.readSettings())
  answer(ipcChannels.changeSettings, (change) => calls.changeSettings(pickSettings(change)))
  answer(ipcChannels.readUpdateHost, () => calls.readUpdateHost())
  answer(ipcChannels.followLanguage, (language) => calls.followLanguage(language))
}

function parseFile(file: unknown): string {
  if (typeof file === 'string' && isWorkspaceFile(file)) return file
  throw new Error('Only a .vitrine file can be opened as a workspace.')
}

function parseAddress(address: unknown): string {
  if (typeof address === 'string' && address.length <= 2000) return address
  throw new Error('An address is a text of up to 2000 characters.')
}

function parseTitle(title: unknown): string {
  if (typeof title === 'string' && title.length <= 100) return title
  throw new Error('A dialog needs a short title.')
}

function isFromOurPage({ senderFrame }: IpcMainInvokeEvent, origin: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url, origin)
}
