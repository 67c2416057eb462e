import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { toIcns, toIco } from './icon-files.ts'

const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 24, 32, 48, 64, 256]
const trayPixels = 32

/** Draws the icons of every platform from one picture: PNGs by size for Linux, an .ico, an .icns, and that of the tray. */
export async function makeIcons(svg: string, folder: string): Promise<void> {
  const drawn = new Map<number, Buffer>()
  for (const size of pngSizes) drawn.set(size, await draw(svg, size))
  const pictures = (sizes: readonly number[]) =>
    sizes.map((size) => ({ size, png: drawn.get(size) as Buffer }))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'png'), { recursive: true })
  for (const { size, png } of pictures(pngSizes)) writeFileSync(join(folder, `png/${size}x${size}.png`), png)
  writeFileSync(join(folder, 'icon.ico'), toIco(pictures(icoSizes)))
  writeFileSync(join(folder, 'icon.icns'), toIcns(drawn))
  writeFileSync(join(folder, 'tray.png'), await draw(svg, trayPixels))
}

/** Drawn at its size from the vectors, not scaled down from a larger picture. */
function draw(svg: string, size: number): Promise<Buffer> {
  const unitsOfPicture = 32
  return sharp(svg, { density: (72 * size) / unitsOfPicture })
    .resize(size, size)
    .png()
    .toBuffer()
}
