import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { paste } from './pages/clipboard.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('grid.picture.1 grid.clipboard.10 a picture file is dropped on a cell or in the details, or chosen, and becomes the value or an image', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await test.step('dropped on a picture cell it becomes its value, and undo takes it back', async () => {
    await grid.goTo(1, 'Picture')
    const name = await grid.row(1).getByRole('gridcell').first().innerText()
    const stored = async () => (await api.find('products', 'product_name', name)).attributes
    const before = (await stored())['picture']
    await drop(page, await grid.cell(1, 'Picture'), 'chair.png', [...pixel])
    await expect.poll(async () => (await stored())['picture']).toMatch(/^files\/[0-9a-f]+\.png$/)
    expect((await stored())['picture']).not.toBe(before)
    await expect(page.getByText('cannot be imported')).toBeHidden()
    await grid.input.press('Control+z')
    await expect.poll(async () => (await stored())['picture'] ?? null).toBe(before ?? null)

    const cell = await grid.cell(1, 'Picture')
    await drop(page, cell, 'broken.png', [1, 2, 3])
    await expect(cell).toHaveText('broken.png')
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await grid.goTo(1, 'Picture')
    await grid.input.press('Escape')
    await expect(cell).not.toHaveAttribute('aria-invalid')
    expect((await stored())['picture'] ?? null).toBe(before ?? null)
  })
  await test.step('in the details, and chosen as a file in the editor of its cell', async () => {
    await grid.goTo(1, 'Picture')
    const name = await grid.row(1).getByRole('gridcell').first().innerText()
    const id = (await api.find('products', 'product_name', name)).id
    await grid.input.press('Enter')
    await grid.input.press('ArrowUp')
    const button = page.getByRole('button', { name: 'Choose a file…' })
    // Awaited before the next action: keys overtake the command that holds back the system's own dialog.
    const chooser = page.waitForEvent('filechooser')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'chair.png', mimeType: 'image/png', buffer: pixel })
    await expect(button).toBeHidden()
    await expect.poll(async () => (await api.read('products', id))['picture']).toMatch(/^files\//)
    await expect(grid.input).toBeFocused()

    await api.write('products', id, { picture: null })
    // A drop before the page has learned that somebody cleared the cell is rightly refused.
    await expect((await grid.cell(1, 'Picture')).getByRole('img')).toBeHidden()
    await grid.input.press('Space')
    const panel = page.getByRole('complementary', { name: /^Details of / })
    await drop(page, panel.getByRole('button', { name: /^Picture / }), 'chair.png', [...pixel])
    await expect.poll(async () => (await api.read('products', id))['picture']).toMatch(/^files\//)
  })
  await test.step('the pictures of a row are put in order by dragging them in the details, and by keys', async () => {
    const images = (await api.list('images', { limit: '3' })).map(({ id }) => id)
    const name = (await grid.row(1).getByRole('gridcell').first().innerText()).trim()
    const { id } = await api.find('products', 'product_name', name)
    await api.write('products', id, { gallery_images: images })
    const order = async () =>
      ((await api.read('products', id))['gallery_images'] as { id: string }[]).map((image) => image.id)
    const shown = page.getByRole('region', { name: 'Pictures' }).getByRole('listitem')
    await expect(shown).toHaveCount(4)
    await shown.nth(3).dragTo(shown.nth(1))
    await expect.poll(order).toEqual([images[2], images[0], images[1]])
    await shown.nth(1).getByRole('button').press('Alt+ArrowRight')
    await expect.poll(order).toEqual([images[0], images[2], images[1]])
    await page.keyboard.press('Escape')
  })
  await test.step('in the dialog of its attribute pictures are turned into references to images, and back', async () => {
    const typeOf = async () =>
      (await api.get('/attributes?type=product')).body.data.find(
        ({ key }: { key: string }) => key === 'picture',
      ).data_type
    await grid.chooseFromMenu('Picture', 'Edit the attribute…')
    await page.getByRole('button', { name: 'Turn into references to images' }).click()
    await expect.poll(typeOf).toBe('entity_list_reference')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(typeOf).toBe('image')
    await expect((await grid.cell(1, 'Picture')).getByRole('img')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  })
  await test.step('dropped on a cell that refers to images it becomes an image; elsewhere it is placed by its name', async () => {
    await grid.goTo(1, 'Gallery')
    const images = await api.count('images')
    const cell = await grid.cell(1, 'Gallery')
    await drop(page, cell, 'side-view.png', [...pixel])
    await expect(cell).toContainText('side-view.png')
    await expect.poll(() => api.count('images')).toBe(images + 1)
    await grid.input.press('Control+z')
    await expect(cell).not.toContainText('side-view.png')
    await drop(page, cell, 'again.png', [...pixel])
    await expect(cell).toContainText('side-view.png')
    expect(await api.count('images')).toBe(images + 1)

    await grid.goTo(2, 'Gallery')
    await paste(page, { 'text/plain': 'side-view.png; no such.png' })
    await expect(await grid.cell(2, 'Gallery')).toContainText('side-view.png')
    await expect(page.getByText(/no such\.png/).first()).toBeVisible()
    const third = (await grid.row(3).getByRole('gridcell').first().innerText()).trim()
    await grid.goTo(3, 'Picture')
    await paste(page, { 'text/plain': 'side-view.png' })
    await expect
      .poll(async () => (await api.find('products', 'product_name', third)).attributes['picture'])
      .toMatch(/^files\/[0-9a-f]{64}\.png$/)

    await drop(page, grid.row(1).getByRole('gridcell').first(), 'side-view.png', [...pixel])
    await expect(page.getByRole('dialog', { name: 'Place pictures' })).toBeVisible()
  })
})

async function drop(page: Page, target: Locator, name: string, bytes: number[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ name: fileName, bytes: content }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], fileName, { type: 'image/png' }))
      return transfer
    },
    { name, bytes },
  )
  const box = (await target.boundingBox())!
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer, ...at })
  }
}
