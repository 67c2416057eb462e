import type { Page } from 'playwright-core'
import { workspaceHeader } from '#shared/app-surface.ts'
import { Grid } from './pages/grid.ts'

export interface Screen {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  /** Opens again what a change of the language closes, without texts of the app. */
  readonly reopen?: (page: Page) => Promise<void>
  readonly isEmpty?: boolean
}

export const press = (page: Page, button: string | RegExp): Promise<void> =>
  page.getByRole('button', { name: button }).first().click()

export const go = async (page: Page, link: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(`^${link}\\b`) }).click()
  await page.getByRole('heading', { level: 1, name: link }).waitFor()
}

export const at = async (page: Page, row: number, column: string): Promise<Grid> => {
  const grid = new Grid(page)
  await grid.goTo(row, column)
  return grid
}

export const keys = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name)
}

export const leaveNote = async (page: Page, row: number, column: string, text: string): Promise<void> => {
  await at(page, row, column)
  await keys(page, 'Shift+F2')
  const note = page.getByRole('form', { name: 'New note' })
  await note.getByRole('textbox').fill(text)
  await note.getByRole('checkbox', { name: 'To-do' }).check()
  await note.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('article').filter({ hasText: text }).first().waitFor()
}

/** Products that lack something, as the sample is complete. */
export async function addGaps(page: Page): Promise<void> {
  const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
  for (const product_name of ['Oak stool', 'Oak bench', 'Folding table'])
    await page.request.post('/api/v1/products', {
      headers: { [workspaceHeader]: workspace },
      data: { attributes: { product_name, price: 49 } },
    })
}
