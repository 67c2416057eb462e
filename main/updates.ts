/**
 * New versions of the app: looked for when the owner says so or has chosen it, loaded after a yes, and installed after
 * another one, at once or when the app quits. Without a feed of the builder nothing is asked of any network.
 */
import type { BrowserWindow } from 'electron'
import type { AppUpdater, BaseUpdater } from 'electron-updater'
import { t } from './app-language.ts'
import { membersOf, readJsonFile, writeJsonFile } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { showMessage } from './start-error.ts'
import {
  createUpdater,
  maxUpdateBytes,
  type UpdateFeed,
  UpdateError,
  type UpdateFault,
} from './update-feed.ts'
import { asError } from '#shared/interrupted.ts'

export interface UpdatesOptions {
  readonly electron: Electron
  readonly feed: UpdateFeed | undefined
  readonly platform: NodeJS.Platform
  readonly runningJobs: () => number
  readonly window: () => BrowserWindow | undefined
  readonly onChange: () => void
  readonly note: (message: string, details: object) => void
  /** Starts the app again after it has ended, from another file where the update has one. */
  readonly restart: (program: string | undefined) => void
}

interface NewVersion {
  readonly version: string
  readonly notes: string
}

type UpdateState =
  | { readonly step: 'idle' }
  | { readonly step: 'checking' }
  | { readonly step: 'available' | 'downloading' | 'ready'; readonly update: NewVersion }

type InstallTime = 'now' | 'at-quit'

const dayMs = 86_400_000
const maxNoteChars = 1500

/** The item of the Help menu about updates; an item that cannot be chosen says why. */
export interface UpdateMenuItem {
  readonly label: string
  readonly isEnabled: boolean
}

export class Updates {
  readonly #options: UpdatesOptions
  #state: UpdateState = { step: 'idle' }
  #timer: NodeJS.Timeout | undefined
  #updater: Promise<AppUpdater> | undefined
  #loaded: AppUpdater | undefined
  #installTime: InstallTime | undefined

  constructor(options: UpdatesOptions) {
    this.#options = options
    options.electron.app.on('quit', (_event, exitCode) => this.#installAtQuit(exitCode))
  }

  /** Whether this installation can look for versions; one of a package manager gets them from there. */
  get isPossible(): boolean {
    const { feed, platform } = this.#options
    return feed !== undefined && (platform !== 'linux' || process.env['APPIMAGE'] !== undefined)
  }

  /** The host that is asked; undefined where this installation asks none. */
  get host(): string | undefined {
    return this.isPossible ? this.#host() : undefined
  }

  menuItem(): UpdateMenuItem {
    if (!this.#options.feed)
      return { label: t('Check for Updates (no update server is set up)'), isEnabled: false }
    if (!this.isPossible)
      return { label: t('Check for Updates (the package manager of this system does)'), isEnabled: false }
    if (!('update' in this.#state)) {
      const isIdle = this.#state.step === 'idle'
      return { label: isIdle ? t('Check for Updates…') : t('Check for Updates (running)'), isEnabled: isIdle }
    }
    const { step, update } = this.#state
    const { version } = update
    if (step === 'downloading')
      return { label: t('Download Version {version} (running)', { version }), isEnabled: false }
    const label =
      step === 'ready'
        ? t('Install Version {version}…', { version })
        : t('Download Version {version}…', { version })
    return { label, isEnabled: true }
  }

  /** Looks once now and then every day while the owner wants it. */
  follow(isWanted: boolean): void {
    if (isWanted === (this.#timer !== undefined) || !this.isPossible) return
    clearInterval(this.#timer)
    this.#timer = undefined
    if (!isWanted) return
    this.#timer = setInterval(() => void this.#look(), dayMs).unref()
    void this.#look()
  }

  /** Does the item of the Help menu: looks, asks whether to load, or asks when to install. */
  async choose(): Promise<void> {
    if (!('update' in this.#state)) return this.#check()
    if (this.#state.step === 'ready') await this.#askToInstall(this.#state.update)
    else if (this.#state.step === 'available') await this.#offer(this.#state.update)
  }

  async #check(): Promise<void> {
    try {
      const update = await this.#find()
      if (update) return await this.#offer(update)
      await this.#say({
        message: t('This is the newest version, {version}.', { version: this.#current() }),
        detail: '',
      })
    } catch (error) {
      await this.#sayError(t('New versions could not be looked for.'), error)
    }
  }

  /** A look that nobody waits for: what it finds is a notification, and a failure goes to the log. */
  async #look(): Promise<void> {
    if (this.#state.step !== 'idle') return
    try {
      const update = await this.#find()
      if (update) this.#notify(update)
    } catch (error) {
      this.#options.note('new versions could not be looked for', { reason: asError(error).message })
    }
  }

  async #find(): Promise<NewVersion | undefined> {
    if (this.#state.step !== 'idle') return undefined
    this.#set({ step: 'checking' })
    try {
      const result = await (await this.#load()).checkForUpdates()
      if (result?.isUpdateAvailable !== true) return undefined
      const { version, releaseNotes } = result.updateInfo
      const update = { version, notes: plainNotes(releaseNotes) }
      this.#set({ step: 'available', update })
      return update
    } finally {
      if (this.#isChecking()) this.#set({ step: 'idle' })
    }
  }

  // A method, since TypeScript would not know that the state changed during the question.
  #isChecking(): boolean {
    return this.#state.step === 'checking'
  }

  async #offer(update: NewVersion): Promise<void> {
    const { version, notes } = update
    const source = t('You have {current}. It is downloaded from {host} after you say so.', {
      current: this.#current(),
      host: this.#host(),
    })
    const response = await this.#say({
      message: t('Vitrine {version} is there.', { version }),
      detail: notes === '' ? source : `${notes}\n\n${source}`,
      buttons: [t('Download'), t('Not Now')],
    })
    if (response === 0) await this.#download(update)
  }

  async #download(update: NewVersion): Promise<void> {
    if (this.#state.step !== 'available') return
    this.#set({ step: 'downloading', update })
    try {
      await (await this.#load()).downloadUpdate()
      this.#set({ step: 'ready', update })
      await this.#askToInstall(update)
    } catch (error) {
      // The list is read anew, since another version may have taken the place of this one.
      this.#set({ step: 'idle' })
      await this.#sayError(t('Vitrine {version} was not installed.', { version: update.version }), error)
    }
  }

  async #askToInstall({ version }: NewVersion): Promise<void> {
    const isBusy = this.#options.runningJobs() > 0
    const [now, later] = [isBusy ? t('Install Now Anyway') : t('Install Now'), t('Install When I Quit')]
    const choices: readonly [InstallTime, string][] = isBusy
      ? [
          ['at-quit', later],
          ['now', now],
        ]
      : [
          ['now', now],
          ['at-quit', later],
        ]
    const response = await this.#say({
      message: t('Vitrine {version} is ready to be installed.', { version }),
      detail: isBusy
        ? t('Jobs are running. Installed now, they stop and go on when Vitrine is open again.')
        : t('Vitrine closes for it and opens again.'),
      buttons: [...choices.map(([, label]) => label), t('Not Now')],
    })
    const chosen = choices[response]?.[0]
    if (chosen) await this.#install(chosen)
  }

  async #install(time: InstallTime): Promise<void> {
    const { electron, platform } = this.#options
    this.#installTime = time
    if (platform === 'darwin') {
      // Squirrel checks the signature when it gets the file, and installs what it has when the app ends.
      if (time === 'now') (await this.#load()).quitAndInstall()
      else electron.autoUpdater.checkForUpdates()
    } else if (time === 'now') electron.app.quit()
  }

  /** By now the server is closed. The exit code is another one when the app did not end as it should. */
  #installAtQuit(exitCode: number): void {
    const { platform, restart } = this.#options
    if (this.#installTime === undefined || exitCode !== 0 || platform === 'darwin') return
    const isNow = this.#installTime === 'now'
    const updater = this.#loaded as BaseUpdater
    let program = process.env['APPIMAGE']
    updater.on('appimage-filename-updated', (path) => (program = path))
    const isInstalled = updater.install(true, isNow && platform === 'win32')
    if (isNow && platform === 'linux') restart(isInstalled ? program : process.env['APPIMAGE'])
  }

  #load(): Promise<AppUpdater> {
    const { feed, platform, electron } = this.#options
    if (!feed) throw new Error('There is no feed.')
    return (this.#updater ??= createUpdater(feed, platform).then((updater) => {
      updater.forceDevUpdateConfig = !electron.app.isPackaged
      // Errors come as rejections too; without a listener the event would end the app.
      updater.on('error', (error) => this.#options.note('the updater failed', { reason: error.message }))
      return (this.#loaded = updater)
    }))
  }

  #set(state: UpdateState): void {
    this.#state = state
    this.#options.onChange()
  }

  #notify(update: NewVersion): void {
    const { Notification } = this.#options.electron
    if (!Notification.isSupported()) return
    const title = t('Vitrine {version} is there.', { version: update.version })
    const notification = new Notification({ title, body: t('Click to read what is new and to download it.') })
    notification.on('click', () => void this.choose())
    notification.show()
  }

  #say(message: { message: string; detail: string; buttons?: readonly string[] }): Promise<number> {
    const { electron, window } = this.#options
    return showMessage(electron, window(), { type: 'info', buttons: [t('OK')], ...message })
  }

  async #sayError(message: string, error: unknown): Promise<void> {
    this.#options.note('an update failed', { reason: asError(error).message })
    await showMessage(this.#options.electron, this.#options.window(), {
      message,
      detail: describeUpdateError(error, this.#host()),
      buttons: [t('OK')],
    })
  }

  #current(): string {
    return this.#options.electron.app.getVersion()
  }

  #host(): string {
    return new URL(this.#options.feed?.url ?? '').host
  }
}

/** Makes the notes of a feed a bounded plain text: without tags, control characters and marks of direction. */
export function plainNotes(notes: unknown): string {
  if (typeof notes !== 'string') return ''
  const text = notes
    .slice(0, 20 * maxNoteChars)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const chars = [...text]
  return chars.length > maxNoteChars ? `${chars.slice(0, maxNoteChars).join('').trimEnd()}…` : text
}

const faultTexts: Record<UpdateFault, (host: string) => string> = {
  list_not_signed: (host) =>
    t('The list of versions at {host} is not signed by the makers of this Vitrine. Nothing was downloaded.', {
      host,
    }),
  list_malformed: (host) =>
    t('The list of versions at {host} cannot be read. Nothing was downloaded.', { host }),
  file_elsewhere: (host) =>
    t('The list of versions names a file that is not at {host}. Nothing was downloaded.', { host }),
  too_large: () =>
    t('The file is larger than announced, or larger than {size} GB. Nothing was installed.', {
      size: String(maxUpdateBytes / 2 ** 30),
    }),
  redirected: (host) =>
    t('{host} sends to another address. Vitrine does not follow; nothing was installed.', { host }),
  silent: (host) => t('{host} has not answered for a minute. Try again later.', { host }),
}

/** Says in plain words why an update failed and what has become of it. */
export function describeUpdateError(error: unknown, host: string): string {
  if (error instanceof UpdateError) return faultTexts[error.code](host)
  const { code = '', message }: NodeJS.ErrnoException = asError(error)
  switch (code) {
    case 'ERR_CHECKSUM_MISMATCH':
    case 'ERR_UPDATER_INVALID_SIGNATURE':
      return t('The downloaded file is not signed by the makers of this Vitrine. Nothing was installed.')
    case 'HTTP_ERROR_404':
      return t('{host} has no versions for this computer.', { host })
    case 'ENOSPC':
      return t('The disk is full. Free some space and try again.')
    default:
      return isUnreachable(code, message)
        ? t('{host} does not answer. Check the connection to the internet and try again.', { host })
        : `${t('Nothing was installed.')}\n\n${message.replace(/\n[^]*/, '').slice(0, 300)}`
  }
}

/** Node names faults of the network by a code, Chromium in the message. */
function isUnreachable(code: string, message: string): boolean {
  return /^E[A-Z]+$/.test(code) || message.startsWith('net::ERR_')
}

/** Whether this is the first start of another version than the last start had, which is then known. */
export function noteVersion(file: string, version: string): boolean {
  const { version: before } = membersOf(readJsonFile(file))
  if (before !== version) writeJsonFile(file, { version })
  return typeof before === 'string' && before !== version
}
