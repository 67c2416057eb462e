/**
 * The life of the desktop app: one instance a data folder, the server inside it, a window a workspace, an orderly end.
 * Everything that must come before `ready` happens in `start()`, synchronously: Electron holds `ready` back until the
 * entry module has been evaluated, so awaiting it there would never end.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer, ServerOptions } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import { channels } from './channels.ts'
import type { Electron } from './electron.ts'
import { workspacesOrSample } from './first-start.ts'
import { type MainAction, menuTemplate } from './menu.ts'
import { FileInbox, handedOverFile, workspaceFileFrom } from './open-file.ts'
import { answerPageCalls } from './page-calls.ts'
import { withinTime } from './quit.ts'
import { guardNavigation, protectSession, safeOpenExternal } from './security.ts'
import { describeOpenError, describeStartError, type StartError } from './start-error.ts'
import { Windows } from './windows.ts'
import { WindowState } from './window-state.ts'
import { chooseNewWorkspaceFile, chooseWorkspaceFile } from './workspace-dialogs.ts'

export interface ShellOptions {
  readonly electron: Electron
  readonly startServer: (options: ServerOptions) => Promise<RunningServer>
  readonly dataFolder: string
  /** The folder of the built program, which holds renderer/ and preload/. */
  readonly distFolder: string
  readonly argv: readonly string[]
  readonly workingDirectory: string
}

/** How the process ends when the data folder cannot be used; `npm start` tells it from a broken Electron. */
export const startFailedCode = 3

const closeLimitMs = 5000

export class Shell {
  readonly #options: ShellOptions
  readonly #electron: Electron
  readonly #inbox = new FileInbox()
  readonly #desktopFolder: string
  #starting: Promise<RunningServer> | undefined
  #server: RunningServer | undefined
  #windows: Windows | undefined
  #isClosed = false

  constructor(options: ShellOptions) {
    this.#options = options
    this.#electron = options.electron
    this.#desktopFolder = join(options.dataFolder, 'desktop')
  }

  start(): void {
    const { app } = this.#electron
    app.enableSandbox()
    const unusable = this.#claimDesktopFolder()
    const file = workspaceFileFrom(this.#options.argv, this.#options.workingDirectory)
    if (!unusable && !app.requestSingleInstanceLock({ file: file ?? null })) return app.quit()
    if (file) this.#inbox.add(file)
    this.#listen()
    void app.whenReady().then(() => (unusable ? this.#failToStart(unusable) : this.#open()))
  }

  /** The instance lock and Chromium's own files belong to the data folder: another folder is another app. */
  #claimDesktopFolder(): Error | undefined {
    try {
      mkdirSync(this.#desktopFolder, { recursive: true, mode: 0o700 })
      this.#electron.app.setPath('userData', this.#desktopFolder)
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  #listen(): void {
    const { app, shell } = this.#electron
    app.on('open-file', (event, file) => {
      event.preventDefault()
      this.#inbox.add(file)
    })
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const file = handedOverFile(data)
      if (file) this.#inbox.add(file)
      else this.#windows?.bringAnyToFront()
    })
    app.on('activate', () => void this.#showSomething())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
    app.on('will-quit', (event) => this.#closeBeforeQuit(event))
    guardNavigation(
      app,
      () => this.#server?.origin,
      (url) => void safeOpenExternal(shell, url),
    )
  }

  async #open(): Promise<void> {
    try {
      await this.#startServer()
      const waiting = this.#inbox.deliverTo((file) => void this.#openFile(file))
      for (const file of waiting) await this.#openFile(file)
      await this.#showSomething()
      await this.#refreshMenu()
    } catch (error) {
      await this.#failToStart(error)
    }
  }

  async #startServer(): Promise<void> {
    const { electron, startServer, dataFolder, distFolder } = this.#options
    const state = new WindowState(join(this.#desktopFolder, 'windows.json'))
    this.#starting = startServer({ dataDir: dataFolder, rendererDir: join(distFolder, 'renderer') })
    const server = (this.#server = await this.#starting)
    protectSession(electron.session.defaultSession, server)
    const preload = join(distFolder, 'preload/index.cjs')
    this.#windows = new Windows({ electron, state, origin: server.origin, preload })
    answerPageCalls(electron, server.origin, {
      openWorkspace: () => this.#chooseAndOpen(),
      createWorkspace: () => this.#chooseAndCreate(),
    })
  }

  /** The windows of the last time; without any, the first workspace there is. */
  async #showSomething(): Promise<void> {
    const [server, windows] = [this.#server, this.#windows]
    if (!server || !windows || windows.bringAnyToFront()) return
    const workspaces = await workspacesOrSample(server)
    const before = workspaces.filter(({ id }) => windows.openLastTime.includes(id))
    for (const workspace of before.length > 0 ? before : workspaces.slice(0, 1)) await windows.show(workspace)
  }

  async #chooseAndOpen(): Promise<Workspace | null> {
    const file = await chooseWorkspaceFile(this.#electron, this.#windows?.focused())
    return file ? this.#openFile(file) : null
  }

  async #chooseAndCreate(): Promise<Workspace | null> {
    const chosen = await chooseNewWorkspaceFile(this.#electron, this.#windows?.focused())
    return chosen
      ? this.#show(chosen.file, (server) => server.createWorkspaceFile(chosen.file, chosen.name))
      : null
  }

  #openFile(file: string): Promise<Workspace | null> {
    return this.#show(file, (server) => server.openWorkspaceFile(file))
  }

  /** Shows the workspace that `get` opens or makes; a failure becomes a dialog that names the file. */
  async #show(file: string, get: (server: RunningServer) => Promise<Workspace>): Promise<Workspace | null> {
    if (!this.#server) return null
    try {
      const workspace = await get(this.#server)
      await this.#windows?.show(workspace)
      this.#electron.app.addRecentDocument(workspace.file)
      await this.#refreshMenu()
      return workspace
    } catch (error) {
      await this.#tell(describeOpenError(error, file), ['OK'])
      return null
    }
  }

  async #refreshMenu(): Promise<void> {
    const { Menu } = this.#electron
    const template = menuTemplate({
      platform: process.platform,
      recent: (await this.#server?.workspaces()) ?? [],
      runCommand: (command) => this.#windows?.focused()?.webContents.send(channels.command, command),
      runAction: (action) => void this.#actions[action](),
      openRecent: (workspace) => void this.#windows?.show(workspace),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  readonly #actions: Record<MainAction, () => Promise<unknown>> = {
    'new-workspace': () => this.#chooseAndCreate(),
    'open-workspace': () => this.#chooseAndOpen(),
    'show-data-folder': () => this.#electron.shell.openPath(this.#options.dataFolder),
    documentation: () =>
      safeOpenExternal(this.#electron.shell, `${this.#server?.origin}/docs/developers/errors`),
  }

  async #failToStart(error: unknown): Promise<void> {
    console.error(error)
    await this.#tell(describeStartError(error, this.#options.dataFolder), ['Quit'])
    await this.#closeServer()
    this.#electron.app.exit(startFailedCode)
  }

  #tell({ message, detail }: StartError, buttons: string[]): Promise<unknown> {
    const window = this.#windows?.focused()
    const box = { type: 'error' as const, title: 'Vitrine', message, detail, buttons }
    const { dialog } = this.#electron
    return window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box)
  }

  /** Windows are closed by now; the server gets its time, then the app quits whatever came of it. */
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
    const closing = starting.then((server) => server.close()).catch((error: unknown) => console.error(error))
    if (!(await withinTime(closing, closeLimitMs)))
      console.error('The server took too long to close; quitting anyway.')
  }
}
