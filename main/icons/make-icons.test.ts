import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIcons } from './make-icons.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-icons-'))
  await makeIcons(join(import.meta.dirname, '../../renderer/public/vitrine.svg'), join(folder, 'icons'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string): Buffer => readFileSync(join(folder, 'icons', name))

test('each PNG has the size of its name and is not empty', async () => {
  for (const name of readdirSync(join(folder, 'icons/png'))) {
    const { width, height } = await sharp(read(`png/${name}`)).metadata()
    expect(`${width}x${height}.png`).toBe(name)
  }
  const { channels } = await sharp(read('png/256x256.png')).stats()
  expect(channels[2]?.max).toBeGreaterThan(100)
})

test('the .ico lists PNGs at the places it names, 256 among them', async () => {
  const ico = read('icon.ico')
  const count = ico.readUInt16LE(4)
  const sizes = []
  for (let index = 0; index < count; index++) {
    const entry = 6 + 16 * index
    const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    const { width } = await sharp(ico.subarray(offset, offset + length)).metadata()
    expect(width % 256).toBe(ico.readUInt8(entry))
    sizes.push(width)
  }
  expect(sizes).toEqual([16, 24, 32, 48, 64, 256])
})

test('the .icns holds every block to its end, 1024 pixels among them', async () => {
  const icns = read('icon.icns')
  expect(icns.toString('latin1', 0, 4)).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const types = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    types.push(icns.toString('latin1', at, at + 4))
  expect(types).toEqual(['ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14'])
})
