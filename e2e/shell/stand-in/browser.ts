import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { app } from './app.ts'

interface Opener {
  askToOpen(url: string): void
}

let context: Promise<BrowserContext> | undefined
const contexts = new Map<string, Promise<BrowserContext>>()
let lastOpener: Opener | undefined

/**
 * Opens a page whose requests all pass through `handle`; requests for new windows go to `opener`. Pages of
 * a partition share nothing with others.
 */
export async function openPage(
  handle: (route: Route) => Promise<void>,
  opener: Opener,
  partition?: string,
): Promise<Page> {
  const page = await (await (partition === undefined ? launchBrowser() : contextOf(partition))).newPage()
  lastOpener = opener
  await page.route('**/*', handle)
  page.on('popup', (popup) => void popup.close())
  return page
}

export function launchBrowser(): Promise<BrowserContext> {
  return (context ??= launch())
}

function contextOf(partition: string): Promise<BrowserContext> {
  const known = contexts.get(partition)
  if (known) return known
  // `handle` has already submitted the certificate to the program.
  const created = launchBrowser().then((shared) =>
    createContext(shared.browser()!, { ignoreHTTPSErrors: true }),
  )
  contexts.set(partition, created)
  return created
}

async function launch(): Promise<BrowserContext> {
  // Loaded for the first window only: a second instance and a failed start show none.
  const [{ chromium }, { findOrInstallBrowser, testArgs }] = await Promise.all([
    import('playwright-core'),
    import('../../find-browser.ts'),
  ])
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowser((line) => console.error(line)),
    args: testArgs,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  app.shutDown = () => browser.close().catch(() => {})
  return createContext(browser)
}

async function createContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const created = await browser.newContext(options)
  // A request from no page of ours is the first one of a new window. Chromium does not know its opener yet;
  // every window has the same handler, so the last one represents all.
  await created.route('**/*', async (route) => {
    lastOpener?.askToOpen(route.request().url())
    await route.abort('aborted')
  })
  return created
}
