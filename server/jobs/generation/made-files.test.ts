import sharp from 'sharp'
import { expect, test } from 'vitest'
import { briefVideo } from '../../providers/testing/fake-wire.ts'
import { embedAiMetadata, embedAiMetadataInVideo } from './made-files.ts'

const size = { width: 30, height: 20 }
const drawn = (alpha: number) =>
  sharp({ create: { ...size, channels: 4, background: { r: 200, g: 40, b: 0, alpha } } })

test.each([
  ['png', drawn(0.5).png()],
  ['jpg', drawn(1).jpeg()],
  [
    'jpg',
    drawn(1)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Shop' } }),
  ],
  ['webp', drawn(1).webp()],
  ['webp', drawn(0.5).webp({ lossless: true })],
  [
    'webp',
    drawn(0.5)
      .webp()
      .withExif({ IFD0: { Copyright: 'Shop' } }),
  ],
])('a %s tells what made it, and is the same picture [MAKE-04]', async (extension, picture) => {
  const bytes = await picture.toBuffer()
  const marked = embedAiMetadata(bytes, { extension, model: 'a<b>&"c"', size })
  const { xmpAsString = '', ...metadata } = await sharp(marked).metadata()
  expect(xmpAsString).toContain('digitalsourcetype/trainedAlgorithmicMedia"')
  expect(xmpAsString).toContain('AISystemUsed="a&lt;b>&amp;&quot;c&quot;"')
  expect(xmpAsString).toMatch(/<x:xmpmeta .*<rdf:RDF .*<\/rdf:RDF><\/x:xmpmeta>/s)
  expect(metadata).toMatchObject(size)
  expect(metadata.exif).toEqual((await sharp(bytes).metadata()).exif)
  const pixels = async (file: Buffer | undefined) => sharp(file).ensureAlpha().raw().toBuffer()
  expect((await pixels(marked)).equals(await pixels(bytes))).toBe(true)
})

test('of another format nothing is known, and a video has it in a box behind the others [MAKE-04]', () => {
  expect(embedAiMetadata(Buffer.from('GIF89a'), { extension: 'gif', model: 'm', size })).toBeUndefined()
  const marked = embedAiMetadataInVideo(briefVideo, 'veo')
  expect(marked.subarray(0, briefVideo.length).equals(briefVideo)).toBe(true)
  const box = marked.subarray(briefVideo.length)
  expect([box.readUInt32BE(0), box.toString('latin1', 4, 8)]).toEqual([box.length, 'uuid'])
  expect(box.toString()).toContain('trainedAlgorithmicMedia')
})
