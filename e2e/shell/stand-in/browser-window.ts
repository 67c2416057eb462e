import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserWindow as RealWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import type { Page, Route } from 'playwright-core'
import { app } from './app.ts'
import { openPage } from './browser.ts'
import { callHandler, preloadScript } from './ipc.ts'
import type { Like } from './like.ts'
import { partitionNamed } from './partitions.ts'
import { moments } from './record.ts'
import { headersFor } from './session.ts'

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

const requiredPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
}

class StandInContents extends EventEmitter implements Like<WebContents> {
  readonly #window: BrowserWindow
  #openHandler: OpenHandler | undefined

  constructor(window: BrowserWindow) {
    super()
    this.#window = window
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  reload(): void {
    void this.#window.page?.reload()
  }

  getURL(): string {
    return this.#window.page?.url() ?? ''
  }

  isDestroyed(): boolean {
    return this.#window.isDestroyed()
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#window.page?.evaluate(deliver, { channel, args })
  }

  /** A page's request for a new window: never granted, whatever the handler does. */
  askToOpen(url: string): void {
    const answer = this.#openHandler?.({ url } as Parameters<OpenHandler>[0])
    if (answer?.action !== 'deny') throw new Error(`window.open of ${url} was not denied`)
  }

  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    let isPrevented = false
    const event = { url, isMainFrame, preventDefault: () => (isPrevented = true) }
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event)
    return !isPrevented
  }
}

function deliver({ channel, args }: { channel: string; args: unknown[] }): void {
  const page = globalThis as unknown as { standInDeliver(channel: string, args: unknown[]): void }
  page.standInDeliver(channel, args)
}

/** A window of the stand-in: a page of a real Chromium behind the part of BrowserWindow's interface that main/ uses. */
export class BrowserWindow extends EventEmitter implements Like<Omit<RealWindow, 'webContents'>> {
  static isUserAway = false
  static readonly #all = new Set<BrowserWindow>()
  static #focused: BrowserWindow | null = null
  readonly webContents = new StandInContents(this)
  readonly options: BrowserWindowConstructorOptions
  page: Page | undefined
  isShown = false
  #loading: string | undefined
  #isDestroyed = false
  #isDistrusted = false
  #isMaximized = false

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all]
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...BrowserWindow.#all].find(({ webContents }) => webContents === contents) ?? null
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused
  }

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    for (const [name, wanted] of Object.entries(requiredPreferences)) {
      const given = (options.webPreferences as Record<string, unknown> | undefined)?.[name]
      if (given !== wanted) throw new Error(`webPreferences.${name} must be ${wanted}`)
    }
    this.options = options
    BrowserWindow.#all.add(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  async loadURL(url: string): Promise<void> {
    this.page ??= await this.#createPage()
    this.#loading = url
    moments.asked ||= Date.now()
    await this.page.goto(url, { waitUntil: 'load' }).catch((error: unknown) => this.#failToLoad(url, error))
    this.#loading = undefined
    this.webContents.emit('did-finish-load')
    this.emit('ready-to-show')
  }

  #failToLoad(url: string, error: unknown): never {
    const code = this.#isDistrusted ? -202 : -102
    this.webContents.emit('did-fail-load', {}, code, String(error), url, true)
    throw error
  }

  isVisible(): boolean {
    return this.isShown
  }

  show(): void {
    this.isShown = true
    this.focus()
  }

  focus(): void {
    if (BrowserWindow.#focused === this || BrowserWindow.isUserAway) return
    BrowserWindow.#focused = this
    app.emit('browser-window-focus', {}, this)
  }

  isMinimized(): boolean {
    return false
  }

  restore(): void {}

  maximize(): void {
    this.#isMaximized = true
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  getNormalBounds() {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options
    return { x, y, width, height }
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  close(): void {
    let isPrevented = false
    this.emit('close', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    BrowserWindow.#all.delete(this)
    if (BrowserWindow.#focused === this) BrowserWindow.#focused = null
    void this.page?.close().catch(() => {})
    this.emit('closed')
    if (BrowserWindow.#all.size === 0) app.lastWindowClosed()
  }

  async #createPage(): Promise<Page> {
    const { width = 800, height = 600, webPreferences } = this.options
    const page = await openPage((route) => this.#handle(route), this.webContents, webPreferences?.partition)
    await Promise.all([
      page.setViewportSize({ width, height }),
      page.exposeBinding('standInInvoke', ({ frame }, channel: string, args: unknown[]) => {
        const senderFrame = { url: frame.url(), parent: frame.parentFrame() }
        return callHandler(channel, { sender: this.webContents, senderFrame }, args)
      }),
      webPreferences?.preload &&
        page.addInitScript({ content: preloadScript(readFileSync(webPreferences.preload, 'utf8')) }),
    ])
    // The tests of the shell are about its windows, and wait for the rows of the products.
    await page.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('vitrine.home', 'hidden')
    })
    if (webPreferences?.partition !== undefined) await this.#followTitle(page)
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.webContents.emit('did-navigate-in-page', {}, frame.url())
    })
    page.on('crash', () =>
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
    )
    return page
  }

  async #followTitle(page: Page): Promise<void> {
    await page.exposeBinding('standInTitle', (_source, title: string) =>
      this.emit('page-title-updated', {}, title, true),
    )
    await page.addInitScript(() => {
      const emitTitle = (): void =>
        (globalThis as unknown as { standInTitle(title: string): void }).standInTitle(document.title)
      addEventListener('DOMContentLoaded', () =>
        new MutationObserver(emitTitle).observe(document.head, {
          childList: true,
          subtree: true,
          characterData: true,
        }),
      )
    })
  }

  /** Handles an outgoing request of this window's page: navigations need permission, headers may be added. */
  async #handle(route: Route): Promise<void> {
    const request = route.request()
    const frame = request.frame()
    const url = request.url()
    if (request.isNavigationRequest() && url !== this.#loading) {
      const isMainFrame = frame === this.page?.mainFrame()
      if (!this.webContents.allowsNavigation(url, isMainFrame)) return route.abort('aborted')
    }
    const { partition } = this.options.webPreferences ?? {}
    if (partition !== undefined) {
      this.#isDistrusted = !(await partitionNamed(partition)
        .trusts(url)
        .catch(() => true))
      return this.#isDistrusted ? route.abort('failed') : route.continue()
    }
    const headers = await headersFor(url, await request.allHeaders(), frame.url())
    await route.continue({ headers })
  }
}

app.windows = () => BrowserWindow.getAllWindows()
