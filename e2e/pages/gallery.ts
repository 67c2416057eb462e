import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { CatalogPage } from './catalog-page.ts'

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Opens the gallery of images from the sidebar. */
export async function openGallery(page: Page, catalog: CatalogPage) {
  await catalog.goTo('Images')
  await page.getByRole('button', { name: 'Show the gallery' }).click()
  const wall = page.getByRole('listbox', { name: 'Pictures', exact: true })
  const tiles = wall.getByRole('option')
  await expect(tiles.first()).toBeVisible()
  return { wall, tiles, selected: wall.locator('[aria-selected="true"]') }
}

/** Drops a file on an element, in its middle or at its left upper corner. */
export async function dropFile(
  page: Page,
  target: Locator,
  { name, bytes, at = 'middle' }: { name: string; bytes: Buffer; at?: 'middle' | 'corner' },
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(file.content)], file.name, { type: 'image/png' }))
      return transfer
    },
    { name, content: [...bytes] },
  )
  const box = (await target.boundingBox())!
  const point =
    at === 'corner'
      ? { clientX: box.x + 3, clientY: box.y + 3 }
      : { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer, ...point })
}
