import { basename } from 'node:path'
import type { BrowserWindow, Session, WebContents } from 'electron'
import type { TeamRefusal } from '#shared/desktop-bridge.ts'
import type { Electron } from './electron.ts'
import { bringToFront, createPageWindow, placeOf } from './page-window.ts'
import { parseTeamAddress, type TeamAddress } from './team-address.ts'
import { type KnownTeamCatalog, partitionOf, type TeamCatalogs } from './team-catalogs.ts'
import { askTeamServer } from './team-server.ts'
import { protectTeamSession } from './team-session.ts'
import { tell } from './tell.ts'
import { t } from './text.ts'
import type { WindowState } from './window-state.ts'

export interface TeamWindowsOptions {
  readonly electron: Electron
  readonly state: WindowState
  readonly catalogs: TeamCatalogs
  /** A window has come or gone, or another one is in front. */
  readonly onChange: () => void
  /** Opens a workspace file of this computer. */
  readonly openFile: (file: string) => Promise<unknown>
}

/** What Chromium calls a load that something else took the place of. */
const abortedLoad = -3

/** The windows of team catalogs: pages of other servers, each in a session of its own and without the bridge to this computer. */
export class TeamWindows {
  readonly #options: TeamWindowsOptions
  readonly #open = new Map<BrowserWindow, KnownTeamCatalog>()
  readonly #protected = new Set<string>()

  constructor(options: TeamWindowsOptions) {
    this.#options = options
  }

  /** Opens the catalog at an address or of an invitation; answers why not, or null once its window is there. */
  async open(text: string): Promise<TeamRefusal | null> {
    const address = parseTeamAddress(text)
    if (typeof address === 'string') return address
    const catalog = this.#catalogAt(address)
    const refusal = await askTeamServer(this.#sessionOf(catalog), catalog)
    if (refusal !== null) return refusal
    this.#options.catalogs.remember(catalog)
    await this.#show(catalog, address.url)
    return null
  }

  /** Takes a catalog off the list with all that its session holds; a window of it is closed. */
  async forget(origin: string): Promise<void> {
    const { catalogs, onChange } = this.#options
    const catalog = catalogs.find(origin)
    if (!catalog) return
    this.#windowOf(catalog)?.close()
    await this.#sessionOf(catalog).clearStorageData()
    catalogs.forget(origin)
    onChange()
  }

  /** The server whose pages a window may show; undefined for contents that are none of ours. */
  originOf(contents: WebContents): string | undefined {
    return [...this.#open].find(([window]) => window.webContents === contents)?.[1].origin
  }

  /** The window in front, or any. */
  focused(): BrowserWindow | undefined {
    const front = this.#options.electron.BrowserWindow.getFocusedWindow()
    return front && this.#open.has(front) ? front : [...this.#open.keys()].at(-1)
  }

  #catalogAt({ origin, certificate }: TeamAddress): KnownTeamCatalog {
    const known = this.#options.catalogs.find(origin)
    const pinned = certificate ?? known?.certificate
    const name = known?.name ?? new URL(origin).host
    return { origin, name, ...(pinned !== undefined && { certificate: pinned }) }
  }

  #sessionOf(catalog: KnownTeamCatalog): Session {
    const partition = partitionOf(catalog)
    const session = this.#options.electron.session.fromPartition(partition)
    if (!this.#protected.has(partition))
      protectTeamSession(session, catalog, (file) => void this.#offerCopy(catalog, file))
    this.#protected.add(partition)
    return session
  }

  /** Somebody has taken a workspace home: it opens like any other file. */
  async #offerCopy(catalog: KnownTeamCatalog, file: string): Promise<void> {
    const response = await tell(this.#options.electron, this.#windowOf(catalog), {
      message: t('“{name}” is on this computer now.', { name: basename(file) }),
      detail: t('It is a workspace of its own: what is changed in it stays here.'),
      buttons: [t('Open It'), t('Later')],
      type: 'info',
    })
    if (response === 0) await this.#options.openFile(file)
  }

  async #show(catalog: KnownTeamCatalog, url: string): Promise<void> {
    const known = this.#windowOf(catalog)
    if (known) bringToFront(known)
    const { pathname, hash, search } = new URL(url)
    const isPlain = pathname === '/' && hash === '' && search === ''
    if (known && isPlain) return
    // What fails is told by `did-fail-load`, which hears of reloads too.
    await (known ?? this.#create(catalog)).loadURL(url).catch(() => undefined)
  }

  #windowOf(catalog: KnownTeamCatalog): BrowserWindow | undefined {
    const partition = partitionOf(catalog)
    return [...this.#open].find(([, shown]) => partitionOf(shown) === partition)?.[0]
  }

  #create(catalog: KnownTeamCatalog): BrowserWindow {
    const { electron, state, catalogs, onChange } = this.#options
    const { origin, name } = catalog
    const key = `team ${origin}`
    const partition = partitionOf(catalog)
    const window = createPageWindow(electron, state, { key, title: `${name} – Vitrine`, partition })
    this.#open.set(window, catalog)
    window.on('close', () => state.rememberPlace(key, placeOf(window)))
    window.once('closed', () => this.#open.delete(window))
    window.on('page-title-updated', (_event, title) => {
      const shown = /^(.+) – Vitrine$/.exec(title)?.[1]
      if (shown !== undefined) catalogs.rename(origin, shown)
      onChange()
    })
    this.#watch(window, catalog)
    return window
  }

  /** A page that crashed, or that does not come, is offered again. */
  #watch(window: BrowserWindow, { origin }: KnownTeamCatalog): void {
    const { host } = new URL(origin)
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#offerAgain(window, origin, t('This window stopped working.'))
    })
    window.webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
      if (!isMainFrame || code === abortedLoad) return
      if (!window.isVisible()) window.show()
      void this.#offerAgain(window, url, messageOfFailure(code, host))
    })
  }

  async #offerAgain(window: BrowserWindow, url: string, message: string): Promise<void> {
    const response = await tell(this.#options.electron, window, {
      message,
      detail: t('What had been saved is safe on the server.'),
      buttons: [t('Try Again'), t('Close the Window')],
    })
    if (window.isDestroyed()) return
    if (response === 0) await window.loadURL(url).catch(() => undefined)
    else window.destroy()
  }
}

/** Chromium numbers what is wrong with certificates from -200 to -299. */
export function isCertificateFault(code: number): boolean {
  return code <= -200 && code > -300
}

function messageOfFailure(code: number, host: string): string {
  return isCertificateFault(code)
    ? t('{host} does not prove to be the server that it was: its certificate is not trusted.', { host })
    : t('{host} does not answer.', { host })
}
