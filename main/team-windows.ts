import { basename } from 'node:path'
import type { BrowserWindow, Session, WebContents } from 'electron'
import type { TeamRefusal } from '#shared/desktop-bridge.ts'
import type { Electron } from './electron.ts'
import { bringToFront, createPageWindow, boundsOf, type WindowState } from './window-state.ts'
import { type KnownTeamCatalog, partitionOf, type TeamCatalogs } from './team-catalogs.ts'
import { showMessage } from './start-error.ts'
import { t } from './app-language.ts'
import { membersOf } from './desktop-settings.ts'
import { certificateMember } from '#shared/team.ts'
import { isWorkspaceFile } from './saved-files.ts'
import { isAppUrl, restrictSession } from './security.ts'

export interface TeamWindowsOptions {
  readonly electron: Electron
  readonly state: WindowState
  readonly catalogs: TeamCatalogs
  readonly onChange: () => void
  readonly openFile: (file: string) => Promise<unknown>
}

/** Chromium's code for a load that another one replaced. */
const abortedLoad = -3

const answerMs = 10_000

/** Checks whether a team's Vitrine answers at an address; returns the reason if not, or null. */
async function askTeamServer(
  session: Pick<Session, 'fetch'>,
  { origin, certificate }: KnownTeamCatalog,
): Promise<TeamRefusal | null> {
  try {
    const answer = await session.fetch(`${origin}/app/v1/sign-in`, {
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    // A proxy answers, but the server behind it currently does not.
    if (answer.status >= 502 && answer.status <= 504) return 'unreachable'
    return isTeamServer(await answer.json().catch(() => undefined)) ? null : 'no_team_server'
  } catch (error) {
    if (!/ERR_CERT|ERR_SSL/.test(String(error))) return 'unreachable'
    return certificate === undefined ? 'untrusted' : 'other_certificate'
  }
}

/** Only a team's server reports how people sign in. */
function isTeamServer(answer: unknown): boolean {
  return typeof membersOf(membersOf(answer)['data'])['password'] === 'boolean'
}

interface TeamAddress {
  readonly origin: string
  readonly url: string
  readonly certificate?: string
}

/** Electron's results of a certificate check: accept it, reject it, or use Chromium's result. */
const verdicts = { take: 0, refuse: -2, asFound: -3 } as const

interface CertificateRequest {
  readonly hostname: string
  readonly certificate: { readonly fingerprint: string }
}

/**
 * Judges a certificate: the host of an invitation that names one must present exactly that one. Without a
 * name Chromium's result holds, and its refusal is never overridden.
 */
export function checkCertificate(
  { origin, certificate }: KnownTeamCatalog,
  asked: CertificateRequest,
): number {
  if (certificate === undefined) return verdicts.asFound
  const isOurs = asked.hostname === hostOf(origin) && digestOf(asked.certificate.fingerprint) === certificate
  return isOurs ? verdicts.take : verdicts.refuse
}

/** Converts Electron's `sha256/` and base64 digest. */
function digestOf(fingerprint: string): string {
  const [algorithm, digest = ''] = fingerprint.split(/\/(.*)/s)
  return algorithm === 'sha256' ? Buffer.from(digest, 'base64').toString('base64url') : ''
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Sets up the session of a team catalog: its certificate, the few permissions, and saving by the system's
 * dialog only. `onCopySaved` is called when a downloaded workspace copy has been saved.
 */
export function protectTeamSession(
  session: Session,
  catalog: KnownTeamCatalog,
  onCopySaved: (file: string) => void,
): void {
  session.setCertificateVerifyProc((asked, respond) => respond(checkCertificate(catalog, asked)))
  restrictSession(session, catalog.origin)
  session.on('will-download', (_event, item) => {
    if (!isAppUrl(item.getURL(), catalog.origin)) return
    item.once('done', (_doneEvent, state) => {
      const file = item.getSavePath()
      if (state === 'completed' && isWorkspaceFile(file)) onCopySaved(file)
    })
  })
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Parses a typed or pasted address; without a scheme HTTPS is assumed. */
export function parseTeamAddress(text: string): TeamAddress | TeamRefusal {
  const url = parseUrl(text.trim())
  if (!url) return 'no_address'
  // Unencrypted traffic can be read and changed on the network.
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'not_encrypted'
  const certificate = new URLSearchParams(url.hash.slice(1)).get(certificateMember)
  return { origin: url.origin, url: url.href, ...(certificate !== null && { certificate }) }
}

function parseUrl(typed: string): URL | undefined {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed)
  const address = hasScheme ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' ? url : undefined
}

/**
 * The windows of team catalogs: pages of other servers, each in its own session and without the bridge to
 * this computer.
 */
export class TeamWindows {
  readonly #options: TeamWindowsOptions
  readonly #open = new Map<BrowserWindow, KnownTeamCatalog>()
  readonly #protected = new Set<string>()

  constructor(options: TeamWindowsOptions) {
    this.#options = options
  }

  /**
   * Opens the catalog of an address or invitation; returns the reason if it cannot, or null once its
   * window is shown.
   */
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

  async forget(origin: string): Promise<void> {
    const { catalogs, onChange } = this.#options
    const catalog = catalogs.find(origin)
    if (!catalog) return
    this.#windowOf(catalog)?.close()
    await this.#sessionOf(catalog).clearStorageData()
    catalogs.forget(origin)
    onChange()
  }

  /** Returns the server whose pages a window may show; undefined for contents that are not ours. */
  originOf(contents: WebContents): string | undefined {
    return [...this.#open].find(([window]) => window.webContents === contents)?.[1].origin
  }

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

  async #offerCopy(catalog: KnownTeamCatalog, file: string): Promise<void> {
    const response = await showMessage(this.#options.electron, this.#windowOf(catalog), {
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
    // `did-fail-load` handles failures, those of reloads included.
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
    window.on('close', () => state.saveBounds(key, boundsOf(window)))
    window.once('closed', () => this.#open.delete(window))
    window.on('page-title-updated', (_event, title) => {
      const shown = /^(.+) – Vitrine$/.exec(title)?.[1]
      if (shown !== undefined) catalogs.rename(origin, shown)
      onChange()
    })
    this.#watch(window, catalog)
    return window
  }

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
    const response = await showMessage(this.#options.electron, window, {
      message,
      detail: t('What had been saved is safe on the server.'),
      buttons: [t('Try Again'), t('Close the Window')],
    })
    if (window.isDestroyed()) return
    if (response === 0) await window.loadURL(url).catch(() => undefined)
    else window.destroy()
  }
}

/** Whether a code is in Chromium's range for certificate errors, -200 to -299. */
export function isCertificateFault(code: number): boolean {
  return code <= -200 && code > -300
}

function messageOfFailure(code: number, host: string): string {
  return isCertificateFault(code)
    ? t('{host} does not prove to be the server that it was: its certificate is not trusted.', { host })
    : t('{host} does not answer.', { host })
}
