import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSide } from './sql-functions.ts'

const blank = () => sharp({ create: { width: 120, height: 80, channels: 4, background: '#a40' } })

test('[FACET-09] the shorter side of a picture is read from its first bytes', async () => {
  const files = await Promise.all([
    blank().png().toBuffer(),
    blank().gif().toBuffer(),
    blank().jpeg().toBuffer(),
    blank()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x'.repeat(5000) } })
      .toBuffer(),
    blank().webp().toBuffer(),
    blank().webp({ lossless: true }).toBuffer(),
    sharp({ create: { width: 120, height: 80, channels: 3, background: '#a40' } })
      .webp()
      .toBuffer(),
  ])
  expect(files.map((file) => pictureSide(file))).toEqual([80, 80, 80, 80, 80, 80, 80])
})

test('[FACET-09] what tells no size has none, however it is cut off', async () => {
  const jpeg = await blank().jpeg().toBuffer()
  for (const bytes of [Buffer.from('<svg/>'), Buffer.alloc(0), Buffer.from('RIFF....WEBPVP8 '), null])
    expect(pictureSide(bytes)).toBeNull()
  for (let length = 0; length < 60; length += 1)
    expect(() => pictureSide(jpeg.subarray(0, length))).not.toThrow()
  expect(pictureSide(Buffer.alloc(200, 0xff))).toBeNull()
})
