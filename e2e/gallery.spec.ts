import { expect, test } from './fixtures.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('grid.gallery.1 images are shown as a gallery, and dropped pictures become images', async ({
  page,
  open,
  catalog,
  grid,
  api,
}) => {
  const before = await api.count('images')
  await open()
  await catalog.goTo('Images')
  await page.getByRole('button', { name: 'Show the gallery' }).click()
  const wall = page.getByRole('list', { name: 'Pictures' })
  await expect(wall.getByRole('button').first()).toBeVisible()

  const drop = async (name: string, bytes: number[]): Promise<void> => {
    const data = await page.evaluateHandle(
      ({ name: fileName, bytes: content }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(content)], fileName, { type: 'image/png' }))
        return transfer
      },
      { name, bytes },
    )
    await wall.dispatchEvent('drop', { dataTransfer: data })
  }
  await drop('pixel.png', [...pixel])
  await expect(page.getByText('1 picture added')).toBeVisible()
  await expect.poll(() => api.count('images')).toBe(before + 1)
  await drop('again.png', [...pixel])
  await expect(page.getByText('1 picture already there')).toBeVisible()
  await expect.poll(() => api.count('images')).toBe(before + 1)
  await drop('broken.png', [1, 2, 3])
  await expect(page.getByText('1 picture could not be added').first()).toBeVisible()

  await catalog.search.fill('pixel.png')
  await wall.getByRole('button', { name: 'pixel.png' }).click()
  await page.getByRole('button', { name: 'Show its row in the grid' }).click()
  await grid.expectTotal(1)
})
