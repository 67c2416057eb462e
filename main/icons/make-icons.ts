import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 24, 32, 48, 64, 256]
const trayPixels = 32

export async function makeIcons(svg: string, folder: string): Promise<void> {
  const drawn = new Map<number, Buffer>()
  for (const size of pngSizes) drawn.set(size, await draw(svg, size))
  const pictures = (sizes: readonly number[]) =>
    [...drawn].flatMap(([size, png]) => (sizes.includes(size) ? [{ size, png }] : []))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'png'), { recursive: true })
  for (const { size, png } of pictures(pngSizes)) writeFileSync(join(folder, `png/${size}x${size}.png`), png)
  writeFileSync(join(folder, 'icon.ico'), toIco(pictures(icoSizes)))
  writeFileSync(join(folder, 'icon.icns'), toIcns(drawn))
  writeFileSync(join(folder, 'tray.png'), await draw(svg, trayPixels))
}

/** Draws from the vectors at the final size, instead of scaling down a larger picture. */
function draw(svg: string, size: number): Promise<Buffer> {
  const unitsOfPicture = 32
  return sharp(svg, { density: (72 * size) / unitsOfPicture })
    .resize(size, size)
    .png()
    .toBuffer()
}

/**
 * A picture of an icon file. Both formats hold several PNGs, as Windows (since Vista) and macOS read them.
 */
interface Picture {
  /** Width and height in pixels. */
  readonly size: number
  readonly png: Buffer
}

const icoHeadBytes = 6

const icoEntryBytes = 16

function toIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(icoHeadBytes + icoEntryBytes * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, index) => {
    const entry = icoHeadBytes + icoEntryBytes * index
    // One byte each; 0 means 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** Apple's names for pictures of a size; the second of two is the same picture for a screen of double density. */
const icnsTypes: readonly (readonly [string, number])[] = [
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

function toIcns(pngs: ReadonlyMap<number, Buffer>): Buffer {
  const blocks = icnsTypes.flatMap(([type, size]) => {
    const png = pngs.get(size)
    return png ? [block(type, png)] : []
  })
  return block('icns', Buffer.concat(blocks))
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(head.length + content.length, 4)
  return Buffer.concat([head, content])
}
