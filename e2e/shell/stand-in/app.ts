import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import type { Like } from './like.ts'
import { about, record } from './record.ts'

interface Closable {
  close(): void
  destroy(): void
}

/** `app` with the order of events that Electron's documentation promises. */
class StandInApp extends EventEmitter implements Like<App> {
  readonly isPackaged = false
  readonly #ready = Promise.withResolvers<void>()
  readonly #paths: Record<string, string> = {}
  isSandboxEnabled = false
  #isReady = false
  #isQuitting = false
  #handedOver: Promise<unknown> = Promise.resolve()
  windows: () => Closable[] = () => []
  shutDown: () => Promise<void> = async () => {}

  /** Electron delays `ready` until the entry module has been evaluated. */
  entryLoaded(): void {
    this.#isReady = true
    this.emit('ready')
    this.#ready.resolve()
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  isReady(): boolean {
    return this.#isReady
  }

  getPath(name: string): string {
    return this.#paths[name] ?? tmpdir()
  }

  setPath(name: string, path: string): void {
    this.#paths[name] = path
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.isSandboxEnabled = true
  }

  /** The folder of the program's package.json; tests name another one for what a builder writes into it. */
  getAppPath(): string {
    return process.env['STAND_IN_APP_PATH'] ?? join(process.argv[1] ?? '', '../../..')
  }

  getVersion(): string {
    return JSON.parse(readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')).version
  }

  getName(): string {
    return 'vitrine'
  }

  getPreferredSystemLanguages(): string[] {
    return [Intl.DateTimeFormat().resolvedOptions().locale]
  }

  setAboutPanelOptions(options: object): void {
    Object.assign(about, options)
  }

  setLoginItemSettings(settings: object): void {
    record.loginItems.push(settings)
  }

  /** Printed, since no process can be queried once it has quit. */
  relaunch(options: { args?: string[]; execPath?: string } = {}): void {
    console.log(`stand-in relaunch: ${JSON.stringify(options.args)}`)
    if (options.execPath) console.log(`stand-in relaunch of: ${options.execPath}`)
  }

  addRecentDocument(path: string): void {
    record.recentDocuments.push(path)
  }

  /** The lock is a file in userData, as Electron's is; the answer is immediate, the hand-over follows. */
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const folder = this.getPath('userData')
    const socket = join(folder, 'stand-in.sock')
    if (claim(join(folder, 'stand-in.lock'))) {
      rmSync(socket, { force: true })
      net.createServer((connection) => this.#hear(connection)).listen(socket)
      return true
    }
    const message = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    const connection = net.connect(socket)
    connection.end(JSON.stringify(message))
    connection.resume()
    this.#handedOver = new Promise((resolve) => connection.once('close', resolve))
    return false
  }

  quit(): void {
    if (this.#isQuitting) return
    let isPrevented = false
    const event = { preventDefault: () => (isPrevented = true) }
    this.emit('before-quit', event)
    if (isPrevented) return
    this.#isQuitting = true
    for (const window of this.windows()) window.close()
    this.#isQuitting = false
    if (this.windows().length > 0) return
    this.emit('will-quit', event)
    if (!isPrevented) this.exit(0)
  }

  exit(code = 0): void {
    for (const window of this.windows()) window.destroy()
    this.emit('quit', {}, code)
    void Promise.all([this.#handedOver, this.shutDown()]).finally(() => process.exit(code))
  }

  /** Called when the last window closes; quitting closes windows too, but emits nothing. */
  lastWindowClosed(): void {
    if (this.#isQuitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  #hear(connection: net.Socket): void {
    let text = ''
    connection.on('data', (chunk) => (text += String(chunk)))
    connection.on('end', () => {
      connection.end()
      const { argv, workingDirectory, additionalData } = JSON.parse(text)
      void this.whenReady().then(() =>
        this.emit('second-instance', {}, argv, workingDirectory, additionalData),
      )
    })
  }
}

export const app = new StandInApp()

process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())

function claim(lock: string): boolean {
  try {
    mkdirSync(join(lock, '..'), { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    process.once('exit', () => rmSync(lock, { force: true }))
    return true
  } catch {
    if (isAlive(Number(readFileSync(lock, 'utf8')))) return false
    rmSync(lock, { force: true })
    return claim(lock)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
