import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPicture } from './open-picture.ts'

test('pictures that are decoded at the same time do not fail each other [ASSET-09]', async () => {
  const background = '#018040'
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  const decode = async () => (await openPicture(bytes)).resize(20).raw().toBuffer()
  const decodeMany = async () => {
    for (let n = 0; n < 100; n += 1) await decode()
  }
  await expect(Promise.all(Array.from({ length: 4 }, decodeMany))).resolves.toHaveLength(4)
})
