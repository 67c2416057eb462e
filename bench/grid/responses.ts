import type { BrowserContext, Page } from 'playwright-core'
import { excelHtml, paste } from '../../e2e/pages/clipboard.ts'
import { Grid } from '../../e2e/pages/grid.ts'
import { Api, type ServedApp } from '../../e2e/served-app.ts'
import { CpuClock } from './motions.ts'

const keys = 60

/**
 * Milliseconds of main-thread CPU from the key to the painted cursor: half of the keys go down, half to the right. The next
 * key is pressed when the last one has been painted.
 */
export async function measureKey(page: Page): Promise<number> {
  const grid = new Grid(page)
  await grid.input.focus()
  await page.keyboard.press('Control+Home')
  await page.waitForTimeout(300)
  const cpu = await CpuClock.start(page)
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? 'ArrowDown' : key % 4 === 1 ? 'ArrowRight' : 'ArrowLeft')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  return (await cpu.stop()) / keys
}

const pasted = { rows: 1_000, columns: 10 } as const

export interface PasteFigures {
  /** From the paste to the last value saved and shown, without the time the preview waits for its answer. */
  readonly wall_ms: number
  readonly cpu_ms: number
}

/** Makes a workspace with a thousand products and pastes 10,000 cells of a spreadsheet's table over them. */
export async function measurePaste(
  context: BrowserContext,
  served: ServedApp,
  round: number,
): Promise<PasteFigures> {
  const workspace = await served.createWorkspace(`Paste ${round}`, { sample: false })
  await fill(new Api(served.origin, await served.createKey(workspace)))
  const page = await context.newPage()
  await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
  const grid = new Grid(page)
  await page.getByText('1,000 products').waitFor()
  await grid.goTo(1, 'Name')
  const rows = Array.from({ length: pasted.rows }, (_, row) =>
    Array.from({ length: pasted.columns }, (_, column) =>
      column % 2 === 0 ? `Text ${row}.${column}` : row + column / 4,
    ),
  )
  const clip = { 'text/html': excelHtml(rows) }
  const cpu = await CpuClock.start(page)
  const started = performance.now()
  await paste(page, clip)
  await page.getByRole('button', { name: 'Paste 10,000 cells' }).click()
  await page.getByRole('gridcell', { name: 'Text 0.0', exact: true }).waitFor()
  await page.getByText('Saving').waitFor({ state: 'hidden' })
  const figures = { wall_ms: performance.now() - started, cpu_ms: await cpu.stop() }
  await page.close()
  return figures
}

async function fill(api: Api): Promise<void> {
  const entity_type = 'product'
  await api.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
  for (let column = 1; column < pasted.columns; column += 1) {
    const data_type = column % 2 === 0 ? 'single_line_text_field' : 'number'
    await api.define({ name: `C${column}`, entity_type, data_type })
  }
  for (let at = 0; at < pasted.rows; at += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { name: `Row ${at + index}` } }))
    await api.post('/products/batch', { items })
  }
}
