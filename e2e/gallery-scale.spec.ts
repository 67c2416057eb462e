import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openGallery } from './pages/gallery.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const total = 10_000
const shades = 40

/** Images that share some stored drawings, as many as a large catalog has. */
async function createImages(api: Api): Promise<void> {
  await api.define({
    name: 'File name',
    key: 'file_name',
    entity_type: 'image',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await api.define({ name: 'Image', key: 'image_url', entity_type: 'image', data_type: 'image' })
  for (let at = 0; at < total; at += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: {
        file_name: `P-${String(at + index).padStart(5, '0')}.png`,
        image_url: `https://pictures.example/${(at + index) % shades}.png`,
      },
    }))
    expect((await api.post('/images/batch', { items })).status).toBe(200)
  }
}

/** Scrolls a wall for some frames, and counts those in which a part of what is seen had no tile. */
async function countBlankFrames(wall: Locator, { step, frames }: { step: number; frames: number }) {
  return wall.evaluate(
    async (element, { step: by, frames: count }) => {
      const box = element.getBoundingClientRect()
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isBlank = (): boolean => {
        const tiles = [...element.querySelectorAll('.picture-tile')].map((tile) =>
          tile.getBoundingClientRect(),
        )
        const [top, bottom] = [
          Math.min(...tiles.map((tile) => tile.top)),
          Math.max(...tiles.map((tile) => tile.bottom)),
        ]
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1
        // Before the first row and behind the last one there is a margin.
        return (element.scrollTop > 0 && top > box.top + 20) || (!isAtEnd && bottom < box.bottom - 20)
      }
      let blank = 0
      for (let frame = 0; frame < count; frame += 1) {
        element.scrollTop += by
        await nextFrame()
        if (isBlank()) blank += 1
      }
      return { blank, top: element.scrollTop }
    },
    { step, frames },
  )
}

test(
  'grid.gallery.7 10,000 pictures scroll without a blank tile, and those in view are shown at the end',
  { tag: '@long' },
  async ({ page, api, open, catalog }) => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.route('https://pictures.example/**', (route) =>
      route.fulfill({ body: png, contentType: 'image/png' }),
    )
    await createImages(api)
    await open()
    const { wall, tiles } = await openGallery(page, catalog)
    const down = await countBlankFrames(wall, { step: 3000, frames: 160 })
    const up = await countBlankFrames(wall, { step: -1500, frames: 80 })
    expect(down.top).toBeGreaterThan(50_000)
    expect({ down: down.blank, up: up.blank }).toEqual({ down: 0, up: 0 })
    await wall.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(tiles.last()).toHaveAttribute('aria-posinset', String(total))
    await expect(tiles.last()).toHaveAttribute('aria-label', /^P-\d{5}\.png$/)
    await expect
      .poll(() =>
        wall
          .locator('img')
          .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true)
  },
)
