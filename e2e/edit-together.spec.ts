import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'

test('grid.conflict.1 a script changes the cell that is being edited: it is told, and the user decides', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  const [first] = await api.list('products', { limit: '1' })
  const id = first?.id as string
  const price = async (): Promise<unknown> => (await api.read('products', id))['price']
  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('11')
  await api.write('products', id, { price: 99 })
  await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('changed this cell to “99.00”')
  await grid.input.press('Enter')
  const conflict = page.getByRole('dialog', { name: 'Not saved' })
  await expect(grid.status).toContainText('1 change was refused')
  await grid.input.press('F8')
  await expect(conflict).toContainText('Somebody changed this cell to “99.00” while you edited it')
  expect(await price()).toBe(99)

  await conflict.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(price).toBe(11)
  await expect(grid.status).not.toContainText('refused')
  await expect(grid.input).toBeFocused()

  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('12')
  await api.write('products', id, { price: 98 })
  await grid.input.press('Enter')
  await expect(grid.status).toContainText('1 change was refused')
  await grid.input.press('F8')
  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(await grid.cell(1, 'Price')).toHaveText(/^98/)
  expect(await price()).toBe(98)
})

test('grid.conflict.2 two windows on the same rows: neither overwrites what it has not seen', async ({
  api,
  page,
  context,
  workspace,
  open,
  grid,
}) => {
  await open()
  const other = await context.newPage()
  await other.goto(`/?workspace=${workspace.id}`)
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
  await expect(grid.status).toContainText('1 change was refused')
  await expect.poll(async () => (await api.read('products', first?.id as string))['price']).toBe(22)
  // The other window's undo takes back its own edit only.
  await others.input.press('Control+z')
  await expect
    .poll(async () => (await api.read('products', first?.id as string))['price'] ?? null)
    .toBe(first?.attributes['price'] ?? null)
})
