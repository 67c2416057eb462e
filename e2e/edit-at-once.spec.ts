import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'

test('grid.conflict.1 grid.conflict.2 what a script or another window changes is told and not overwritten, and the user decides', async ({
  api,
  page,
  open,
  grid,
  context,
  workspace,
}) => {
  await open()
  await test.step('a script changes the cell that is being edited', async () => {
    const [first] = await api.list('products', { limit: '1' })
    const id = first?.id as string
    const price = async (): Promise<unknown> => (await api.read('products', id))['price']
    await grid.goTo(1, 'Price')
    await grid.input.pressSequentially('11')
    await api.write('products', id, { price: 99 })
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('changed this cell to “99.00”')
    await grid.input.press('Enter')
    const conflict = page.getByRole('dialog', { name: 'Not saved' })
    await expect(grid.status).toContainText('1 change was rejected')
    await grid.input.press('F8')
    await expect(conflict).toContainText('e2e changed this cell to “99.00” while you edited it')
    expect(await price()).toBe(99)

    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect.poll(price).toBe(11)
    await expect(grid.status).not.toContainText('rejected')
    await expect(grid.input).toBeFocused()

    await grid.goTo(1, 'Price')
    await grid.input.pressSequentially('12')
    await api.write('products', id, { price: 98 })
    await grid.input.press('Enter')
    await expect(grid.status).toContainText('1 change was rejected')
    await grid.input.press('F8')
    await conflict.getByRole('button', { name: 'Keep theirs' }).click()
    await expect(await grid.cell(1, 'Price')).toHaveText(/^98/)
    expect(await price()).toBe(98)
  })
  await test.step('two windows on the same rows: neither overwrites what it has not seen', async () => {
    const other = await context.newPage()
    await other.goto(`/?workspace=${workspace.id}&view=products`)
    const others = new Grid(other)
    const [first] = await api.list('products', { limit: '1' })
    await grid.goTo(1, 'Price')
    await grid.input.pressSequentially('21')
    await others.goTo(1, 'Price')
    await others.input.pressSequentially('22')
    await others.input.press('Enter')
    await expect.poll(async () => (await api.read('products', first?.id as string))['price']).toBe(22)
    await page.bringToFront()
    await grid.input.press('Enter')
    await expect(grid.status).toContainText('1 change was rejected')
    await expect.poll(async () => (await api.read('products', first?.id as string))['price']).toBe(22)
    await others.input.press('Control+z')
    await expect
      .poll(async () => (await api.read('products', first?.id as string))['price'] ?? null)
      .toBe(first?.attributes['price'] ?? null)
  })
})

test.describe('a row that somebody else deletes', () => {
  test.use({ sample: false })

  test(
    'grid.conflict.3 what was typed into a row while it is deleted stays, is explained and can be discarded',
    { tag: '@long' },
    async ({ api, page, context, workspace, open, grid }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await api.define({
        name: 'Name',
        entity_type: 'product',
        data_type: 'single_line_text_field',
        is_primary: true,
      })
      for (const name of ['One', 'Two']) await api.create('products', { name })
      await open()
      const other = await context.newPage()
      await other.goto(`/?workspace=${workspace.id}&view=products`)
      const others = new Grid(other)
      for (const { place, row } of [
        { place: 'last', row: 3 },
        { place: 'first', row: 1 },
      ]) {
        await test.step(`the ${place} row`, async () => {
          await api.create('products', { name: `Beside the ${place}` })
          await others.expectTotal(3)
          await grid.expectTotal(3)
          await others.goTo(row, 'Name')
          await page.bringToFront()
          await grid.goTo(row, 'Name')
          await grid.input.press('F2')
          await grid.input.fill('zzz')
          await others.input.press('Control+Delete')
          await grid.expectTotal(2)
          await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText(
            'This row has just been deleted elsewhere',
          )
          await expect(grid.input).toHaveValue('zzz')
          await expect(grid.input).toBeInViewport({ ratio: 0.9 })

          await page.bringToFront()
          await grid.input.press('Enter')
          await expect(grid.status).toContainText('1 change was rejected')
          await expect(grid.input).toBeFocused()
          await grid.input.press('F8')
          const hidden = page.getByRole('dialog', { name: 'Rejected changes that are not shown' })
          await expect(hidden.getByRole('listitem')).toContainText('Name: zzz')
          await expect(hidden).toContainText('This row was deleted elsewhere')
          await hidden.getByRole('button', { name: 'Copy text' }).click()
          await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('zzz')
          await hidden.getByRole('button', { name: 'Discard' }).click()
          await expect(hidden).toBeHidden()
          await expect(grid.status).not.toContainText('rejected')
          await expect(grid.input).toBeFocused()
          expect((await api.list('products')).length).toBe(2)
        })
      }
    },
  )
})
