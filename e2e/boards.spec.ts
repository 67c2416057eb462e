import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('grid.boards.1 grid.boards.2 rows are moved on a kanban and a calendar, each an edit that is undone', async ({
  page,
  open,
  api,
  grid,
}) => {
  const [first] = await api.list('products', { limit: '1', 'filter[status]': 'Published' })
  const id = first?.id ?? ''
  const name = first?.label ?? ''
  await api.write('products', id, { launch_date: null })
  const read = async (key: string) => (await api.read('products', id))[key]
  await open()
  await expect(grid.row(1)).toBeVisible()
  const choose = async (from: string, to: string) => {
    await page.getByRole('combobox', { name: from, exact: true }).click()
    await page.getByRole('option', { name: to }).click()
  }
  await test.step('a card goes to another column by its menu, and back by undo', async () => {
    await choose('Table', 'Kanban by Status')
    const lane = (title: string) => page.getByRole('region', { name: title, exact: true })
    await lane('Published')
      .getByRole('button', { name: `Move ${name}`, exact: true })
      .click()
    await page.getByRole('menuitemradio', { name: 'Draft' }).click()
    await expect(lane('Draft').getByRole('link', { name, exact: true })).toBeVisible()
    await expect.poll(() => read('status')).toBe('Draft')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => read('status')).toBe('Published')
    await expect(lane('Published').getByRole('link', { name, exact: true })).toBeVisible()
  })
  await test.step('a card is dragged to another column, and its count goes with it', async () => {
    const lane = (title: string) => page.getByRole('region', { name: title, exact: true })
    const card = (title: string) =>
      lane(title)
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
    const count = Number(await lane('Draft').locator('.kanban-count').textContent())
    await card('Published').dragTo(lane('Draft'))
    await expect(card('Draft')).toBeVisible()
    await expect(lane('Draft').locator('.kanban-count')).toHaveText(String(count + 1))
    await expect.poll(() => read('status')).toBe('Draft')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => read('status')).toBe('Published')
  })
  await test.step('a card without a date gets one, and is moved by a day with Alt and an arrow', async () => {
    await choose('Kanban by Status', 'Calendar by Launch date')
    const undated = page.getByRole('region', { name: 'Without a date' })
    await undated.getByRole('button', { name: `Move ${name}`, exact: true }).click()
    await page.getByRole('menuitemradio').first().click()
    const today = page.locator('.calendar-day[data-today]').getByRole('link', { name, exact: true })
    await expect(today).toBeVisible()
    await expect.poll(() => read('launch_date')).toBe(new Date().toLocaleDateString('sv'))
    await today.press('Alt+ArrowRight')
    await expect(today).toBeHidden()
    await expectAccessible(page)
  })
})
