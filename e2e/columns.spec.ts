import { expect, test } from './fixtures.ts'

test.describe('columns', () => {
  test.use({ sample: 'shared' })

  test(
    'grid.columns.1 grid.columns.3 grid.columns.4 are hidden and shown, pinned, and take another width',
    { tag: '@long' },
    async ({ page, open, grid }) => {
      await open()
      await expect(grid.row(1)).toBeVisible()
      await test.step('found, hidden and shown in the Columns panel, by keys', async () => {
        const before = await grid.headerNames()
        const button = page.getByRole('button', { name: /^Columns/ })
        await button.focus()
        await page.keyboard.press('Enter')
        const panel = page.getByRole('dialog', { name: 'Columns' })
        await expect(panel.getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
        await page.keyboard.type('in st')
        await expect(panel.getByRole('list').getByRole('checkbox')).toHaveCount(1)
        await panel.getByRole('checkbox', { name: 'In stock' }).focus()
        await page.keyboard.press('Space')
        await page.keyboard.press('Escape')
        await expect(grid.header('In stock')).toBeHidden()
        await expect(button).toHaveText('Columns1 hidden')

        await button.press('Enter')
        await panel.getByRole('button', { name: 'Show all' }).click()
        await page.keyboard.press('Escape')
        await expect.poll(async () => (await grid.headerNames()).slice(0, before.length)).toEqual(before)
        await expect(button).toHaveText('Columns')
      })
      await test.step('pinned to the left and unpinned, and stay in view', async () => {
        await grid.chooseFromMenu('Price', 'Pin to the left')
        await expect
          .poll(async () => (await grid.headerNames()).slice(0, 2))
          .toEqual(['Product name', 'Price'])
        await grid.goTo(1, 'Product name')
        await page.keyboard.press('End')
        await expect(grid.header('Price')).toBeInViewport()
        await grid.chooseFromMenu('Price', 'Unpin this column')
        await expect.poll(async () => (await grid.headerNames())[1]).not.toBe('Price')
      })
      await test.step('another width by dragging, fitting their content by a double press', async () => {
        const width = async () => (await grid.header('Product name').boundingBox())?.width ?? 0
        const before = await width()
        const box = await grid.header('Product name').boundingBox()
        if (!box) throw new Error('The header is not drawn.')
        const edge = [box.x + box.width - 1, box.y + 15] as const
        await page.mouse.move(...edge)
        await page.mouse.down()
        await page.mouse.move(edge[0] - 80, edge[1], { steps: 4 })
        await page.mouse.up()
        await expect.poll(width).toBeCloseTo(before - 80, -1)
        await page.mouse.dblclick(edge[0] - 80, edge[1])
        await expect.poll(width).toBeGreaterThan(before - 70)
      })
    },
  )

  test('grid.drag.1 grid.columns.2 are put in another order by dragging and by keys, and Escape gives all back', async ({
    page,
    open,
    grid,
  }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await test.step('Escape gives back their widths and places while they are dragged', async () => {
      const before = await grid.headerNames()
      const [, second = '', third = ''] = before
      const [from, to] = [await grid.header(second).boundingBox(), await grid.header(third).boundingBox()]
      if (!from || !to) throw new Error('The headers are not drawn.')
      const drag = async (startX: number, endX: number): Promise<void> => {
        await page.mouse.move(startX, from.y + 15)
        await page.mouse.down()
        await page.mouse.move(endX, from.y + 15, { steps: 8 })
        await page.keyboard.press('Escape')
        await page.mouse.move(endX - 5, from.y + 15)
        await page.mouse.up()
      }
      await drag(from.x + 60, to.x + to.width - 20)
      await expect.poll(() => grid.headerNames()).toEqual(before)
      await expect(grid.header(second)).not.toHaveAttribute('aria-sort')

      await drag(from.x + from.width - 1, from.x + from.width + 90)
      await expect.poll(async () => (await grid.header(second).boundingBox())?.width).toBe(from.width)

      await page.getByRole('button', { name: /^Columns/ }).click()
      const moving = page.getByRole('button', { name: `Move ${second}` })
      // Measured once the panel no longer moves.
      await moving.hover()
      const grip = await moving.boundingBox()
      if (!grip) throw new Error('The panel is not open.')
      await page.mouse.move(grip.x + 8, grip.y + 8)
      await page.mouse.down()
      await page.mouse.move(grip.x + 8, grip.y + 120, { steps: 6 })
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await expect(page.getByRole('button', { name: `Move ${second}` })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect.poll(() => grid.headerNames()).toEqual(before)
    })
    await test.step('dragging and keys put them in another order', async () => {
      const [first = '', second = '', third = '', ...rest] = await grid.headerNames()
      const from = await grid.header(second).boundingBox()
      const to = await grid.header(third).boundingBox()
      if (!from || !to) throw new Error('The headers are not drawn.')
      await page.mouse.move(from.x + 60, from.y + 15)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width - 20, to.y + 15, { steps: 8 })
      await page.mouse.up()
      await expect.poll(async () => (await grid.headerNames()).slice(0, 3)).toEqual([first, third, second])
      await expect(grid.header(second)).not.toHaveAttribute('aria-sort')

      await grid.header(second).getByRole('button', { name: second, exact: true }).focus()
      await page.keyboard.press('Control+ArrowLeft')
      await expect.poll(async () => (await grid.headerNames()).slice(0, 3)).toEqual([first, second, third])
      await expect(grid.header(second).getByRole('button', { name: second, exact: true })).toBeFocused()

      await page.getByRole('button', { name: /^Columns/ }).click()
      await page.getByRole('button', { name: `Move ${second}` }).press('ArrowDown')
      await page.keyboard.press('Escape')
      await expect
        .poll(async () => (await grid.headerNames()).slice(0, 4))
        .toEqual([first, third, second, rest[0]])
    })
  })

  test(
    'grid.order.1 rows are sorted by several keys, in the panel and in the header',
    { tag: '@long' },
    async ({ api, page, open, grid }) => {
      await open()
      await expect(grid.row(1)).toBeVisible()
      await grid.header('Status').getByRole('button', { name: 'Status', exact: true }).click()
      await grid
        .header('Price')
        .getByRole('button', { name: 'Price', exact: true })
        .click({ modifiers: ['Shift'] })
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Sort' })
      const second = panel.getByRole('group', { name: 'Sort key 2' })
      await expect(second.getByRole('combobox', { name: 'Attribute' })).toHaveText('Price')
      await second.getByRole('combobox', { name: 'Direction' }).click()
      await page.getByRole('option', { name: 'descending' }).click()
      const names = async (sort: string) =>
        (await api.list('products', { sort, limit: '8' })).map(({ label }) => label)
      const byStatus = await names('status,-price')
      await expect.poll(() => grid.values('Product name', 8)).toEqual(byStatus)
      await second.getByRole('button', { name: 'More important' }).click()
      const byPrice = await names('-price,status')
      await expect.poll(() => grid.values('Product name', 8)).toEqual(byPrice)
      await panel.getByRole('group', { name: 'Sort key 2' }).getByRole('button', { name: 'Remove' }).click()
      await expect(page).toHaveURL(/sort=-price$/)
    },
  )
})

test(
  'grid.columns.6 are pinned to the right, for the pointer and the keys, and a view keeps them there',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await grid.chooseFromMenu('Price', 'Pin to the right')
    const right = await grid.header('Price').boundingBox()
    if (!right) throw new Error('The header is not drawn.')
    expect(right.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.75)
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('End')
    await expect(grid.input).toHaveAccessibleName('Cell Price')
    // The column before it is the last that scrolls: it is brought into view next to it, not under it.
    await page.keyboard.press('ArrowLeft')
    const endOfCursor = async (): Promise<number> => {
      const beside = await grid.cursor.boundingBox()
      return (beside?.x ?? 0) + (beside?.width ?? 0)
    }
    await expect.poll(endOfCursor).toBeLessThanOrEqual(right.x + 1)
    await expect.poll(async () => (await grid.header('Price').boundingBox())?.x).toBeCloseTo(right.x, 0)

    const seen = await (await grid.cell(3, 'Price')).boundingBox()
    if (!seen) throw new Error('The cell is not drawn.')
    await page.mouse.click(seen.x + seen.width / 2, seen.y + seen.height / 2)
    await expect(grid.input).toHaveAccessibleName('Cell Price')
    await expect(grid.row(3).getByRole('gridcell', { selected: true })).toBeVisible()
    await expect.poll(async () => (await grid.input.boundingBox())?.x).toBeCloseTo(seen.x, -1)

    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Price at the right')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View Price at the right' })).toBeVisible()
    await page.reload()
    await expect(grid.row(1)).toBeVisible()
    await expect.poll(async () => (await grid.header('Price').boundingBox())?.x).toBeCloseTo(right.x, 0)

    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Columns' })
    await panel.getByRole('searchbox', { name: 'Find a column' }).fill('price')
    await panel.getByRole('button', { name: 'Pin Price to the left' }).click()
    await expect.poll(async () => (await grid.headerNames())[1]).toBe('Price')
    await panel.getByRole('button', { name: 'Pin Price to the right' }).click()
    await expect.poll(async () => (await grid.header('Price').boundingBox())?.x).toBeCloseTo(right.x, 0)
    await panel.getByRole('button', { name: 'Unpin Price' }).click()
    await page.keyboard.press('Escape')
    await grid.goTo(1, 'Product name')
    await expect(grid.header('Price')).not.toBeInViewport()
  },
)
