import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.describe('pickers', () => {
  test.use({ sample: 'shared' })

  test('grid.group.3 grid.order.2 what to group and sort by is found by typing a part of its name', async ({
    page,
    open,
    grid,
  }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await test.step('grouping, by keys alone', async () => {
      await page.getByRole('combobox', { name: 'Group', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: 'Find an attribute to group by' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.type('teri')
      await expect(page.getByRole('option')).toHaveText(['By Material'])
      await page.keyboard.press('Enter')
      await expect(grid.root.getByRole('row', { level: 1 }).first()).toContainText('Material')

      await page.getByRole('combobox', { name: 'Grouped by Material' }).click()
      await page.getByRole('button', { name: 'Collapse all' }).click()
      await expect(grid.row(1)).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Escape')
    })
    await test.step('the order', async () => {
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      await page.getByRole('button', { name: 'Add a sort key' }).click()
      const key = page.getByRole('group', { name: 'Sort key 1' }).getByRole('combobox', { name: 'Attribute' })
      await key.click()
      await expect(page.getByRole('combobox', { name: 'Find an attribute', exact: true })).toBeFocused()
      await page.keyboard.type('rice')
      await expect(page.getByRole('option')).toHaveText(['Price'])
      await page.keyboard.press('Enter')
      await expect(key).toHaveText('Price')
      await page.keyboard.press('Escape')
      await expect(grid.header('Price')).toHaveAttribute('aria-sort', 'ascending')
    })
  })
})

test.describe('boxes of the rows', () => {
  test.use({ sample: 'shared' })

  test('grid.range.4 rows are checked one by one and with Shift, and keep their marks while others are checked', async ({
    page,
    open,
    grid,
  }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const press = (row: number, modifiers: 'Shift'[] = []) =>
      grid
        .row(row)
        .getByRole('rowheader')
        .click({ position: { x: 12, y: 16 }, modifiers })
    await press(2)
    await press(5)
    await expect(grid.status).toContainText('2 rows')
    await press(8, ['Shift'])
    await expect(grid.status).toContainText('5 rows')
    await press(6)
    await expect(grid.status).toContainText('4 rows')
    await expect(page.locator('.grid-row-check')).toHaveCount(4)
    await test.step('what is done is done to those rows, and by keys a stretch grows', async () => {
      await page.keyboard.press('Control+c')
      await expect(grid.input).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.locator('.grid-row-check')).toHaveCount(0)
      await grid.goTo(3, 'SKU')
      await page.keyboard.press('Shift+Space')
      await page.keyboard.press('Shift+ArrowDown')
      await expect(page.locator('.grid-row-check')).toHaveCount(2)
    })
  })
})

test('grid.fill.2 a double-click on the fill handle fills down to the end of the group, by keys to the last row', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  const shelved = async () => (await api.list('products', { 'filter[stock]': '909' })).length
  await grid.goTo(199, 'Stock')
  await page.keyboard.type('909')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.locator('.grid-fill-handle').dblclick({ modifiers: ['Alt'] })
  await expect.poll(shelved).toBe(2)
  await grid.goTo(198, 'Stock')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(shelved).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(shelved).toBe(2)

  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option', { name: 'By Material' }).click()
  const beech = { 'filter[material]': 'Beech' }
  await expect(grid.root.getByRole('row', { level: 1 }).first()).toContainText('Beech')
  await grid.goTo(2, 'Stock')
  await page.keyboard.type('909')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.locator('.grid-fill-handle').dblclick({ modifiers: ['Alt'] })
  const ofBeech = (await api.list('products', beech)).length
  await expect
    .poll(async () => (await api.list('products', { ...beech, 'filter[stock]': '909' })).length)
    .toBe(ofBeech)
  // The group behind it keeps its own.
  expect(await shelved()).toBeLessThanOrEqual(ofBeech + 2)
})

test.describe('copying', () => {
  test.use({ sample: 'shared' })

  test('grid.clipboard.9 cells are copied as Markdown, as JSON and without their pictures', async ({
    page,
    open,
    grid,
    catalog,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open()
    await expect(grid.row(1)).toBeVisible()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await grid.goTo(2, 'Product name')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`)
    await (await grid.cell(2, 'SKU')).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await expect
      .poll(copied)
      .toMatch(/^\| Product name \| SKU \| Picture \|\n\| --- \| --- \| --- \|\n\| Freja/)

    await catalog.findCommand('copy as json')
    await page.keyboard.press('Enter')
    await expect.poll(copied).toMatch(/^\[/)
    const rows = JSON.parse(await copied()) as { sku: string; product_name: string }[]
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ sku: 'CH-100-PET' })

    await catalog.findCommand('copy without pictures')
    await page.keyboard.press('Enter')
    await expect.poll(copied).toMatch(/^Product name\tSKU\nFreja/)
  })
})

test.describe('rows that fly past', () => {
  test.use({ sample: false })

  test('grid.scale.2 known rows show their cells and the others bars, in every frame', async ({
    page,
    open,
    grid,
    api,
  }) => {
    const entity_type = 'product'
    await api.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
    await api.define({ name: 'Price', entity_type, data_type: 'number' })
    for (let at = 0; at < 1_500; at += 100) {
      const items = Array.from({ length: 100 }, (_, index) => ({
        attributes: { name: `Row ${at + index}`, price: at + index },
      }))
      await api.post('/products/batch', { items })
    }
    await open()
    await grid.expectTotal(1_500)
    await expect(await grid.cell(1, 'Price')).toHaveText('0')
    const frames = await page.evaluate(async () => {
      const scroller = document.querySelector('.grid-scroller')
      if (!scroller) throw new Error('There is no grid.')
      const seen = { rows: 0, cells: 0, bars: 0, blank: 0 }
      for (let frame = 0; frame < 70; frame += 1) {
        scroller.scrollTop += 600
        await new Promise(requestAnimationFrame)
        await new Promise((drawn) => setTimeout(drawn))
        for (const row of document.querySelectorAll('.grid-row')) {
          seen.rows += 1
          const hasCells = row.querySelector(':scope > [role="gridcell"]') !== null
          if (hasCells) seen.cells += 1
          else if (getComputedStyle(row).backgroundImage !== 'none') seen.bars += 1
          else seen.blank += 1
        }
      }
      return seen
    })
    expect(frames).toMatchObject({ blank: 0, rows: frames.cells + frames.bars })
    expect(frames.cells).toBeGreaterThan(100)
    expect(frames.bars).toBeGreaterThan(100)
  })
})
