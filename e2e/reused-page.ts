import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { holdAnswersBack } from './late-answers.ts'

interface Look {
  readonly viewport: { readonly width: number; readonly height: number } | null
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null
}

/**
 * The page of a worker, reused by its tests: an app that was loaded into it before loads with half the
 * work. Traces of a test are removed; traces that cannot be removed (a key held down, a script put into
 * every page) are forbidden.
 */
export class ReusedPage {
  readonly #browser: Browser
  readonly #options: BrowserContextOptions
  readonly #origin: string
  #page: Page | undefined

  constructor(browser: Browser, origin: string, options: BrowserContextOptions) {
    this.#browser = browser
    this.#origin = origin
    this.#options = options
  }

  async take({ viewport, colorScheme }: Look): Promise<Page> {
    const isReused = this.#page !== undefined
    const page = (this.#page ??= await this.#open())
    if (viewport) await page.setViewportSize(viewport)
    // Animations delay clicks; the desktop tests run with motion.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (isReused) await page.mouse.move(0, 0)
    return page
  }

  async putBack(page: Page): Promise<void> {
    const context = page.context()
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll()
    await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null })
    // A file of the same origin keeps the page in its process, whose cached code of the app is the gain.
    await page.goto(`${this.#origin}/vitrine.svg`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearPermissions()
    await context.clearCookies()
    await context.addCookies(this.#cookies())
  }

  async discard(): Promise<void> {
    await this.#page?.context().close()
    this.#page = undefined
  }

  async #open(): Promise<Page> {
    const page = await (await this.#browser.newContext(this.#options)).newPage()
    await holdAnswersBack(page)
    return page
  }

  #cookies() {
    const { storageState } = this.#options
    return typeof storageState === 'object' ? storageState.cookies : []
  }
}
