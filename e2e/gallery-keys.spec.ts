import { expect, test } from './fixtures.ts'
import { openGallery } from './pages/gallery.ts'

test('grid.gallery.2 pictures are selected by click, keys and a lasso, moved to the trash and brought back', async ({
  page,
  open,
  catalog,
  api,
}) => {
  const images = await api.count('images')
  await open()
  const { wall, tiles, selected } = await openGallery(page, catalog)
  await test.step('a click selects one, with Ctrl another one, with Shift a range', async () => {
    await tiles.nth(1).click()
    await expect(selected).toHaveCount(1)
    await tiles.nth(3).click({ modifiers: ['ControlOrMeta'] })
    await expect(selected).toHaveCount(2)
    await tiles.nth(6).click({ modifiers: ['Shift'] })
    await expect(selected).toHaveCount(4)
  })
  await test.step('arrows move, Shift extends, Space toggles, Ctrl+A takes all and Esc none', async () => {
    await tiles.first().click()
    await page.keyboard.press('ArrowRight')
    await expect(tiles.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(selected).toHaveCount(1)
    await page.keyboard.press('Shift+ArrowRight')
    await expect(selected).toHaveCount(2)
    await page.keyboard.press('Space')
    await expect(selected).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+a')
    await expect(page.getByText(`${images} pictures selected`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(selected).toHaveCount(0)
  })
  await test.step('a lasso takes what it touches', async () => {
    const [from, to] = [(await tiles.first().boundingBox())!, (await tiles.nth(2).boundingBox())!]
    await page.mouse.move(from.x - 4, from.y - 4)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2)
    await page.mouse.up()
    await expect(selected).toHaveCount(3)
  })
  await test.step('Enter opens it large, Delete moves it to the trash, Ctrl+Z brings it back', async () => {
    const name = await tiles.nth(1).getAttribute('aria-label')
    await tiles.nth(1).click()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: name! })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(wall).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(page.getByText('1 image moved to the trash')).toBeVisible()
    await expect.poll(() => api.count('images')).toBe(images - 1)
    await expect(wall.getByRole('option', { name: name!, exact: true })).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => api.count('images')).toBe(images)
    await expect(wall.getByRole('option', { name: name!, exact: true })).toHaveCount(1)
  })
})
