import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from '@playwright/test'
import type { Workspace } from '#shared/app-surface.ts'
import { test as base } from './counted-test.ts'
import { expect } from './expect.ts'
import { ReusedPage } from './reused-page.ts'
import { CatalogPage } from './pages/catalog-page.ts'
import { Grid } from './pages/grid.ts'
import { Api, ServedApp } from './served-app.ts'
import { ServedTeam } from './served-team.ts'

interface WorkerFixtures {
  readonly served: ServedApp
  /** The session's cookie, which the browser holds after the app has been opened by its address once. */
  readonly session: NonNullable<Exclude<BrowserContextOptions['storageState'], string | undefined>>
  readonly reusedPage: ReusedPage
  readonly sharedSample: () => Promise<Workspace>
  readonly teamServer: ServedTeam
}

interface TestFixtures {
  /**
   * Whether the workspace holds the sample catalog; `shared`: one for all tests that only read, which is
   * ready sooner.
   */
  readonly sample: boolean | 'shared'
  /** A workspace that no other test touches, unless it is the shared sample. */
  readonly workspace: Workspace
  readonly api: Api
  /** A workspace of the team's server that no other test touches, with the sample catalog. */
  readonly team: ServedTeam
  readonly open: (workspace?: Workspace) => Promise<void>
  readonly catalog: CatalogPage
  readonly grid: Grid
}

export { expect }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
    async ({}, use) => {
      const served = await ServedApp.start()
      await use(served)
      expect(await served.stop()).toBe(0)
    },
    { scope: 'worker' },
  ],

  session: [
    async ({ browser, served }, use) => {
      const page = await browser.newPage()
      await page.goto(served.appUrl)
      const state = await page.context().storageState()
      await page.close()
      await use(state)
    },
    { scope: 'worker' },
  ],

  reusedPage: [
    async ({ browser, served, session }, use, { project }) => {
      const { locale, timezoneId } = project.use
      const options = { locale, timezoneId, baseURL: served.origin, storageState: session }
      const reusedPage = new ReusedPage(browser, served.origin, options as BrowserContextOptions)
      await use(reusedPage)
      await reusedPage.discard()
    },
    { scope: 'worker' },
  ],

  sharedSample: [
    async ({ served }, use) => {
      let workspace: Promise<Workspace> | undefined
      await use(() => (workspace ??= served.createWorkspace('Shared sample')))
    },
    { scope: 'worker' },
  ],

  teamServer: [
    async ({ served }, use) => {
      const server = await ServedTeam.start(await served.sampleFile())
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  team: async ({ served, teamServer }, use) => {
    const name = `Furniture ${randomUUID().slice(0, 6)}`
    const team = await teamServer.withWorkspace(name, await served.sampleFile())
    await use(team)
    await team.closeBrowsers()
  },

  baseURL: ({ served }, use) => use(served.origin),

  page: async ({ reusedPage, viewport, colorScheme }, use, testInfo) => {
    const page = await reusedPage.take({ viewport, colorScheme })
    await use(page)
    // A failed test may leave anything behind.
    if (testInfo.status === testInfo.expectedStatus) await reusedPage.putBack(page)
    else await reusedPage.discard()
  },

  context: ({ page }, use) => use(page.context()),

  sample: [true, { option: true }],

  workspace: async ({ served, sample, sharedSample }, use, { title }) => {
    // Two workspaces cannot have one name, and a test may run again on the same server.
    const name = `${title.slice(0, 40)} ${randomUUID().slice(0, 6)}`
    await use(await (sample === 'shared' ? sharedSample() : served.createWorkspace(name, { sample })))
  },

  api: async ({ served, workspace }, use) => {
    await use(new Api(served.origin, await served.createKey(workspace)))
  },

  open: async ({ page, workspace }, use) => {
    await use(async ({ id } = workspace) => void (await page.goto(`/?workspace=${id}&view=products`)))
  },

  catalog: async ({ page }, use) => use(new CatalogPage(page)),

  grid: async ({ page }, use) => use(new Grid(page)),
})
