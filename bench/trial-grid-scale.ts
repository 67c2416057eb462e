/**
 * `npm run trial:grid-scale`: a million products in a real workspace file, walked and edited in Chromium on screens where
 * the last row is hardest to reach. See README.md in this folder.
 */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect } from '@playwright/test'
import buildFirst from '../e2e/build-first.ts'
import { FarRows, farScreens, launchAtRatio } from '../e2e/pages/far-rows.ts'
import { Api, ServedApp } from '../e2e/served-app.ts'
import { mustRunVitrine } from './processes/vitrine.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const total = Number(options.rows)
const nameOf = (row: number): string => `Row ${row}`

buildFirst()
const served = await ServedApp.start()
try {
  await walk()
  console.log(`Reached, scrolled and edited ${total} rows on ${farScreens.length} screens.`)
} finally {
  await served.stop()
}

async function walk(): Promise<void> {
  const workspace = await served.createWorkspace('Million', { sample: false })
  const api = new Api(served.origin, await served.createKey(workspace))
  const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
  await api.define({ ...text, name: 'Name', is_primary: true })
  await api.define({ ...text, name: 'Note' })
  await importRows()
  // A ticket opens the app once; every browser after it has the session.
  let session: Awaited<ReturnType<typeof openOnce>> | undefined
  for (const { name, ratio } of farScreens) {
    const browser = await launchAtRatio(ratio)
    try {
      session ??= await openOnce(browser)
      const page = await (await browser.newContext({ viewport: null, storageState: session })).newPage()
      await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
      expect(await page.evaluate(() => devicePixelRatio)).toBe(ratio)
      const rows = new FarRows(page, total, nameOf)
      await rows.scrollToEnd()
      await rows.expectExactWheel(total)
      for (const row of [total, Math.round(total / 2), 3]) await editNote(api, rows, row, `${name} ${row}`)
      await rows.dragThumbToMiddle()
      console.log(`${name}: ok`)
    } finally {
      await browser.close()
    }
  }
}

async function openOnce(browser: Awaited<ReturnType<typeof launchAtRatio>>) {
  const page = await browser.newPage()
  await page.goto(served.appUrl)
  const state = await page.context().storageState()
  await page.close()
  return state
}

async function editNote(api: Api, rows: FarRows, row: number, note: string): Promise<void> {
  const { keyboard } = rows.page
  const { id } = await api.find('products', 'name', nameOf(row))
  await rows.goTo(row)
  await keyboard.press('Home')
  await keyboard.press('Tab')
  await keyboard.type(note)
  await keyboard.press('Enter')
  await expect.poll(async () => (await api.read('products', id))['note']).toBe(note)
  await rows.goTo(Math.max(1, row - 1_000))
  await keyboard.press('Control+z')
  await expect.poll(async () => (await api.read('products', id))['note']).toBeUndefined()
}

async function importRows(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-grid-'))
  try {
    const file = join(folder, 'products.csv')
    await writeCsv(file)
    console.log(`Importing ${total} rows`)
    const args = ['import', file, '--workspace', 'Million', '--type', 'product', '--merge-key', 'name']
    await mustRunVitrine(served.dataFolder, args)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeCsv(file: string): Promise<void> {
  const out = createWriteStream(file)
  out.write('Name\n')
  for (let from = 1; from <= total; from += 10_000) {
    const to = Math.min(total, from + 9_999)
    const lines = Array.from({ length: to - from + 1 }, (_, index) => nameOf(from + index))
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}
