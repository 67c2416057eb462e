import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type RenditionFormat, renditionFormats, type RenditionLook } from '#shared/renditions.ts'
import { keysOf } from '#shared/text.ts'
import { readPictureTexts } from '../assets/picture-texts.ts'
import { createPictureFile } from '../generation/made-files.ts'
import { makeRendition } from './make-rendition.ts'

const look = (format: RenditionFormat): RenditionLook => ({
  width: 64,
  height: 64,
  fit: 'cover',
  format,
  background: '#ffffff',
  quality: 80,
  max_bytes: null,
})

const sourceOf = async (bytes: Uint8Array) =>
  readPictureTexts(await sharp(bytes).metadata()).digital_source_type

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'what a model made as %s says so in every rendition, and a photograph does not [RENDITION-03]',
  async (made) => {
    const picture = sharp({ create: { width: 90, height: 120, channels: 3, background: '#4070a0' } })
    const bytes = await picture.toFormat(made).toBuffer()
    const file = await createPictureFile({ bytes }, 'painter')
    for (const format of keysOf(renditionFormats)) {
      const steps = [{ step: 'rotate', degrees: 90 }] as const
      const rendition = await makeRendition({ bytes: file?.bytes ?? bytes, look: look(format), steps })
      if ('fault' in rendition) throw new Error(rendition.fault)
      expect([format, await sourceOf(rendition.bytes)]).toEqual([
        format,
        expect.stringMatching(/trainedAlgorithmicMedia$/),
      ])
      const plain = await makeRendition({ bytes, look: look(format), steps })
      expect('bytes' in plain && (await sourceOf(plain.bytes))).toBeUndefined()
    }
  },
)
