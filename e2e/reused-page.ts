import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { holdAnswersBack } from './late-answers.ts'

interface Look {
  readonly viewport: { readonly width: number; readonly height: number } | null
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null
}

/**
 * The page of a worker, which goes from test to test: an app that has been loaded into it before is there with half the work.
 * What a test leaves in it is taken out; what cannot be (a key held down, a script put into every page) a test does not leave.
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

  /** The page as a test expects a new one. */
  async take({ viewport, colorScheme }: Look): Promise<Page> {
    const isReused = this.#page !== undefined
    const page = (this.#page ??= await this.#open())
    if (viewport) await page.setViewportSize(viewport)
    // What moves is waited for before it is clicked; the desktop tests run with motion.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (isReused) await page.mouse.move(0, 0)
    return page
  }

  /** Takes out what the test has left behind. */
  async putBack(page: Page): Promise<void> {
    const context = page.context()
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll()
    await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null })
    // A file of the same origin: the page stays in its process, whose memory of the app's code is what is kept.
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
