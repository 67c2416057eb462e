import { expect, test } from './fixtures.ts'

test('grid.history.2 grid.history.3 undo by keys and by its button; what cannot be taken back is told, and in a text Ctrl+Z is the text’s', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  const [first] = await api.list('products', { limit: '1' })
  const id = first?.id as string
  const read = async (key: string) => (await api.read('products', id))[key]
  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('-4')
  await grid.input.press('Enter')
  await expect(grid.status).toContainText('1 change was rejected')
  await expect(page.getByRole('button', { name: 'Undo edit of Price (Ctrl+Z)' })).toBeEnabled()
  await grid.input.press('Control+z')
  await expect(grid.status).not.toContainText('rejected')
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled()

  await grid.goTo(1, 'Product name')
  await grid.input.pressSequentially('One')
  await grid.input.press('Enter')
  const undoName = page.getByRole('button', { name: 'Undo edit of Product name (Ctrl+Z)' })
  await expect(undoName).toBeEnabled()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
    .focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Control+z')
  await expect(page).not.toHaveURL(/[?&]q=/)
  await expect(await grid.cell(1, 'Product name')).toHaveText('One')
  await expect.poll(() => read('product_name')).toBe('One')
  await undoName.click()
  await expect.poll(() => read('product_name')).toBe(first?.label)

  await grid.goTo(1, 'Price')
  await grid.input.press('Escape')
  await grid.input.pressSequentially('11')
  await grid.input.press('Enter')
  await expect.poll(() => read('price')).toBe(11)
  await api.write('products', id, { price: 99 })
  await expect(await grid.cell(1, 'Price')).toHaveText(/^99/)
  await expect(grid.input).toBeFocused()
  await page.keyboard.press('Control+z')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Not everything was undone')
  await expect(alert).toContainText(/Price of .* is “99\.00” by now/)
  await expect.poll(() => read('price')).toBe(99)
})
