import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.describe('pickers', () => {
  test.use({ sample: 'shared' })

  test(
    'grid.group.3 grid.order.2 what to group and sort by is found by typing a part of its name',
    { tag: '@long' },
    async ({ page, open, grid }) => {
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
        const key = page
          .getByRole('group', { name: 'Sort key 1' })
          .getByRole('combobox', { name: 'Attribute' })
        await key.click()
        await expect(page.getByRole('combobox', { name: 'Find an attribute', exact: true })).toBeFocused()
        await page.keyboard.type('rice')
        await expect(page.getByRole('option')).toHaveText(['Price'])
        await page.keyboard.press('Enter')
        await expect(key).toHaveText('Price')
        await page.keyboard.press('Escape')
        await expect(grid.header('Price')).toHaveAttribute('aria-sort', 'ascending')
      })
    },
  )
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

test(
  'grid.fill.2 a double-click on the fill handle fills down to the end of the group, by keys to the last row',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
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
    const oak = { 'filter[material]': 'Oak' }
    await expect(grid.root.getByRole('row', { level: 1 }).first()).toContainText('Oak')
    await grid.goTo(2, 'Stock')
    await page.keyboard.type('909')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.locator('.grid-fill-handle').dblclick({ modifiers: ['Alt'] })
    const ofOak = (await api.list('products', oak)).length
    await expect
      .poll(async () => (await api.list('products', { ...oak, 'filter[stock]': '909' })).length)
      .toBe(ofOak)
    await expect.poll(shelved).toBeLessThanOrEqual(ofOak + 2)
  },
)

test.describe('copying', () => {
  test.use({ sample: 'shared' })

  test(
    'grid.clipboard.9 cells are copied as Markdown, as JSON and without their pictures',
    { tag: '@long' },
    async ({ page, open, grid, catalog }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open()
      await expect(grid.row(1)).toBeVisible()
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await grid.goTo(2, 'Product name')
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`)
      await (await grid.cell(2, 'SKU')).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy as', exact: true }).click()
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
    },
  )
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
      const seen = { rows: 0, cells: 0, bars: 0, uncovered: 0 }
      for (let frame = 0; frame < 70; frame += 1) {
        scroller.scrollTop += 600
        await new Promise(requestAnimationFrame)
        await new Promise((drawn) => setTimeout(drawn))
        const view = scroller.getBoundingClientRect()
        const placeholders = [...document.querySelectorAll('.grid-placeholder-rows')]
        const drawn = [...document.querySelectorAll('.grid-row')].filter((row) =>
          row.querySelector(':scope > [role="gridcell"]'),
        )
        const boxes = [...placeholders, ...drawn].map((element) => element.getBoundingClientRect())
        for (let y = view.top + 40; y < view.bottom - 4; y += 34) {
          seen.rows += 1
          if (!boxes.some(({ top, bottom }) => top <= y && y < bottom)) seen.uncovered += 1
        }
        seen.cells += drawn.length
        for (const element of placeholders) {
          if (getComputedStyle(element).backgroundImage === 'none') seen.uncovered += 1
          seen.bars += (element.textContent ?? '').split('\n').length
        }
      }
      return seen
    })
    expect(frames.uncovered).toBe(0)
    expect(frames.rows).toBeGreaterThan(1_000)
    expect(frames.cells).toBeGreaterThan(100)
    expect(frames.bars).toBeGreaterThan(100)
  })
})

test.describe('rows with a rank', () => {
  test.use({ sample: false })

  test(
    'grid.order.3 rows are dragged by their numbers where a rank puts them in order; undo puts them back',
    { tag: '@long' },
    async ({ page, open, grid, api }) => {
      const entity_type = 'product'
      await api.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
      await api.define({ name: 'Place', entity_type, data_type: 'rank' })
      for (const [index, name] of ['A', 'B', 'C', 'D', 'E'].entries())
        await api.create('products', { name, place: index + 1 })
      const names = async () => (await grid.values('Name', 5)).join('')
      await open()
      await grid.chooseFromMenu('Place', 'Sort ascending')
      await expect.poll(names).toBe('ABCDE')
      const numberOf = async (row: number) => {
        const box = await grid.row(row).getByRole('rowheader').boundingBox()
        if (!box) throw new Error(`Row ${row} is not drawn.`)
        return { x: box.x + box.width / 2 + 4, y: box.y }
      }
      const drag = async (from: number, before: number, end: () => Promise<void>) => {
        const [source, target] = [await numberOf(from), await numberOf(before)]
        await page.mouse.move(source.x, source.y + 17)
        await page.mouse.down()
        await page.mouse.move(target.x, target.y + 40)
        await page.mouse.move(target.x, target.y + 3)
        await expect(page.locator('.grid-row-drop')).toBeVisible()
        await end()
        await expect(page.locator('.grid-row-drop')).toBeHidden()
      }
      await drag(5, 2, () => page.mouse.up())
      await expect.poll(names).toBe('AEBCD')
      await expect
        .poll(async () => (await api.list('products', { sort: 'place' })).map(({ label }) => label))
        .toEqual(['A', 'E', 'B', 'C', 'D'])
      await drag(1, 4, () => page.keyboard.press('Escape'))
      await page.mouse.up()
      await expect.poll(names).toBe('AEBCD')
      await page.keyboard.press('Control+z')
      await expect.poll(names).toBe('ABCDE')
      await grid.goTo(3, 'Name')
      await page.keyboard.press('Alt+PageDown')
      await expect.poll(names).toBe('ABDCE')
      await expect(grid.cursor).toHaveText('C')
    },
  )
})

test(
  'grid.edit.10 a picture of the workspace is found and put into a cell by keys',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await open()
    await grid.goTo(2, 'Picture')
    const { label } = (await api.list('products', { limit: '2' }))[1] ?? {}
    const before = (await api.find('products', 'product_name', label ?? '')).attributes['picture']
    await grid.input.press('Enter')
    await expect(
      page.getByRole('listbox', { name: 'Pictures for Picture' }).getByRole('option').first(),
    ).toBeVisible()
    await expect(grid.input).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, { within: '.grid-popover' })
    await grid.input.fill('floor lamp')
    await expect(page.getByRole('option').first()).toContainText('floor-lamp')
    await expect(page.getByRole('option').first().locator('img')).toBeVisible()
    await grid.input.press('ArrowDown')
    await grid.input.press('Enter')
    const stored = async () => (await api.find('products', 'product_name', label ?? '')).attributes['picture']
    await expect.poll(stored).not.toBe(before)
    const images = await api.list('images', { q: 'floor lamp' })
    expect(images.map(({ attributes }) => Object.values(attributes)).flat()).toContain(await stored())
    await page.keyboard.press('Control+z')
    await expect.poll(stored).toBe(before)
  },
)
