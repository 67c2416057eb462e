import type { BrowserWindow } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import type { Electron } from './electron.ts'
import { visiblePlace, type WindowState } from './window-state.ts'

export interface WindowsOptions {
  readonly electron: Electron
  readonly state: WindowState
  readonly origin: string
  /** The built preload script. */
  readonly preload: string
}

const defaultSize = { width: 1360, height: 860 }
const minimumSize = { minWidth: 480, minHeight: 320 }

/** The windows of the app: one a workspace, each where it was the last time. */
export class Windows {
  readonly #options: WindowsOptions
  /** Each open window with the workspace it shows; the page may switch to another one. */
  readonly #open = new Map<BrowserWindow, string>()
  #isQuitting = false

  constructor(options: WindowsOptions) {
    this.#options = options
    // What is open when the app quits is what the next start opens.
    options.electron.app.on('before-quit', () => (this.#isQuitting = true))
  }

  /** Brings the workspace's window to the front; opens it if there is none. */
  async show(workspace: Workspace): Promise<void> {
    const known = [...this.#open].find(([, id]) => id === workspace.id)
    if (known) return bringToFront(known[0])
    const window = this.#create(workspace)
    await load(window, this.#urlOf(workspace))
  }

  /** The ids of the workspaces whose windows were open when the app was last quit. */
  get openLastTime(): readonly string[] {
    return this.#options.state.open
  }

  /** Brings some window to the front; false when there is none. */
  bringAnyToFront(): boolean {
    const window = this.focused()
    if (window) bringToFront(window)
    return window !== undefined
  }

  focused(): BrowserWindow | undefined {
    return this.#options.electron.BrowserWindow.getFocusedWindow() ?? [...this.#open.keys()].at(-1)
  }

  #urlOf({ id }: Workspace): string {
    return `${this.#options.origin}/?workspace=${id}`
  }

  #create(workspace: Workspace): BrowserWindow {
    const { electron, state, preload } = this.#options
    const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
    const place = visiblePlace(state.placeOf(workspace.id), screens)
    const { maximized = false, ...bounds } = place ?? (defaultSize as { maximized?: boolean })
    const window = new electron.BrowserWindow({
      ...bounds,
      ...minimumSize,
      title: `${workspace.name} – Vitrine`,
      show: false,
      backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#17181a' : '#ffffff',
      webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    if (maximized) window.maximize()
    this.#follow(window, workspace.id)
    window.once('ready-to-show', () => window.show())
    window.on('close', () => state.rememberPlace(this.#open.get(window) ?? workspace.id, placeOf(window)))
    window.once('closed', () => this.#forget(window))
    window.webContents.on('did-navigate-in-page', (_event, url) => this.#follow(window, workspaceIn(url)))
    this.#watchForCrashes(window, workspace)
    return window
  }

  #follow(window: BrowserWindow, workspaceId: string | null): void {
    if (workspaceId === null || this.#open.get(window) === workspaceId) return
    this.#open.set(window, workspaceId)
    this.#rememberOpen()
  }

  #forget(window: BrowserWindow): void {
    this.#open.delete(window)
    if (!this.#isQuitting && this.#open.size > 0) this.#rememberOpen()
  }

  #rememberOpen(): void {
    this.#options.state.rememberOpen([...new Set(this.#open.values())])
  }

  #watchForCrashes(window: BrowserWindow, workspace: Workspace): void {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#offerReload(window, workspace)
    })
  }

  async #offerReload(window: BrowserWindow, workspace: Workspace): Promise<void> {
    const { response } = await this.#options.electron.dialog.showMessageBox(window, {
      type: 'error',
      message: `The window of “${workspace.name}” stopped working.`,
      detail: 'What had been saved is safe. Reload the window to go on.',
      buttons: ['Reload', 'Close the Window'],
    })
    if (window.isDestroyed()) return
    if (response === 0) await load(window, this.#urlOf(workspace))
    else window.destroy()
  }
}

/** The workspace that the address of a page names. */
function workspaceIn(url: string): string | null {
  return new URL(url).searchParams.get('workspace')
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function placeOf(window: BrowserWindow) {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() }
}

// A window that is closed while it loads rejects the load; nobody misses it.
async function load(window: BrowserWindow, url: string): Promise<void> {
  await window.loadURL(url).catch((error: unknown) => {
    if (!window.isDestroyed()) throw error
  })
}
