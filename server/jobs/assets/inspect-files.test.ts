import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { makeRendition } from '../pictures/make-rendition.ts'
import { inspectFiles } from './inspect-files.ts'

/** An animation whose frames differ, so that none of them becomes part of another. */
function animation(frames: number): Promise<Buffer> {
  const [width, height] = [8, 8]
  const raw = Buffer.alloc(width * height * frames * 3)
  for (let row = 0; row < height * frames; row += 1)
    raw.fill((row + Math.floor(row / height)) % 2 === 0 ? 0 : 255, row * width * 3, (row + 1) * width * 3)
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ effort: 1 })
    .toBuffer()
}

const look = {
  width: 96,
  height: null,
  fit: 'contain',
  format: 'png',
  background: null,
  quality: 100,
  max_bytes: null,
} as const

test('an animation of more than 500 frames is refused, one of fewer is looked into [ASSET-05]', async () => {
  const [shorter, longer] = [await animation(500), await animation(501)]
  const inspected = await inspectFiles({ files: [{ bytes: shorter }, { bytes: longer }] })
  expect(inspected).toMatchObject([{ frames: 500 }, { fault: 'too_many_frames' }])
  expect(await makeRendition({ bytes: shorter, look, steps: [] })).toMatchObject({ width: 8 })
  expect(await makeRendition({ bytes: longer, look, steps: [] })).toEqual({ fault: 'too_many_frames' })
})

test('a picture is read from its file as from its bytes [RENDITION-07]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-inspect-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bytes = await animation(3)
  await writeFile(join(folder, 'a'), bytes)
  const [ofPath, ofBytes] = await Promise.all([
    makeRendition({ path: join(folder, 'a'), look, steps: [] }),
    makeRendition({ bytes, look, steps: [] }),
  ])
  expect(ofPath).toEqual(ofBytes)
  expect(await makeRendition({ path: join(folder, 'gone'), look, steps: [] })).toEqual({ fault: 'damaged' })
})
