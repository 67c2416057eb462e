import type { Locator, Page } from '@playwright/test'
import type { EntityResource } from '#shared/entities.ts'
import { expect, test } from './fixtures.ts'
import { FilterPanel } from './pages/filter-panel.ts'

test.use({ sample: 'shared' })

const materialOf = ({ attributes }: EntityResource): unknown => attributes['material']
const priceOf = ({ attributes }: EntityResource): number => Number(attributes['price'] ?? 0)
const matchesFilter = (it: EntityResource): boolean =>
  materialOf(it) === 'Oak' &&
  (priceOf(it) > 500 || (it.attributes['status'] === 'Draft' && it.attributes['stock'] !== undefined))

const filterButton = (page: Page): Locator => page.getByRole('button', { name: 'Filter', exact: true })

async function choose(page: Page, line: Locator, list: string, option: string): Promise<void> {
  await line.getByRole('combobox', { name: list }).press('Enter')
  await page.getByRole('option', { name: option, exact: true }).press('Enter')
}

async function build(page: Page, panel: FilterPanel): Promise<void> {
  await filterButton(page).press('Enter')
  await choose(page, panel.clause(1), 'Attribute', 'Material')
  await panel.clause(1).getByRole('combobox', { name: 'Value' }).fill('Oak')
  await page.getByRole('option', { name: 'Oak', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panel.root.getByRole('button', { name: 'Add a group' }).press('Enter')
  const dear = panel.condition('1', 1)
  await choose(page, dear, 'Attribute', 'Price')
  await choose(page, dear, 'Operator', 'is greater than')
  await dear.getByLabel('Value').fill('500')
  await page.keyboard.press('Tab')
  await panel.group('1').getByRole('button', { name: 'Add a group inside' }).press('Enter')
  const draft = panel.condition('1.1', 1)
  await choose(page, draft, 'Attribute', 'Status')
  await draft.getByRole('combobox', { name: 'Value' }).fill('Draft')
  await page.getByRole('option', { name: 'Draft', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panel.group('1.1').getByRole('button', { name: 'Add to this group' }).press('Enter')
  const stocked = panel.condition('1.1', 2)
  await choose(page, stocked, 'Attribute', 'Stock')
  await choose(page, stocked, 'Operator', 'has a value')
}

test('grid.filter.4 groups are built by keys, stand in the address and in a view, and are taken away', async ({
  api,
  open,
  page,
  grid,
}) => {
  await open()
  const all = await api.list('products')
  const wanted = all.filter(matchesFilter)
  expect(wanted.length).toBeGreaterThan(
    all.filter((it) => materialOf(it) === 'Oak' && priceOf(it) > 500).length,
  )
  expect(wanted.length).toBeLessThan(all.filter((it) => materialOf(it) === 'Oak').length)
  const panel = new FilterPanel(page, 'Filter')
  const chip = page.getByText('(Price is greater than 500 or (Status is Draft and Stock has a value))')
  await test.step('by keys alone, with the count of what matches', async () => {
    await build(page, panel)
    await grid.expectTotal(wanted.length)
    await expect(panel.root.getByRole('status', { name: 'Matches' })).toHaveText(
      `${wanted.length} products match`,
    )
    await expect(chip).toBeVisible()
    await panel.close()
  })
  await test.step('after a reload they are there', async () => {
    await page.reload()
    await grid.expectTotal(wanted.length)
    await expect(chip).toBeVisible()
  })
  await test.step('a view keeps them', async () => {
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Dear or draft oak')
    await page.keyboard.press('Enter')
    const view = page.getByRole('group', { name: 'View' }).getByRole('button', { name: /^View / })
    await expect(view).toHaveAccessibleName('View Dear or draft oak')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await grid.expectTotal(all.length)
    await expect(view).toHaveAccessibleName('View Dear or draft oak, changed')
    await view.click()
    await page.getByRole('menuitem', { name: 'Discard the changes' }).click()
    await grid.expectTotal(wanted.length)
    await expect(view).toHaveAccessibleName('View Dear or draft oak')
  })
  await test.step('alternatives join the whole filter, too, and one group goes at a press', async () => {
    await filterButton(page).click()
    await panel.root.getByRole('combobox', { name: 'Join of the filters' }).click()
    await page.getByRole('option', { name: 'or', exact: true }).click()
    const either = all.filter(
      (it) =>
        materialOf(it) === 'Oak' ||
        priceOf(it) > 500 ||
        (it.attributes['status'] === 'Draft' && it.attributes['stock'] !== undefined),
    )
    await grid.expectTotal(either.length)
    await panel.group('1').getByRole('button', { name: 'Remove this group' }).last().click()
    await grid.expectTotal(all.filter((it) => materialOf(it) === 'Oak').length)
    await panel.close()
  })
})

test(
  'grid.filter.6 values are proposed with their counts among what other conditions leave',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    const oak = (await api.list('products')).filter((it) => materialOf(it) === 'Oak')
    const stocks = Map.groupBy(oak, (it) => it.attributes['stock'])
    stocks.delete(undefined)
    // The most frequent value comes first, and among equally frequent ones the least.
    const [[stock, count] = []] = [...stocks]
      .map(([value, { length }]) => [Number(value), length] as const)
      .toSorted(([one, ones], [other, others]) => others - ones || one - other)
    await filterButton(page).click()
    const panel = new FilterPanel(page, 'Filter')
    await panel.select(1, 'Attribute', 'Material')
    await panel.pick(1, 'Oak')
    await panel.add()
    await panel.select(2, 'Attribute', 'Stock')
    await grid.expectTotal(oak.length)
    await panel.clause(2).getByLabel('Value').click()
    await expect(page.getByRole('option').first()).toHaveText(`${stock}${count}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await grid.expectTotal(count ?? 0)
    await panel.select(2, 'Attribute', 'SKU')
    await panel.select(2, 'Operator', 'is any of')
    await panel.clause(2).getByLabel('Value').pressSequentially('CH-10')
    const found = oak.filter((it) => JSON.stringify(it.attributes['sku']).includes('CH-10'))
    await expect(page.getByRole('option')).toHaveCount(Math.min(found.length, 50))
    await panel.clause(2).getByLabel('Value').fill('')
  },
)

test(
  'grid.filter.7 dates take periods that are told from today',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    const all = await api.list('products')
    await filterButton(page).click()
    const panel = new FilterPanel(page, 'Filter')
    await panel.select(1, 'Attribute', 'Updated')
    await panel.select(1, 'Date or period', 'last 7 days')
    await grid.expectTotal(all.length)
    await panel.select(1, 'Operator', 'is before')
    await grid.expectTotal(0)
    await panel.select(1, 'Attribute', 'Launch date')
    await panel.select(1, 'Operator', 'is before')
    await panel.select(1, 'Date or period', 'last … days')
    await panel.clause(1).getByLabel('Days').fill('400')
    const day = new Date()
    day.setDate(day.getDate() - 399)
    const bound = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
    const older = all.filter(({ attributes }) => {
      const launched = attributes['launch_date']
      return typeof launched === 'string' && launched < bound
    })
    expect(older.length).toBeGreaterThan(0)
    await grid.expectTotal(older.length)
    await panel.close()
    await expect(page.getByText('Launch date is before last 400 days')).toBeVisible()
  },
)

test(
  'grid.filter.8 rows are filtered by who changed them and by what is empty in their parent',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    const count = async (key: string, value: string): Promise<number> =>
      (await api.get(`/products?limit=1&filter[${key}]=${value}`)).body.pagination.total
    const panel = new FilterPanel(page, 'Filter')
    await filterButton(page).press('Enter')
    await choose(page, panel.clause(1), 'Attribute', 'Changed by')
    await panel.clause(1).getByRole('combobox', { name: 'Value' }).fill('Imp')
    await page.getByRole('option', { name: 'Imports', exact: true }).click()
    await grid.expectTotal(await count('changed_by', 'via:import'))
    await expect(page.getByText('Changed by is Imports')).toBeVisible()
    await choose(page, panel.clause(1), 'Attribute', 'Empty in the parent')
    await panel.clause(1).getByRole('combobox', { name: 'Value' }).fill('Mat')
    await page.getByRole('option', { name: 'Material', exact: true }).click()
    await grid.expectTotal(await count('empty_in_parent', 'material'))
    await expect(page.getByText('Empty in the parent is Material')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Empty in the parent is Material')).toBeVisible()
  },
)
