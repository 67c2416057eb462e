import { expect, test } from './fixtures.ts'

test('grid.history.1 undo and redo of edits survive a new order, and go by entity', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  const [first, second] = await api.list('products', { limit: '2' })
  const nameOf = async (id: string | undefined) => (await api.read('products', id as string))['product_name']
  await grid.goTo(1, 'Product name')
  await grid.input.pressSequentially('Zebra chair')
  await grid.input.press('Enter')
  await grid.input.pressSequentially('Aardvark table')
  await grid.input.press('Enter')
  await expect.poll(() => nameOf(second?.id)).toBe('Aardvark table')

  await grid.header('Product name').getByRole('button', { name: 'Product name', exact: true }).click()
  await expect(grid.row(1)).toContainText('Aardvark table')
  await grid.input.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => nameOf(second?.id)).toBe(second?.label)
  expect(await nameOf(first?.id)).toBe('Zebra chair')
  await page.keyboard.press('Control+z')
  await expect.poll(() => nameOf(first?.id)).toBe(first?.label)

  await page.keyboard.press('Control+y')
  await expect.poll(() => nameOf(first?.id)).toBe('Zebra chair')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => nameOf(second?.id)).toBe('Aardvark table')
})

test('grid.history.2 what somebody has changed since is left alone, and told', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  const [first] = await api.list('products', { limit: '1' })
  const id = first?.id as string
  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('11')
  await grid.input.press('Enter')
  await expect.poll(async () => (await api.read('products', id))['price']).toBe(11)
  await api.write('products', id, { price: 99 })
  await expect(await grid.cell(1, 'Price')).toHaveText(/^99/)
  await page.keyboard.press('Control+z')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Not everything was taken back')
  await expect(alert).toContainText(/Price of .* is “99\.00” by now/)
  await expect.poll(async () => (await api.read('products', id))['price']).toBe(99)
})

test('grid.history.3 a refused edit is nothing to undo; in a text Ctrl+Z belongs to the text', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  const [first] = await api.list('products', { limit: '1' })
  const id = first?.id as string
  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('-4')
  await grid.input.press('Enter')
  await expect(grid.status).toContainText('1 change was refused')
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled()

  await grid.goTo(1, 'Product name')
  await grid.input.pressSequentially('One')
  await grid.input.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo edit of Product name (Ctrl+Z)' })).toBeEnabled()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
    .focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await api.read('products', id))['product_name']).toBe('One')
  await page.getByRole('button', { name: 'Undo edit of Product name (Ctrl+Z)' }).click()
  await expect.poll(async () => (await api.read('products', id))['product_name']).toBe(first?.label)
})

test('grid.history.4 adding a row and moving one to the trash are undone too', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  await grid.goTo(1, 'Product name')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Undone soon')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.count('products')).toBe(201)
  await page.keyboard.press('Control+z')
  await expect.poll(() => api.count('products')).toBe(200)
  await page.keyboard.press('Control+y')
  await expect.poll(() => api.count('products')).toBe(201)
  await page.keyboard.press('Control+z')
  await expect.poll(() => api.count('products')).toBe(200)

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Delete')
  await expect.poll(() => api.count('products')).toBeLessThan(200)
  await page.keyboard.press('Control+z')
  await expect.poll(() => api.count('products')).toBe(200)
})
