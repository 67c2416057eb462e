/**
 * `npm run pictures`: takes docs/screens/NAME-light.webp and -dark.webp of every screen,
 * docs/screens/sizes/NAME.webp at 1280×720 and 200 % zoom, and docs/grid.png. Names select screens. To
 * only look: `npm run pictures -- --into /tmp/pictures --size 1280x720 --zoom 2 --language de --scheme
 * dark`.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import buildFirst from './build-first.ts'
import { browserArgs, findOrInstallBrowser } from './find-browser.ts'
import { PictureSizes } from './picture-sizes.ts'
import { screens } from './screens.ts'
import { ServedApp } from './served-app.ts'
import { ServedTeam } from './served-team.ts'
import { prepareTeam, type TeamScreen, teamScreens } from './team-screens.ts'

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    size: { type: 'string', default: '1440x900' },
    zoom: { type: 'string', default: '1' },
    language: { type: 'string', default: 'en' },
    scheme: { type: 'string', multiple: true, default: ['light', 'dark'] },
  },
})
const schemes = ['light', 'dark'] as const
const isSelected = ({ name }: { readonly name: string }) => only.length === 0 || only.includes(name)
const wanted = screens.filter(isSelected)
const ofTeams = teamScreens.filter(isSelected)
const docs = join(import.meta.dirname, '../docs')
const folder = options.into === undefined ? join(docs, 'screens') : resolve(options.into)
const zoom = Number(options.zoom)
const [width = 0, height = 0] = options.size.split('x').map((side) => Math.round(Number(side) / zoom))

const sizes = options.into === undefined ? new PictureSizes(folder) : undefined

buildFirst()
mkdirSync(folder, { recursive: true })
const served = await ServedApp.start()
const browser = await chromium.launch({
  executablePath: findOrInstallBrowser(console.error),
  args: browserArgs,
})
try {
  const sample = await served.createWorkspace('Sample catalog')
  const empty = await served.createWorkspace('New catalog', { sample: false })
  const context = await browser.newContext({
    // A zoomed window is a smaller page of larger pixels.
    viewport: { width, height },
    deviceScaleFactor: zoom,
    locale: 'en-GB',
    baseURL: served.origin,
  })
  await (await context.newPage()).goto(served.appUrl)
  for (const { name, show, reopen, isEmpty } of wanted) {
    for (const colorScheme of schemes.filter((scheme) => options.scheme.includes(scheme))) {
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${served.origin}/?workspace=${(isEmpty ? empty : sample).id}&view=products`)
      try {
        if (isEmpty) await page.getByRole('heading', { level: 1 }).waitFor()
        else await page.getByRole('gridcell').first().waitFor()
        await show(page)
        await setLanguage(page, options.language)
        if (options.language !== 'en') await reopen?.(page)
      } catch (error) {
        // The way to a screen may differ in a small window; a run that is only for looking continues without
        // it.
        if (options.into === undefined) throw new Error(`The screen ${name} is not there.`, { cause: error })
        console.error(`The screen ${name} is not there: ${String(error).split('\n')[0]}`)
      }
      await take(page, name, colorScheme)
      await sizes?.add(page, name)
      await page.evaluate(() => localStorage.removeItem('vitrine.language'))
      await page.close()
    }
  }
  if (ofTeams.length > 0) await takeTeam(ofTeams)
} finally {
  await browser.close()
  await served.stop()
}

/** Changes the language once the screen is shown, as the steps to it are written in English. */
async function setLanguage(page: Page, language: string): Promise<void> {
  if (language === 'en') return
  await page.evaluate((chosen) => {
    localStorage.setItem('vitrine.language', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.language' }))
  }, language)
}

async function take(page: Page, name: string, colorScheme: string): Promise<void> {
  // Images further down are loaded when they come into view.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  await page.waitForTimeout(250)
  if (await page.getByText('This page has run into a fault').isVisible())
    throw new Error(`The screen ${name} has run into a fault.`)
  const shot = await page.screenshot({ caret: 'initial' })
  const file = join(folder, `${name}-${colorScheme}.webp`)
  const { size } = await sharp(shot).webp({ quality: 50, effort: 5 }).toFile(file)
  if (options.into !== undefined) return
  if (size > 100_000)
    throw new Error(`${file} has ${size} bytes: more than a page of the documentation should carry.`)
  if (name === 'grid' && colorScheme === 'light') {
    await sharp(shot).png({ palette: true }).toFile(join(docs, 'grid.png'))
  }
}

async function takeTeam(wantedOfTeams: readonly TeamScreen[]): Promise<void> {
  const team = await ServedTeam.start()
  try {
    const cast = await prepareTeam(team)
    const people = { owner: team.owner, ana: cast.ana, viewer: cast.viewer, nobody: undefined }
    for (const { name, who, alsoThere, show } of wantedOfTeams) {
      for (const colorScheme of schemes.filter((scheme) => options.scheme.includes(scheme))) {
        const other = alsoThere && (await openAs(team, cast.ana, 'light'))
        const page = await openAs(team, people[who], colorScheme)
        await show(page, other)
        await setLanguage(page, options.language)
        await take(page, name, colorScheme)
        await sizes?.add(page, name)
        await page.context().close()
        await other?.context().close()
      }
    }
  } finally {
    await team.stop()
  }
}

async function openAs(
  { origin, workspace }: ServedTeam,
  person: ServedTeam['owner'] | undefined,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: zoom,
    locale: 'en-GB',
    colorScheme,
    reducedMotion: 'reduce',
  })
  if (person) await context.addCookies([person.cookie])
  const page = await context.newPage()
  await page.goto(`${origin}/?workspace=${workspace.id}&view=products`)
  if (person) await page.getByRole('gridcell').first().waitFor()
  return page
}
