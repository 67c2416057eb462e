/**
 * `npm run pictures`: takes docs/screens/NAME-light.webp and NAME-dark.webp of every screen of `screens.ts`, and docs/grid.png,
 * the picture of the README. Names as arguments take those screens only.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import buildFirst from './build-first.ts'
import { browserArgs, findOrInstallBrowser } from './find-browser.ts'
import { screens } from './screens.ts'
import { ServedApp } from './served-app.ts'

const only = process.argv.slice(2)
const wanted = screens.filter(({ name }) => only.length === 0 || only.includes(name))
const docs = join(import.meta.dirname, '../docs')

buildFirst()
mkdirSync(join(docs, 'screens'), { recursive: true })
const served = await ServedApp.start()
const browser = await chromium.launch({
  executablePath: findOrInstallBrowser(console.error),
  args: browserArgs,
})
try {
  const sample = await served.createWorkspace('Sample catalog')
  const empty = await served.createWorkspace('New catalog', { sample: false })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    baseURL: served.origin,
  })
  await (await context.newPage()).goto(served.appUrl)
  for (const { name, show, isEmpty } of wanted) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${served.origin}/?workspace=${(isEmpty ? empty : sample).id}`)
      try {
        if (isEmpty) await page.getByRole('heading', { level: 1 }).waitFor()
        else await page.getByRole('gridcell').first().waitFor()
        await show(page)
      } catch (error) {
        throw new Error(`The screen ${name} is not there.`, { cause: error })
      }
      await take(page, name, colorScheme)
      await page.close()
    }
  }
} finally {
  await browser.close()
  await served.stop()
}

/** Waits for the pictures and for what is loaded late, then writes the file. */
async function take(page: Page, name: string, colorScheme: string): Promise<void> {
  // Pictures further down are loaded when they come into view.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  await page.waitForTimeout(250)
  const shot = await page.screenshot({ caret: 'initial' })
  const file = join(docs, 'screens', `${name}-${colorScheme}.webp`)
  const { size } = await sharp(shot).webp({ quality: 55 }).toFile(file)
  if (size > 100_000)
    throw new Error(`${file} has ${size} bytes: more than a page of the documentation should carry.`)
  if (name === 'grid' && colorScheme === 'light') {
    await sharp(shot).png({ palette: true }).toFile(join(docs, 'grid.png'))
  }
}
