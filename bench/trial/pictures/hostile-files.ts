/** Files that are damaged or made to break what reads them; each is made by the trial. */
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { scene } from './test-pictures.ts'

export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
  /** Whether it can be shown although it is unusual. */
  readonly isWhole?: boolean
}

const photo = () => scene(1, 800, 600).flatten().jpeg().toBuffer()
const drawing = () => scene(2, 300, 200).png().toBuffer()

export async function makeHostileFiles(): Promise<HostileFile[]> {
  const [jpeg, png] = [await photo(), await drawing()]
  const webp = await scene(3, 300, 200).webp().toBuffer()
  const tiff = await scene(4, 300, 200).tiff().toBuffer()
  const avif = await scene(5, 200, 100).avif({ effort: 0 }).toBuffer()
  const gif = await scene(6, 100, 80).gif().toBuffer()
  const cut = ([10, 50, 90, 99] as const).flatMap((share) =>
    Object.entries({ jpeg, png, webp, avif, gif }).map(([kind, bytes]) => ({
      name: `${kind} cut at ${share} percent`,
      bytes: bytes.subarray(0, Math.floor((bytes.length * share) / 100)),
    })),
  )
  const uses = Array.from(
    { length: 30 },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  )
  const svg = (inner: string, attributes = 'width="99" height="99"') =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)
  const entities = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  ).join('')
  return [
    ...cut,
    { name: 'png of 30000 by 30000', bytes: pngOf(30_000, 30_000) },
    { name: 'png of 65535 by 65535 without pixels', bytes: pngHead(65_535, 65_535) },
    { name: 'png of 9900 by 9900', bytes: pngOf(9900, 9900), isWhole: true },
    { name: 'png of 1 by 90 million', bytes: pngOf(1, 90_000_000) },
    {
      name: 'svg of 10^30 parts',
      bytes: svg(`<defs><rect id="a0" width="1" height="1"/>${uses.join('')}</defs><use href="#a30"/>`),
    },
    { name: 'svg of 100000 by 100000', bytes: svg('', 'width="100000" height="100000"') },
    {
      name: 'svg with entities',
      bytes: Buffer.from(
        `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`,
      ),
    },
    {
      name: 'svg with a file of this computer',
      bytes: svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
      isWhole: true,
    },
    { name: 'svg 20000 deep', bytes: svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`) },
    {
      name: 'svg with a filter',
      bytes: svg(
        '<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter><rect width="9000" height="9000" filter="url(#f)"/>',
        'width="9000" height="9000"',
      ),
      isWhole: true,
    },
    {
      name: 'picture and zip',
      bytes: Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'.repeat(500))]),
      isWhole: true,
    },
    {
      name: 'picture and page',
      bytes: Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>'.repeat(99))]),
      isWhole: true,
    },
    { name: 'cmyk', bytes: await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer(), isWhole: true },
    { name: '16 bits', bytes: await sharp(jpeg).toColourspace('rgb16').png().toBuffer(), isWhole: true },
    { name: 'wide colours', bytes: await sharp(jpeg).withIccProfile('p3').jpeg().toBuffer(), isWhole: true },
    { name: 'animation of 40 frames', bytes: await animation(40), isWhole: true },
    { name: 'animation of 600 frames', bytes: await animation(600) },
    { name: 'xmp of 50 megabytes', bytes: await withXmp(jpeg, 50), isWhole: true },
    { name: 'exif that points outside', bytes: withExif(jpeg), isWhole: true },
    {
      name: 'icc profile of nothing',
      bytes: withSegment(
        jpeg,
        0xe2,
        Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(4000, 0xff)]),
      ),
      isWhole: true,
    },
    { name: 'tiff whose directory is a circle', bytes: circle(tiff) },
    { name: 'tiff of 4 gigabytes of strips', bytes: hugeTiff() },
    { name: 'tiff', bytes: tiff },
    { name: 'empty', bytes: Buffer.alloc(0) },
    { name: 'zeros', bytes: Buffer.alloc(100_000) },
    { name: 'text called jpg', bytes: Buffer.from('not a picture '.repeat(1000)) },
    {
      name: 'head of jpeg and noise',
      bytes: Buffer.concat([jpeg.subarray(0, 200), Buffer.from(png).reverse()]),
    },
    { name: 'png with a wrong checksum', bytes: flipped(png, Math.floor(png.length / 2)) },
    { name: 'png that unpacks without end', bytes: pngBomb(), isWhole: true },
    { name: 'larger than 64 megabytes', bytes: Buffer.concat([jpeg, Buffer.alloc(65 * 1024 * 1024)]) },
  ]
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([length, body, sum])
}

const pngMark = Buffer.from('89504e470d0a1a0a', 'hex')

function headOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return chunkOf('IHDR', head)
}

function pngHead(width: number, height: number): Buffer {
  return Buffer.concat([pngMark, headOf(width, height), chunkOf('IEND', Buffer.alloc(0))])
}

/** A picture of one colour with one bit a pixel, which packs to next to nothing. */
function pngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    pngMark,
    headOf(width, height),
    chunkOf('IDAT', deflateSync(rows, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** A small picture whose pixels go on for 300 megabytes. */
function pngBomb(): Buffer {
  return Buffer.concat([
    pngMark,
    headOf(100, 100),
    chunkOf('IDAT', deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 })),
    chunkOf('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100 * 1024 * 1024))])),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

async function animation(frames: number): Promise<Buffer> {
  const [width, height] = [32, 32]
  const raw = Buffer.alloc(width * height * frames * 3, 0)
  // Frames that are alike would become one.
  for (let frame = 0; frame < frames; frame += 1)
    for (let row = 0; row < height; row += 1)
      raw.fill(
        (row + frame) % 2 === 0 ? 0 : 255,
        (frame * height + row) * width * 3,
        (frame * height + row + 1) * width * 3,
      )
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ effort: 1 })
    .toBuffer()
}

/** Segments of XMP one behind the other, each as long as one may be. */
async function withXmp(jpeg: Buffer, megabytes: number): Promise<Buffer> {
  const packet = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(65_000, 0x20)])
  const segments = Array.from({ length: megabytes * 16 }, () => segmentOf(0xe1, packet))
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

function segmentOf(mark: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function withSegment(jpeg: Buffer, mark: number, data: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), segmentOf(mark, data), jpeg.subarray(2)])
}

function withExif(jpeg: Buffer): Buffer {
  const exif = Buffer.alloc(40)
  exif.write('Exif\0\0II*\0', 0, 'latin1')
  exif.writeUInt32LE(0xffff_fff0, 10)
  return withSegment(jpeg, 0xe1, exif)
}

function circle(tiff: Buffer): Buffer {
  const bytes = Buffer.from(tiff)
  const at = bytes.readUInt32LE(4)
  const entries = bytes.readUInt16LE(at)
  bytes.writeUInt32LE(at, at + 2 + entries * 12)
  return bytes
}

function hugeTiff(): Buffer {
  const bytes = Buffer.alloc(200)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  const tags = [
    [256, 4, 60_000],
    [257, 4, 60_000],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [278, 4, 60_000],
    [279, 4, 0xffff_ff00],
  ] as const
  bytes.writeUInt16LE(tags.length, 8)
  tags.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(1, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  })
  return bytes
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 0xff
  return changed
}
