import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/**
 * The windows for each screen in addition to the common one: a small one, and the common one at 200 %
 * zoom, which leaves half of it.
 */
const windows = [
  { width: 1280, height: 720, deviceScaleFactor: 1 },
  { width: 720, height: 450, deviceScaleFactor: 2 },
] as const

// In pixels of the sheet; texts stay readable.
const tile = { width: 768, height: 480 }
const gap = 8

/**
 * Pictures of one screen in other windows, light and dark, on one sheet; four separate files would be
 * three times as large.
 */
export class PictureSizes {
  readonly #folder: string
  readonly #shots = new Map<string, Buffer[]>()

  constructor(folder: string) {
    this.#folder = join(folder, 'sizes')
    mkdirSync(this.#folder, { recursive: true })
  }

  /**
   * Takes the screen that the page shows in each window by resizing and zooming. The page cannot be used
   * afterwards.
   */
  async add(page: Page, name: string): Promise<void> {
    const cdp = await page.context().newCDPSession(page)
    const shots = this.#shots.get(name) ?? []
    for (const size of windows) {
      await cdp.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: false })
      await page.waitForTimeout(300)
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png' })
      shots.push(Buffer.from(data, 'base64'))
    }
    this.#shots.set(name, shots)
    if (shots.length === 2 * windows.length) await this.#write(name, shots)
  }

  async #write(name: string, shots: readonly Buffer[]): Promise<void> {
    this.#shots.delete(name)
    const tiles = await Promise.all(
      shots.map(async (shot, index) => ({
        input: await sharp(shot)
          .resize({ ...tile, fit: 'inside' })
          .toBuffer(),
        left: (index % 2) * (tile.width + gap),
        top: Math.floor(index / 2) * (tile.height + gap),
      })),
    )
    await sharp({
      create: {
        width: 2 * tile.width + gap,
        height: 2 * tile.height + gap,
        channels: 3,
        background: '#808080',
      },
    })
      .composite(tiles)
      .webp({ quality: 30, effort: 5 })
      .toFile(join(this.#folder, `${name}.webp`))
  }
}
