import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Figure, ofAll, percentile } from './figure.ts'
import { PictureWorld } from './picture-world.ts'
import { scene } from './test-pictures.ts'

const imageMagick = '/usr/bin/convert'
const exiftool = 'exiftool'
const pictures = 40
const parallel = 50

/** Renditions beside those of ImageMagick pixel by pixel, what exiftool reads in them, their time and their cache. */
export async function tryRenditions(): Promise<Figure[]> {
  await using world = await PictureWorld.make([])
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-renditions-'))
  try {
    return ofAll('renditions', [
      ...(existsSync(imageMagick) ? await compare(world, folder) : []),
      ...(await readTexts(world, folder)),
      ...(await measure(world)),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(world: PictureWorld, folder: string): Promise<Figure[]> {
  const deltas: number[] = []
  const worst: string[] = []
  for (let index = 0; index < pictures; index += 1) {
    const isDrawing = index % 5 === 4
    // ImageMagick 6 does not turn pictures of other formats than JPEG by their EXIF.
    const orientation = isDrawing ? 1 : (index % 8) + 1
    const [width, height] = index % 2 === 0 ? [900, 600] : [500, 1100]
    const picture = scene(index, width, height).withMetadata({ orientation })
    const bytes = await (
      isDrawing
        ? picture.png()
        : picture.flatten({ background: '#fff' }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    ).toBuffer()
    const stored = await world.store(Uint8Array.from(bytes))
    const file = join(folder, `${index}.${isDrawing ? 'png' : 'jpg'}`)
    writeFileSync(file, bytes)
    const fit = ['contain', 'pad', 'cover'][index % 3] ?? 'contain'
    const { bytes: ours } = await world.bytes(
      `/files/${stored.hash}?width=320&height=320&fit=${fit}&format=png&background=ffffff`,
    )
    const theirs = join(folder, `${index}-theirs.png`)
    const shape = {
      contain: ['-resize', '320x320'],
      pad: ['-resize', '320x320', '-background', 'white', '-gravity', 'center', '-extent', '320x320'],
      cover: ['-resize', '320x320^', '-gravity', 'center', '-extent', '320x320'],
    }[fit]
    const turns = ['-auto-orient', '+repage', '-filter', 'Lanczos', ...(shape ?? []), '-strip']
    execFileSync(imageMagick, [file, ...turns, theirs])
    const delta = await meanDelta(ours, theirs)
    deltas.push(delta)
    if (delta > 2) worst.push(`${index} ${fit} orientation ${orientation}: ${delta.toFixed(1)}`)
  }
  return [
    {
      name: `largest mean delta E of ${pictures} to ImageMagick`,
      value: Math.max(...deltas),
      atMost: 2,
      note: worst.join('; '),
    },
  ]
}

async function meanDelta(ours: Buffer, theirs: string): Promise<number> {
  const [one, other] = await Promise.all(
    [ours, theirs].map((source) =>
      sharp(source)
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  )
  if (!one || !other) return Infinity
  if (one.info.width !== other.info.width || one.info.height !== other.info.height) return Infinity
  let sum = 0
  const count = one.info.width * one.info.height
  for (let at = 0; at < count; at += 1)
    sum += deltaE(
      labOf(one.data, at * one.info.channels, one.info.channels),
      labOf(other.data, at * other.info.channels, other.info.channels),
    )
  return sum / count
}

type Lab = readonly [number, number, number]

function labOf(data: Uint8Array, at: number, channels: number): Lab {
  const of = (channel: number) => {
    const value = (data[at + (channels < 3 ? 0 : channel)] ?? 0) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [of(0), of(1), of(2)]
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function deltaE(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}

async function readTexts(world: PictureWorld, folder: string): Promise<Figure[]> {
  const file = join(folder, 'texts.jpg')
  writeFileSync(file, await scene(9, 800, 600).flatten({ background: '#fff' }).jpeg().toBuffer())
  const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
  try {
    execFileSync(
      exiftool,
      [
        '-q',
        '-overwrite_original',
        '-GPSLatitude=48.1',
        '-GPSLatitudeRef=N',
        '-GPSLongitude=11.5',
        '-GPSLongitudeRef=E',
        '-XMP-exif:GPSLatitude=48.1',
        '-Artist=Nobody',
        '-Copyright=© Studio Müller',
        `-XMP-iptcExt:DigitalSourceType=${source}`,
        file,
      ],
      { stdio: ['ignore', 'ignore', 'ignore'] },
    )
  } catch {
    return []
  }
  const { hash } = await world.store(Uint8Array.from(await sharp(file).keepMetadata().toBuffer()))
  const faults: string[] = []
  for (const format of ['jpeg', 'png', 'webp', 'avif']) {
    const { bytes } = await world.bytes(`/files/${hash}?width=320&format=${format}`)
    const written = join(folder, `written.${format === 'jpeg' ? 'jpg' : format}`)
    writeFileSync(written, bytes)
    const [read] = JSON.parse(
      execFileSync(exiftool, ['-j', '-G1', '-a', written], { encoding: 'utf8' }),
    ) as Record<string, unknown>[]
    const names = Object.entries(read ?? {})
    const holds = (name: RegExp, value: RegExp) =>
      names.some(([key, text]) => name.test(key) && value.test(String(text)))
    if (!holds(/DigitalSourceType/, /trainedAlgorithmicMedia|Trained Algorithmic/i))
      faults.push(`${format} has no digital source type`)
    if (!holds(/Copyright|Rights/, /Studio Müller/)) faults.push(`${format} has no copyright`)
    if (names.some(([key]) => /GPS/.test(key))) faults.push(`${format} has GPS`)
    if (names.some(([key]) => /Artist|Creator$/.test(key))) faults.push(`${format} has its artist`)
  }
  return [{ name: 'faults of what exiftool reads', value: faults.length, atMost: 0, note: faults.join('; ') }]
}

async function measure(world: PictureWorld): Promise<Figure[]> {
  const hashes: string[] = []
  for (let index = 0; index < parallel; index += 1) {
    const bytes = await scene(200 + index, 1600, 1200)
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
    hashes.push((await world.store(Uint8Array.from(bytes))).hash)
  }
  // Both processes that make renditions are there, as in an app that shows a list.
  await Promise.all(hashes.slice(0, 2).map((hash) => world.bytes(`/files/${hash}?width=64`)))
  const times = async (query: string) =>
    Promise.all(
      hashes.map(async (hash) => {
        const begun = performance.now()
        await world.bytes(`/files/${hash}?${query}`)
        return performance.now() - begun
      }),
    )
  const made = await times('width=160&height=160&fit=contain&format=webp')
  const known = await times('width=160&height=160&fit=contain&format=webp')
  const folder = join(world.dataDir, 'renditions')
  return [
    { name: `p95 of ${parallel} made at once, ms`, value: percentile(made, 0.95), atMost: 400 },
    { name: `p95 of ${parallel} from the cache, ms`, value: percentile(known, 0.95), atMost: 400 },
    { name: 'bytes of the cache', value: existsSync(folder) ? sizeOf(folder) : 0 },
  ]
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
