/** The app as a team server on the local network, with its own window; a restart begins and ends it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MenuItemConstructorOptions, Tray } from 'electron'
import type { RunningServer } from '#server'
import { AppLanguage, t } from './app-language.ts'
import { closeOrKill, type ShellOptions } from './shell.ts'
import { guardPages } from './security.ts'
import { relaunch } from './relaunch.ts'
import { secretBoxOf } from './secret-box.ts'
import {
  NoShareAddress,
  shareAddressFrom,
  type SharedServer,
  sharedAddress,
  showSharedAddress,
} from './share-dialogs.ts'
import { asError } from '#shared/interrupted.ts'
import { TeamCatalogs } from './team-catalogs.ts'
import { TeamWindows } from './team-windows.ts'
import { showMessage } from './start-error.ts'
import { WindowState } from './window-state.ts'
import { X509Certificate } from 'node:crypto'

interface SelfSignedCertificate {
  readonly cert: string
  readonly key: string
  /** The SHA-256 digest that invitations contain, in base64url. */
  readonly digest: string
}

const dayMs = 86_400_000
const validDays = 365
const minRemainingDays = 7

/** Returns the stored certificate while it is valid, so that invitations stay valid, or a new one. */
export async function ownCertificate(
  folder: string,
  address: string,
  now = Date.now(),
): Promise<SelfSignedCertificate> {
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const known = readValid(files, address, now)
  if (known) return { ...files, digest: digestOf(known) }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { generate } = await import('selfsigned')
  const generated = await generate([{ name: 'commonName', value: 'Vitrine' }], {
    keyType: 'ec',
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }],
  })
  writeFileSync(files.key, generated.private, { mode: 0o600 })
  writeFileSync(files.cert, generated.cert, { mode: 0o600 })
  return { ...files, digest: digestOf(new X509Certificate(generated.cert)) }
}

function readValid(
  { cert, key }: Pick<SelfSignedCertificate, 'cert' | 'key'>,
  address: string,
  now: number,
): X509Certificate | undefined {
  try {
    readFileSync(key)
    const certificate = new X509Certificate(readFileSync(cert))
    const isGood =
      certificate.checkIP(address) !== undefined &&
      certificate.validToDate.getTime() > now + minRemainingDays * dayMs
    return isGood ? certificate : undefined
  } catch {
    return undefined
  }
}

function digestOf({ fingerprint256 }: X509Certificate): string {
  return Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
}

interface Sharing {
  readonly server: RunningServer
  readonly certificate: SelfSignedCertificate
}

export class SharingShell {
  readonly #options: ShellOptions
  readonly #folder: string
  readonly #teams: TeamWindows
  #sharing: Promise<Sharing> | undefined
  #shared: SharedServer | undefined
  #tray: Tray | undefined
  #isClosed = false

  constructor(options: ShellOptions) {
    const { electron, dataFolder } = options
    this.#options = options
    this.#folder = join(dataFolder, 'desktop')
    this.#teams = new TeamWindows({
      electron,
      state: new WindowState(join(this.#folder, 'windows.json')),
      catalogs: new TeamCatalogs(join(this.#folder, 'sharing', 'catalog.json')),
      onChange: () => undefined,
      openFile: () => this.#explainOpeningLater(),
    })
  }

  start(): void {
    const { electron } = this.#options
    const { app } = electron
    app.enableSandbox()
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    app.setPath('userData', this.#folder)
    if (!app.requestSingleInstanceLock({ file: null })) return app.quit()
    app.on('second-instance', () => void this.#showWindow())
    app.on('activate', () => void this.#showWindow())
    // Colleagues continue to work when the window is closed: the app stays in the tray until it is stopped
    // there.
    app.on('window-all-closed', () => undefined)
    app.on('will-quit', (event) => this.#closeBeforeQuit(event))
    guardPages(electron, (contents) => this.#teams.originOf(contents))
    const sharing = this.#startServer()
    sharing.catch(() => undefined)
    this.#sharing = sharing
    void app.whenReady().then(() => this.#open(sharing))
  }

  async #startServer(): Promise<Sharing> {
    const { argv, dataFolder, distFolder, electron, startServer } = this.#options
    const { address, port } = shareAddressFrom(argv) ?? {}
    if (address === undefined || port === undefined) throw new NoShareAddress()
    const certificate = await ownCertificate(join(this.#folder, 'sharing'), address)
    const server = await startServer({
      dataDir: dataFolder,
      rendererDir: join(distFolder, 'renderer'),
      secretBox: secretBoxOf(electron),
      host: address,
      port,
      team: {
        publicUrl: `https://${address}:${port}`,
        tlsCert: certificate.cert,
        tlsKey: certificate.key,
        certificate: certificate.digest,
      },
    })
    return { server, certificate }
  }

  async #open(sharing: Promise<Sharing>): Promise<void> {
    const { app } = this.#options.electron
    try {
      await new AppLanguage(join(this.#folder, 'language.json')).begin(app.getPreferredSystemLanguages())
      const { server, certificate } = await sharing
      const shared = { origin: server.origin, certificate: certificate.digest }
      this.#shared = shared
      this.#setMenus(shared)
      await this.#teams.open((await server.firstOwnerUrl()) ?? sharedAddress(shared))
      await this.#showAddress(shared)
    } catch (error) {
      await this.#showSharingError(error)
    }
  }

  async #showWindow(): Promise<void> {
    if (this.#shared) await this.#teams.open(this.#shared.origin)
  }

  #showAddress(shared: SharedServer): Promise<void> {
    return showSharedAddress(this.#options.electron, this.#teams.focused(), shared)
  }

  #stop(): void {
    relaunch(this.#options.electron.app, this.#options.argv)
  }

  #setMenus(shared: SharedServer): void {
    const { electron, distFolder } = this.#options
    const { Menu, Tray } = electron
    const menuItems: MenuItemConstructorOptions[] = [
      {
        id: 'shared-address',
        label: t('Address and Certificate…'),
        click: () => void this.#showAddress(shared),
      },
      { id: 'show-shared', label: t('Open Vitrine'), click: () => void this.#showWindow() },
      { type: 'separator' },
      { id: 'stop-sharing', label: t('Stop Sharing'), click: () => this.#stop() },
      { id: 'quit-sharing', label: t('Quit Vitrine'), click: () => electron.app.quit() },
    ]
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        { label: t('&File'), submenu: menuItems },
        { role: 'editMenu', label: t('&Edit') },
        { role: 'viewMenu', label: t('&View') },
        { role: 'windowMenu', label: t('&Window') },
      ]),
    )
    this.#tray = new Tray(join(distFolder, 'icons/tray.png'))
    this.#tray.setToolTip(t('Vitrine shares at {origin}', { origin: shared.origin }))
    this.#tray.on('click', () => void this.#showWindow())
    this.#tray.setContextMenu(
      Menu.buildFromTemplate(menuItems.map((item) => ({ ...item, id: `tray-${item.id}` }))),
    )
  }

  /** Says that a saved copy can be opened only after sharing has stopped. */
  async #explainOpeningLater(): Promise<void> {
    await showMessage(this.#options.electron, this.#teams.focused(), {
      message: t('The copy opens when you have stopped sharing.'),
      detail: t('It stays where you have saved it.'),
      buttons: [t('OK')],
      type: 'info',
    })
  }

  /** Shows the reason; without sharing the app still starts. */
  async #showSharingError(error: unknown): Promise<void> {
    console.error(error)
    const { electron, argv } = this.#options
    const response = await showMessage(electron, undefined, {
      message: t('Vitrine could not share your catalogs.'),
      detail:
        error instanceof NoShareAddress
          ? t(
              'This computer no longer has the address, or it is a public one. Share again from the File menu.',
            )
          : asError(error).message,
      buttons: [t('Continue Without Sharing'), t('Quit Vitrine')],
    })
    if (response === 0) relaunch(electron.app, argv)
    else electron.app.quit()
  }

  #closeBeforeQuit(event: { preventDefault(): void }): void {
    if (this.#isClosed) return
    event.preventDefault()
    const server = this.#sharing?.then((sharing) => sharing.server)
    void (server ? closeOrKill(server) : Promise.resolve()).finally(() => {
      this.#isClosed = true
      this.#options.electron.app.quit()
    })
  }
}
