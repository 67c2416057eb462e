import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutLongTexts } from './jpeg-segments.ts'

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a2' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Studio' } })
    .toBuffer()

const text = Buffer.alloc(65_000, 0x20)
const segment = Buffer.concat([
  Buffer.from([0xff, 0xe1, (text.length + 2) >> 8, (text.length + 2) & 0xff]),
  text,
])

test('what a JPEG holds beside its pixels is cut at 4 MB, its pixels and first texts stay [ASSET-05]', async () => {
  const bytes = await picture()
  const first = bytes.readUInt16BE(4) + 4
  const long = Buffer.concat([
    bytes.subarray(0, first),
    ...Array.from({ length: 200 }, () => segment),
    bytes.subarray(first),
  ])
  const cut = withoutLongTexts(long)
  expect(cut.length).toBeLessThan(4.2 * 1024 * 1024)
  const [whole, shown] = await Promise.all([sharp(bytes).raw().toBuffer(), sharp(cut).raw().toBuffer()])
  expect(shown.equals(whole)).toBe(true)
  expect((await sharp(cut).metadata()).exif?.toString('latin1')).toContain('Studio')
})

test('other files are as they were, damaged ones too [ASSET-05]', async () => {
  const bytes = await picture()
  expect(withoutLongTexts(bytes)).toBe(bytes)
  const noise = Buffer.alloc(5 * 1024 * 1024, 0xff)
  expect(withoutLongTexts(noise)).toBe(noise)
  noise[1] = 0xd8
  expect(withoutLongTexts(noise).length).toBeLessThanOrEqual(noise.length)
})
