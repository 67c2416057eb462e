import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { inspectFiles } from '../../jobs/assets/inspect-files.ts'
import { isFaulty } from './file-facts.ts'
import { groupPictures } from './near-same.ts'

/** A generator whose numbers depend on a seed alone. */
function numbersOf(seed: number): () => number {
  let state = seed * 7919 + 13
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A thing of some coloured parts in the middle of a white square, as shops show products. */
function drawProduct(seed: number, pixels: number): string {
  const next = numbersOf(seed)
  for (let skipped = 0; skipped < 5; skipped += 1) next()
  const hue = Math.floor(next() * 360)
  const parts = Array.from({ length: 4 + Math.floor(next() * 5) }, () => {
    const colour = `hsl(${(hue + Math.floor(next() * 50)) % 360} ${30 + Math.floor(next() * 60)}% ${25 + Math.floor(next() * 45)}%)`
    const [x, y, width, height] = [
      140 + next() * 300,
      140 + next() * 300,
      60 + next() * 200,
      60 + next() * 200,
    ]
    return next() < 0.5
      ? `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${next() * 30}" fill="${colour}"/>`
      : `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 600 600"><rect width="600" height="600" fill="#fff"/>${parts.join('')}</svg>`
}

const isLong = Boolean(process.env['LONG_TESTS'])
const count = isLong ? 5000 : 1500
const pairs = 60
const side = 240
const sideOfOthers = 96
const photo = (seed: number): Sharp =>
  sharp(Buffer.from(drawProduct(seed, seed < pairs ? side : sideOfOthers)))

const changes: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.resize(120).jpeg({ quality: 80 }),
  (picture) => picture.webp({ quality: 70 }),
  (picture) => picture.extract({ left: 6, top: 6, width: side - 12, height: side - 12 }).jpeg(),
  (picture) => picture.modulate({ brightness: 0.9 }).jpeg(),
  (picture) => picture.modulate({ brightness: 1.1 }).jpeg(),
  (picture) => picture.extract({ left: 12, top: 0, width: side - 12, height: side }).png(),
]

async function look(bytes: Uint8Array, image: number) {
  const [inspected] = await inspectFiles({ files: [{ bytes }] })
  if (!inspected || isFaulty(inspected)) throw new Error('The picture cannot be read.')
  return {
    hash: inspected.hash,
    signature: Buffer.from(inspected.signature ?? '', 'base64'),
    images: [image],
  }
}

const shown = (index: number) => photo(index).png({ compressionLevel: 0 }).toBuffer()

test(`of 60 pictures that were changed nearly all are found among ${count} of one style, and no others [ASSET-08]`, async () => {
  const pictures = []
  for (let index = 0; index < count; index += 1) pictures.push(await look(await shown(index), index))
  for (let index = 0; index < pairs; index += 1) {
    const change = changes[index % changes.length]
    const changed = await change?.(sharp(await shown(index))).toBuffer()
    pictures.push(await look(changed ?? Buffer.of(), count + index))
  }
  const groups = groupPictures(pictures).map(({ images }) => images)
  const right = groups.filter(
    ([one = 0, other], index) => other === one + count && groups[index]?.length === 2,
  )
  expect(right.length).toBeGreaterThanOrEqual(pairs * 0.95)
  expect(groups.length - right.length).toBe(0)
}, 120_000)

test('one shape in two colours is two pictures, and a flat picture is like none [ASSET-08]', async () => {
  const shape = (colour: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#fff"/><path d="M40 30h90l30 60v80H60z" fill="${colour}"/></svg>`,
      ),
    )
      .png()
      .toBuffer()
  const flat = (colour: string) =>
    sharp({ create: { width: 50, height: 50, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const all = [
    await shape('#c22'),
    await shape('#2a2'),
    await shape('#c32222'),
    await flat('#fff'),
    await flat('#fefefe'),
  ]
  const pictures = await Promise.all(all.map((bytes, index) => look(bytes, index)))
  expect(groupPictures(pictures).map(({ images }) => images)).toEqual([[0, 2]])
})
