/** `npm run picture`: makes docs/grid.png, the picture of the README, from the sample workspace in Chromium. */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import buildFirst from './build-first.ts'
import { browserArgs, findOrInstallBrowser } from './find-browser.ts'
import { ServedApp } from './served-app.ts'

buildFirst()
const served = await ServedApp.start()
const workspace = await served.createWorkspace('Sample catalog')
const executablePath = findOrInstallBrowser(console.error)
const browser = await chromium.launch({ executablePath, args: browserArgs })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(served.appUrl)
await page.goto(`${served.origin}/?workspace=${workspace.id}`)
await page.getByRole('gridcell', { name: 'Freja chair', exact: true }).first().click()
// The pictures of the first rows are part of the picture.
await page.waitForFunction(() => [...document.images].every((image) => image.complete))
const path = fileURLToPath(new URL('../docs/grid.png', import.meta.url))
await page.screenshot({ path })
await browser.close()
await served.stop()
console.log(`Wrote ${path}`)
