import type { BrowserWindow } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import { openTeamCatalogHash } from '#shared/desktop-bridge.ts'
import type { Electron } from './electron.ts'
import { bringToFront, createPageWindow, boundsOf, type WindowState } from './window-state.ts'
import { showMessage } from './start-error.ts'
import { t } from './app-language.ts'

export interface WindowsOptions {
  readonly electron: Electron
  readonly state: WindowState
  readonly origin: string
  readonly preload: string
  /** Whether the first window on a workspace begins with what is new in this version. */
  readonly showsNews?: boolean
  readonly onChange: () => void
  readonly note: (message: string, details: object) => void
}

const startPage = 'start'

export class Windows {
  readonly #options: WindowsOptions
  readonly #open = new Map<BrowserWindow, string>()
  #isQuitting = false
  #showsNews: boolean

  constructor(options: WindowsOptions) {
    this.#options = options
    this.#showsNews = options.showsNews === true
    options.electron.app.on('before-quit', () => (this.#isQuitting = true))
  }

  async show({ id, name }: Workspace): Promise<void> {
    this.#options.state.rememberRecent(id)
    await this.#show(id, `${name} – Vitrine`)
  }

  showStart(): Promise<void> {
    return this.#show(startPage, 'Vitrine')
  }

  async showTeamCatalogPrompt(): Promise<void> {
    const known = this.#windowOf(startPage)
    if (known) bringToFront(known)
    await load(known ?? this.#create(startPage, 'Vitrine'), this.#urlOf(startPage) + openTeamCatalogHash)
  }

  /** Shows a workspace and reloads its window if it is already open. */
  async showReloaded(workspace: Workspace): Promise<void> {
    const existing = this.#windowOf(workspace.id)
    await this.show(workspace)
    if (existing) await load(existing, this.#urlOf(workspace.id))
  }

  /** Loads the start page into the workspace's window, or closes it if the start page is open. */
  async showStartInstead(id: string): Promise<void> {
    const window = this.#windowOf(id)
    if (!window) return this.showStart()
    if (this.#windowOf(startPage)) return window.close()
    this.#open.set(window, startPage)
    await load(window, this.#urlOf(startPage))
  }

  get openLastTime(): readonly string[] {
    return this.#options.state.open
  }

  bringAnyToFront(): boolean {
    const window = this.focused()
    if (window) bringToFront(window)
    return window !== undefined
  }

  focused(): BrowserWindow | undefined {
    const focused = this.#options.electron.BrowserWindow.getFocusedWindow()
    return focused && this.#open.has(focused) ? focused : [...this.#open.keys()].at(-1)
  }

  get hasWorkspace(): boolean {
    const focused = this.#options.electron.BrowserWindow.getFocusedWindow()
    if (focused && !this.#open.has(focused)) return false
    const window = this.focused()
    return window !== undefined && this.#open.get(window) !== startPage
  }

  async #show(id: string, title: string): Promise<void> {
    const known = this.#windowOf(id)
    if (known) return bringToFront(known)
    const url = this.#urlOf(id)
    const isNews = this.#showsNews && id !== startPage
    if (isNews) this.#showsNews = false
    await load(this.#create(id, title), isNews ? `${url}&view=news` : url)
  }

  #windowOf(id: string): BrowserWindow | undefined {
    return [...this.#open].find(([, shown]) => shown === id)?.[0]
  }

  #urlOf(id: string): string {
    const { origin } = this.#options
    return id === startPage ? `${origin}/?view=start` : `${origin}/?workspace=${id}`
  }

  #create(id: string, title: string): BrowserWindow {
    const { electron, state, preload } = this.#options
    const window = createPageWindow(electron, state, { key: id, title, preload })
    this.#setShownPage(window, id)
    window.on('close', () => state.saveBounds(this.#open.get(window) ?? id, boundsOf(window)))
    window.once('closed', () => this.#forget(window))
    window.webContents.on('did-navigate-in-page', (_event, url) => this.#setShownPage(window, pageIdOf(url)))
    this.#watchForCrashes(window)
    return window
  }

  #setShownPage(window: BrowserWindow, id: string | null): void {
    const before = this.#open.get(window)
    if (id === null || before === id) return
    const other = this.#windowOf(id)
    if (before === startPage && other) {
      bringToFront(other)
      return window.close()
    }
    this.#open.set(window, id)
    if (id !== startPage) this.#options.state.rememberRecent(id)
    this.#rememberOpen()
    this.#options.onChange()
  }

  #forget(window: BrowserWindow): void {
    this.#open.delete(window)
    if (!this.#isQuitting && this.#open.size > 0) this.#rememberOpen()
  }

  #rememberOpen(): void {
    const ids = [...new Set(this.#open.values())].filter((id) => id !== startPage)
    if (ids.length > 0) this.#options.state.rememberOpen(ids)
  }

  #watchForCrashes(window: BrowserWindow): void {
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return
      this.#options.note('the page of a window stopped working', { reason, exitCode })
      void this.#offerReload(window)
    })
    window.on('unresponsive', () => void this.#offerToWait(window))
  }

  async #offerReload(window: BrowserWindow): Promise<void> {
    const response = await showMessage(this.#options.electron, window, {
      message: t('This window stopped working.'),
      detail: t('What had been saved is safe. Reload the window to continue.'),
      buttons: [t('Reload'), t('Close the Window')],
    })
    if (window.isDestroyed()) return
    if (response === 0) await load(window, this.#urlOf(this.#open.get(window) ?? startPage))
    else window.destroy()
  }

  async #offerToWait(window: BrowserWindow): Promise<void> {
    const response = await showMessage(this.#options.electron, window, {
      message: t('This window is not responding.'),
      detail: t('It may be busy. Wait, or reload it; what had been saved is safe.'),
      buttons: [t('Wait'), t('Reload')],
      type: 'warning',
    })
    if (response === 1 && !window.isDestroyed()) window.webContents.reload()
  }
}

/** Returns the workspace ID in a URL, `start` for the start page, or null. */
function pageIdOf(url: string): string | null {
  const params = new URL(url).searchParams
  return params.get('view') === 'start' ? startPage : params.get('workspace')
}

// A window that is closed while it loads rejects the load, which can be ignored.
async function load(window: BrowserWindow, url: string): Promise<void> {
  await window.loadURL(url).catch((error: unknown) => {
    if (!window.isDestroyed()) throw error
  })
}
