import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test(
  'grid.group.2 a paste over a head goes on below it, and all collapse at once',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('combobox', { name: 'Group', exact: true }).click()
    await page.getByRole('option', { name: 'By Material' }).click()
    const head = (at: number) => grid.root.getByRole('row', { level: 1 }).nth(at)
    await expect(head(0)).toBeVisible()
    const counted = Number(
      /(\d+)$/.exec((await head(0).getByRole('gridcell').first().innerText()).trim())?.[1],
    )
    await grid.goTo(counted + 1, 'SKU')
    const skus = async () =>
      Promise.all([counted + 1, counted + 3].map(async (row) => (await grid.cell(row, 'SKU')).innerText()))
    const before = await skus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'PASTED-1\nPASTED-2\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
      )
    })
    await expect.poll(skus).toEqual(['PASTED-1', 'PASTED-2'])
    await expect.poll(async () => (await api.list('products', { q: 'PASTED' })).length).toBe(2)
    await grid.input.press('Control+z')
    await expect.poll(skus).toEqual(before)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command or entry' }).fill('collapse all')
    await page.keyboard.press('Enter')
    await expect(head(1)).toHaveAttribute('aria-expanded', 'false')
    // Heads report that they are closed before the rows under them are gone.
    const heads = async () => Number(await grid.root.getAttribute('aria-rowcount')) - 1
    await expect
      .poll(async () => (await grid.status.innerText()).includes(`${await heads()} groups`))
      .toBe(true)
  },
)

test(
  'grid.group.1 rows are grouped by one attribute with counts, by keys alone; a view keeps it',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const total = await api.count('products')
    await grid.goTo(1, 'Material')
    await grid.input.press('ArrowUp')
    await expect(grid.header('Material').getByRole('button', { name: 'Material', exact: true })).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Group by this column' }).press('Enter')
    const head = grid.root.getByRole('row', { level: 1 }).first()
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    const counted = Number(/(\d+)$/.exec((await head.getByRole('gridcell').first().innerText()).trim())?.[1])
    const material = /^Material\s+(.*)\s+\d+$/s
      .exec((await head.getByRole('gridcell').first().innerText()).trim())?.[1]
      ?.trim()
    const found = await api.list('products', { 'filter[material]': material ?? '' })
    expect(found.length).toBe(counted)
    await expect(grid.status).toContainText(`${total} products`)

    const rows = Number(await grid.root.getAttribute('aria-rowcount')) - 1
    await grid.input.focus()
    await grid.input.press('Control+Home')
    await expect(grid.cursor).toContainText(material ?? '')
    await grid.input.press('ArrowLeft')
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await grid.expectTotal(rows - counted)
    await grid.input.press('Enter')
    await grid.expectTotal(rows)
    await grid.input.press('ArrowDown')
    await grid.input.press('Alt+Shift+ArrowLeft')
    await grid.expectTotal(rows - counted)
    await expectAccessible(page, { within: '.grid-page' })

    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('By material')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View By material' })).toBeVisible()
    await page.reload()
    await expect(grid.root.getByRole('row', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Grouped by Material' })).toBeVisible()
  },
)

test.describe('groups within groups', () => {
  test.use({ sample: 'shared' })

  test('grid.group.4 grid.group.5 grid.group.6 grid.group.7 up to three levels in the order of the options, with sums; heads stay in view', async ({
    page,
    open,
    grid,
    api,
  }) => {
    const material = (await api.attributes('product')).find(({ key }) => key === 'material')
    await open()
    await expect(grid.row(1)).toBeVisible()
    const level = (number: number) => grid.root.getByRole('row', { level: number })
    const levels = page.getByRole('group', { name: /^Groups of level/ })
    const choose = async (name: string) => {
      await expect(page.getByRole('combobox', { name: 'Find an attribute', exact: true })).toBeFocused()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await test.step('a second and a third level, by keys alone', async () => {
      await page.getByRole('combobox', { name: 'Group', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: 'Find an attribute to group by' })).toBeFocused()
      await page.keyboard.type('material')
      await page.keyboard.press('Enter')
      await expect(level(1).first()).toBeVisible()
      for (const [number, name] of [
        [2, 'Status'],
        [3, 'In stock'],
      ] as const) {
        await page.getByRole('combobox', { name: /^Grouped by Material/ }).click()
        await levels
          .nth(number - 2)
          .getByRole('combobox')
          .focus()
        await page.keyboard.press('Enter')
        await choose(name)
        await page.keyboard.press('Escape')
        await expect(level(number).first()).toContainText(name)
      }
      await expect(
        page.getByRole('combobox', { name: 'Grouped by Material, Status, In stock' }),
      ).toBeVisible()
      await expect(level(4).first()).toBeVisible()
      await expectAccessible(page, { within: '.grid-page' })
    })
    await test.step('each head tells what its rows come to', async () => {
      const [first] = material?.acceptable_values ?? []
      await expect(level(1).first()).toContainText(first ?? '')
      const rows = await api.list('products', { 'filter[material]': first ?? '' })
      const stock = rows.reduce((sum, { attributes }) => sum + Number(attributes['stock'] ?? 0), 0)
      const title = `Sum ${stock.toLocaleString('en-US')}`
      await expect(level(1).first().getByTitle(title, { exact: true })).toBeVisible()
    })
    await test.step('heads of what is at the top stay; a press leads to them', async () => {
      await expect(page.locator('.grid-sticky .grid-group')).toHaveCount(0)
      await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo({ top: 34 * 9 + 10 }))
      await expect(page.locator('.grid-sticky .grid-group')).not.toHaveCount(0)
      const sticky = page.locator('.grid-sticky .grid-group').first()
      await sticky.locator('.grid-group-count').click()
      await expect(page.locator('.grid-sticky .grid-group')).toHaveCount(0)
      await expect(level(1).first()).toHaveAttribute('data-active', 'true')
    })
    await test.step('closing goes from within to the outermost, and all of them show the order of the options', async () => {
      await grid.input.press('ArrowDown')
      await grid.input.press('ArrowLeft')
      await expect(level(2).first()).toHaveAttribute('aria-expanded', 'false')
      await grid.input.press('ArrowLeft')
      await expect(level(1).first()).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command or entry' }).fill('collapse all')
      await page.keyboard.press('Enter')
      await expect(level(2)).toHaveCount(0)
      const options = material?.acceptable_values ?? []
      await expect(async () => {
        const shown = await level(1).locator('.grid-group-value').allInnerTexts()
        expect(shown.length).toBeGreaterThan(3)
        expect(shown.filter((text) => text !== 'No value')).toEqual(
          options.filter((option) => shown.includes(option)),
        )
      }).toPass()
    })
    await test.step('vendors group by their names, categories within them as their tree has them, and both sort', async () => {
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      await page.getByRole('button', { name: 'Add a sort key' }).click()
      await page
        .getByRole('group', { name: 'Sort key 1' })
        .getByRole('combobox', { name: 'Attribute' })
        .click()
      await choose('category')
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: /^Grouped by Material/ }).click()
      await page.getByRole('combobox', { name: 'Find an attribute to group by' }).fill('vendor')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: /^Grouped by Vendor/ })).toBeVisible()
      await expect(level(1).first()).toContainText('Alpenholz')
      const [vendor] = await api.list('vendors', { 'filter[vendor_name]': 'Alpenholz' })
      const rows = await api.list('products', { 'filter[vendor]': vendor?.id ?? '' })
      await expect(level(1).first().locator('.grid-group-count')).toHaveText(String(rows.length))
      await expect(page.getByRole('button', { name: 'Category, ascending: reverse' })).toBeVisible()
    })
  })
})

test('grid.group.4 groups that are answered late do not take the place of those that were asked for since', async ({
  page,
  open,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  const heads = grid.root.getByRole('row', { level: 1 })
  const late = Promise.withResolvers<void>()
  const answered = page.waitForEvent('requestfinished', (request) => isGroupsBy('material', request.url()))
  await page.route('**/grid/groups?*', async (route) => {
    if (isGroupsBy('material', route.request().url())) await late.promise
    await route.continue()
  })
  const group = async (by: string) => {
    await page
      .getByRole('combobox', { name: /^Group/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Find an attribute to group by' }).fill(by)
    await page.keyboard.press('Enter')
  }
  await group('material')
  await expect(page.getByRole('combobox', { name: 'Grouped by Material' })).toBeVisible()
  await group('vendor')
  await expect(heads.first()).toContainText('Alpenholz')
  late.resolve()
  await answered
  await page.keyboard.press('Escape')
  await expect(heads.first()).toContainText('Alpenholz')
  await expect(page.getByText('Deleted elsewhere')).toHaveCount(0)
})

function isGroupsBy(key: string, url: string): boolean {
  return new URL(url).searchParams.get('sort')?.startsWith(key) ?? false
}

test('grid.tree.1 variants stand under their product, at any depth, and open and close by keys', async ({
  page,
  open,
  grid,
  api,
}) => {
  const [root] = await api.list('products', { 'filter[parent_id][exists]': 'false', limit: '1' })
  const [variant, sibling] = await api.list('products', { 'filter[parent_id]': root?.id ?? '' })
  const nested = { attributes: { product_name: 'Two levels down' }, parent_id: variant?.id }
  expect((await api.post('/products', nested)).status).toBe(201)
  const roots = (await api.get('/products?limit=1&filter[parent_id][exists]=false')).body.pagination.total
  await open()
  await expect(grid.row(1)).toBeVisible()
  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option', { name: 'Variants under their product' }).click()
  await grid.expectTotal(roots)
  await grid.goTo(1, 'Product name')
  const first = grid.row(1)
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await grid.input.press('Alt+Shift+ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(grid.row(2)).toHaveAttribute('aria-level', '2')
  await expect(grid.row(2)).toHaveAttribute('aria-expanded', 'false')
  const variants = Number(await grid.root.getAttribute('aria-rowcount')) - 1 - roots
  expect(variants).toBeGreaterThan(0)
  await grid.input.press('ArrowDown')
  await grid.input.press('Alt+Shift+ArrowRight')
  await expect(grid.row(3)).toHaveAttribute('aria-level', '3')
  await expect
    .poll(async () => (await grid.values('Product name', 4)).slice(1))
    .toEqual([variant?.label, 'Two levels down', sibling?.label])
  await expectAccessible(page, { within: '.grid-page' })

  await grid.goTo(2, 'SKU')
  await page.keyboard.type('VAR-1')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api.list('products', { 'filter[sku]': 'VAR-1' })).length).toBe(1)

  await grid.goTo(3, 'Product name')
  await grid.input.press('Alt+Shift+ArrowLeft')
  await expect(grid.status).toContainText('Row 2')
  await expect(grid.row(2)).toHaveAttribute('aria-expanded', 'false')
  await grid.input.press('Alt+Shift+ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect(grid.row(2)).toHaveAttribute('aria-level', '1')
  await grid.expectTotal(roots)
})
