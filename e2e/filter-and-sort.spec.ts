import type { Page } from '@playwright/test'
import type { EntityResource } from '#shared/entities.ts'
import { expect, test } from './fixtures.ts'
import { FilterPanel } from './pages/filter-panel.ts'
import type { Grid } from './pages/grid.ts'

test.use({ sample: 'shared' })

interface Case {
  readonly column: string
  readonly operator: string
  readonly fill: (panel: FilterPanel) => Promise<void>
  readonly matches: (value: unknown) => boolean
  readonly key: string
}

const typed = (value: string) => (panel: FilterPanel) => panel.type(1, value)
const picked =
  (...values: string[]) =>
  (panel: FilterPanel) =>
    panel.pick(1, ...values)
const nothing = (): Promise<void> => Promise.resolve()
const text = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')
const labels = (value: unknown): string[] => [value].flat().map((stub) => (stub as { label: string })?.label)

/** At least one operator of each family of values. */
const cases = {
  texts: [
    {
      column: 'Product name',
      key: 'product_name',
      operator: 'contains',
      fill: typed('CHAIR'),
      matches: (value) => text(value).includes('chair'),
    },
    {
      column: 'Product name',
      key: 'product_name',
      operator: 'does not contain',
      fill: typed('chair'),
      matches: (value) => !text(value).includes('chair'),
    },
    {
      column: 'SKU',
      key: 'sku',
      operator: 'starts with',
      fill: typed('so-1'),
      matches: (value) => text(value).startsWith('so-1'),
    },
    {
      column: 'SKU',
      key: 'sku',
      operator: 'is any of',
      fill: typed('CH-100, ch-101'),
      matches: (value) => ['ch-100', 'ch-101'].includes(text(value)),
    },
    {
      column: 'Care instructions',
      key: 'care',
      operator: 'is empty',
      fill: nothing,
      matches: (value) => value === undefined,
    },
  ],
  'other values': [
    {
      column: 'Status',
      key: 'status',
      operator: 'is',
      fill: picked('Draft'),
      matches: (value) => value === 'Draft',
    },
    {
      column: 'Material',
      key: 'material',
      operator: 'is any of',
      fill: picked('Oak', 'Walnut'),
      matches: (value) => value === 'Oak' || value === 'Walnut',
    },
    {
      column: 'Material',
      key: 'material',
      operator: 'is not',
      fill: nothing,
      matches: (value) => value !== 'Oak',
    },
    {
      column: 'Price',
      key: 'price',
      operator: 'is at least',
      fill: typed('300'),
      matches: (value) => Number(value ?? 0) >= 300,
    },
    {
      column: 'Price',
      key: 'price',
      operator: 'has a value',
      fill: nothing,
      matches: (value) => value !== undefined,
    },
    {
      column: 'In stock',
      key: 'in_stock',
      operator: 'is',
      fill: (it) => it.select(1, 'Value', 'not checked'),
      matches: (value) => value === false,
    },
    {
      column: 'Vendor',
      key: 'vendor',
      operator: 'is',
      fill: picked('Kobo Studio'),
      matches: (value) => labels(value).includes('Kobo Studio'),
    },
    {
      column: 'Category',
      key: 'category',
      operator: 'is any of',
      fill: picked('Mugs', 'Bowls'),
      matches: (value) => ['Mugs', 'Bowls'].some((label) => labels(value).includes(label)),
    },
    {
      column: 'Launch date',
      key: 'launch_date',
      operator: 'is before',
      fill: typed('2023-06-01'),
      matches: (value) => text(value) !== '' && text(value) < '2023-06-01',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Case[]>>

for (const [family, ofFamily] of Object.entries<readonly Case[]>(cases)) {
  test(
    `grid.filter.1 by operators of ${family}: the rows are the ones that match`,
    family === 'texts' ? {} : { tag: '@long' },
    async ({ api, open, page, grid }) => {
      const all = await api.list('products')
      await open()
      // The menu of a column opens the builder, where one filter is edited into the next.
      const first = ofFamily[0]!.column
      await grid.goTo(1, first)
      await grid.chooseFromMenu(first, 'Filter by this column…')
      const panel = new FilterPanel(page, `Filter by ${first}`)
      let chosen = first
      for (const { column, key, operator, fill, matches } of ofFamily) {
        await test.step(`${column} ${operator}`, async () => {
          const expected = all.filter(({ attributes }) => matches(attributes[key]))
          expect(expected.length).toBeGreaterThan(0)
          expect(expected.length).toBeLessThan(all.length)
          if (column !== chosen) await panel.select(1, 'Attribute', column)
          chosen = column
          await panel.select(1, 'Operator', operator)
          await fill(panel)
          await expectRows(grid, expected)
          await expect(grid.status).toContainText(`${expected.length} product`)
        })
      }
      await panel.clause(1).getByRole('button', { name: 'Remove this filter' }).press('Enter')
      await grid.expectTotal(all.length)
      await panel.close()
      await expect(panel.root).toBeHidden()
    },
  )
}

test(
  'grid.filter.2 what changes the filters beside the open builder holds',
  { tag: '@long' },
  async ({ open, page }) => {
    await open()
    const panel = new FilterPanel(page, 'Filter')
    const begin = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await panel.select(1, 'Operator', 'contains')
      await panel.type(1, 'oak')
      await expect(page).toHaveURL(/=oak/)
    }
    await test.step('the way back', async () => {
      await begin()
      await page.goBack()
      await expect(panel.clause(1)).toBeHidden()
      await panel.close()
      await expect(panel.root).toBeHidden()
      await expect(page).not.toHaveURL(/filter/)
    })
    await test.step('going on to the value before the list of operators is gone', async () => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await panel.clause(1).getByRole('combobox', { name: 'Operator' }).click()
      const chosen = page.getByRole('option', { name: 'starts with', exact: true })
      await chosen.hover()
      const value = panel.clause(1).getByLabel('Value')
      const field = await value.elementHandle()
      await chosen.evaluate((option: HTMLElement, next) => {
        option.click()
        ;(next as HTMLElement).focus()
      }, field)
      await expect(chosen).toHaveCount(0)
      await expect(value).toBeFocused()
      await panel.close()
      await expect(panel.root).toBeHidden()
    })
    await test.step('clearing them right after a value was typed, by press and release in one place', async () => {
      await begin()
      const clear = page.getByRole('button', { name: 'Clear filters' })
      const box = (await clear.boundingBox())!
      await panel.type(1, 'oak and more words, which make the chip longer')
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await expect(panel.root).toBeHidden()
      await expect(clear).toBeHidden()
      await expect(page).not.toHaveURL(/filter/)
    })
  },
)

test('grid.filter.2 grid.filter.3 filters join by and or or and stand in the address; the quick search narrows by any text', async ({
  api,
  open,
  page,
  grid,
  catalog,
}) => {
  await open()
  await test.step('filters are joined, stand in the address and are taken away again', async () => {
    const all = await api.list('products')
    const isOak = ({ attributes }: EntityResource): boolean => attributes['material'] === 'Oak'
    const isDear = ({ attributes }: EntityResource): boolean => Number(attributes['price'] ?? 0) > 500
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = new FilterPanel(page, 'Filter')
    await panel.select(1, 'Attribute', 'Material')
    await panel.pick(1, 'Oak')
    await panel.add()
    await panel.select(2, 'Attribute', 'Price')
    await panel.select(2, 'Operator', 'is greater than')
    await panel.type(2, '500')
    await expectRows(
      grid,
      all.filter((it) => isOak(it) && isDear(it)),
    )
    await panel.select(2, 'Join of the filters', 'or')
    const either = all.filter((it) => isOak(it) || isDear(it))
    await expectRows(grid, either)
    await panel.close()

    await page.reload()
    await expectRows(grid, either)
    await page.getByRole('button', { name: 'Remove the filter Price is greater than 500' }).click()
    await expectRows(grid, all.filter(isOak))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectRows(grid, all)
  })
  await test.step('the quick search narrows by any text and says when nothing matches', async () => {
    const all = await api.list('products')
    await page.keyboard.press('Control+Shift+f')
    await expect(catalog.search).toBeFocused()
    const tip = page.getByText('Finds rows that have all the words')
    await expect(tip).toBeVisible()
    await catalog.search.fill('ålesund')
    await expect(tip).toBeHidden()
    const found = await api.list('products', { q: 'ålesund' })
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(20)
    await expectRows(grid, found)
    await expect(page.getByRole('status', { name: `${found.length} of ${all.length} entries` })).toBeVisible()
    await expect.poll(() => markedWords(page)).toEqual(new Set(['Ålesund']))
    await catalog.search.fill('chair ålesund -petrol')
    const fewer = await api.list('products', { q: 'chair ålesund -petrol' })
    expect(fewer.length).toBeGreaterThan(0)
    expect(fewer.length).toBeLessThan(found.length)
    await expectRows(grid, fewer)
    await expect.poll(() => markedWords(page)).toEqual(new Set(['Ålesund', 'chair']))

    await test.step('one typo in a word is forgiven, and what was meant is marked', async () => {
      await catalog.search.fill('alesund')
      await expectRows(grid, found)
      await expect.poll(() => markedWords(page)).toEqual(new Set(['Ålesund']))
    })

    await catalog.search.fill('no such thing')
    await expect(page.getByText('No products match')).toBeVisible()
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expectRows(grid, all)
    await expect(catalog.search).toHaveValue('')
    await expect.poll(() => markedWords(page)).toEqual(new Set())
    await catalog.search.fill('lamp')
    await expect(page).toHaveURL(/q=lamp/)
    await catalog.search.press('Escape')
    await expectRows(grid, all)
  })
})

test('grid.order.1 a header sorts up, down and not at all; Shift adds a second key; references sort by their names', async ({
  api,
  open,
  grid,
  page,
}) => {
  await open()
  await test.step('up, down and not at all; blanks stay last', async () => {
    const all = await api.list('products')
    const header = grid.header('Price')
    for (const [direction, sort] of [
      ['ascending', 'price'],
      ['descending', '-price'],
    ] as const) {
      await header.getByRole('button', { name: 'Price', exact: true }).click()
      await expect(header).toHaveAttribute('aria-sort', direction)
      await expectRows(grid, await api.list('products', { sort }))
      await expect.poll(() => grid.values('Price', 12)).not.toContain('')
      const prices = await grid.values('Price', 12)
      const numbers = prices.map((price) => Number.parseFloat(price.replace(',', '')))
      expect(numbers).toEqual(numbers.toSorted((a, b) => (direction === 'ascending' ? a - b : b - a)))
    }
    await grid.goTo(1, 'Price')
    await grid.input.press('Control+ArrowDown')
    await expect(grid.cursor).toHaveText('')
    await grid.input.press('Control+Home')
    await header.getByRole('button', { name: 'Price', exact: true }).click()
    await expect(header).not.toHaveAttribute('aria-sort')
    await expectRows(grid, all)
  })
  await test.step('Shift adds a second key to the order; references sort by their names', async () => {
    await grid.header('Status').getByRole('button', { name: 'Status', exact: true }).click()
    const price = grid.header('Price').getByRole('button', { name: 'Price', exact: true })
    await price.click({ modifiers: ['Shift'] })
    await price.click({ modifiers: ['Shift'] })
    await expectRows(grid, await api.list('products', { sort: 'status,-price' }))
    await page.getByRole('button', { name: 'Do not sort by Status' }).click()
    await expectRows(grid, await api.list('products', { sort: '-price' }))

    await grid.header('Vendor').getByRole('button', { name: 'Vendor', exact: true }).click()
    await expect(grid.header('Vendor')).toHaveAttribute('aria-sort', 'ascending')
    await expectRows(grid, await api.list('products', { sort: 'vendor:label' }))
  })
})

async function markedWords(page: Page): Promise<Set<string>> {
  const words = await page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])].map((range) =>
      range.startContainer.textContent!.slice(range.startOffset, range.endOffset),
    ),
  )
  return new Set(words)
}

async function expectRows(grid: Grid, expected: readonly EntityResource[]): Promise<void> {
  await grid.expectTotal(expected.length)
  const names = expected.slice(0, 10).map(({ label }) => label)
  await expect.poll(() => grid.values('Product name', 10)).toEqual(names)
}
