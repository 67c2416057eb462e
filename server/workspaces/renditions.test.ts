import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ParserReply } from '../threads/channel.ts'
import { RenditionCache } from './rendition-cache.ts'
import { Renditions } from './renditions.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-renditions-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const nameOf = (index: number) => ({
  workspace: 'w',
  hash: String(index).padStart(64, '0'),
  key: 'k',
  extension: 'webp',
})
const bytesOf = (index: number) => Buffer.alloc(100, index)

async function sizeOnDisk(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('beyond its bound the cache drops what was used least recently [RENDITION-08]', async () => {
  let now = 1_700_000_000_000
  const open = () => new RenditionCache({ folder, maxBytes: 350, now: () => now })
  const cache = open()
  for (const index of [1, 2, 3]) await cache.write(nameOf(index), bytesOf(index))
  now += 2 * 60 * 60 * 1000
  expect(await cache.read(nameOf(1))).toEqual(bytesOf(1))
  await cache.write(nameOf(4), bytesOf(4))
  expect(await cache.read(nameOf(2))).toBeUndefined()
  expect(await cache.read(nameOf(1))).toEqual(bytesOf(1))
  for (let index = 10; index < 60; index += 1) await cache.write(nameOf(index), bytesOf(index))
  expect([cache.size, await sizeOnDisk()]).toEqual([300, 300])
  await cache.write(nameOf(99), Buffer.alloc(1000))
  expect(await sizeOnDisk()).toBeLessThanOrEqual(350)
})

test('the cache keeps its bound while many are written at once [RENDITION-08]', async () => {
  const cache = new RenditionCache({ folder, maxBytes: 350 })
  for (let index = 0; index < 3; index += 1) await cache.write(nameOf(index), bytesOf(index))
  await Promise.all(Array.from({ length: 50 }, (_, index) => cache.write(nameOf(index + 3), bytesOf(index))))
  expect(cache.size).toBeLessThanOrEqual(350)
  expect(await sizeOnDisk()).toBe(cache.size)
  await cache.write(nameOf(99), Buffer.alloc(1000))
  expect(await sizeOnDisk()).toBe(cache.size)
})

test('a large file is lent by its path, and the file is gone afterwards [RENDITION-07]', async () => {
  const cache = new RenditionCache({ folder, maxBytes: 0 })
  const size = await cache.lend(bytesOf(7), async (path) => (await stat(path)).size)
  expect([size, await sizeOnDisk()]).toEqual([100, 0])
})

test('what is kept is there after a restart, and what was not finished is not [RENDITION-08]', async () => {
  await new RenditionCache({ folder, maxBytes: 1000 }).write(nameOf(1), bytesOf(1))
  await writeFile(join(folder, 'w', 'half.webp.new'), 'half')
  const again = new RenditionCache({ folder, maxBytes: 1000 })
  expect(await again.read(nameOf(1))).toEqual(bytesOf(1))
  expect([again.size, await sizeOnDisk()]).toEqual([100, 100])
})

test('the folder may be deleted at any time, and a file that was cut is not used [RENDITION-08]', async () => {
  const cache = new RenditionCache({ folder, maxBytes: 1000 })
  await cache.write(nameOf(1), bytesOf(1))
  await rm(folder, { recursive: true })
  expect(await cache.read(nameOf(1))).toBeUndefined()
  await cache.write(nameOf(1), bytesOf(1))
  const { parentPath = '', name = '' } =
    (await readdir(folder, { recursive: true, withFileTypes: true })).find((entry) => entry.isFile()) ?? {}
  await writeFile(join(parentPath, name), 'cut')
  expect(await cache.read(nameOf(1))).toBeUndefined()
})

const look = {
  width: 96,
  height: null,
  fit: 'contain',
  format: 'webp',
  background: null,
  quality: 80,
  max_bytes: null,
} as const

function renditionsBy(parse: (signal: AbortSignal) => Promise<ParserReply>) {
  const made: AbortSignal[] = []
  const renditions = new Renditions({
    folder,
    maxBytes: 1000,
    parse: (_parser, _input, signal) => {
      made.push(signal)
      return parse(signal)
    },
  })
  const order = {
    workspace: 'w',
    hash: nameOf(1).hash,
    plan: { key: 'k', look, steps: [] },
    read: async () => bytesOf(0),
  }
  return { made, find: (signal: AbortSignal) => renditions.find(order, signal) }
}

const waits = new AbortController().signal

test('a rendition that fifty ask for at once is made once, and then comes from the cache [RENDITION-08]', async () => {
  const value = { bytes: bytesOf(1), width: 1, height: 1 }
  const { made, find } = renditionsBy(async () => ({ kind: 'answer', value }))
  const answers = await Promise.all(Array.from({ length: 50 }, () => find(waits)))
  expect(answers.every(({ bytes }) => bytes?.byteLength === 100)).toBe(true)
  expect(await find(waits)).toEqual({ bytes: bytesOf(1), isCached: true })
  expect(made).toHaveLength(1)
})

test('making ends when the last one has left, not before [RENDITION-08]', async () => {
  const running = Promise.withResolvers<ParserReply>()
  const { made, find } = renditionsBy(() => running.promise)
  const [one, other] = [new AbortController(), new AbortController()]
  const found = [find(one.signal), find(other.signal)]
  await expect.poll(() => made.length).toBe(1)
  one.abort()
  expect(made[0]?.aborted).toBe(false)
  other.abort()
  expect(made[0]?.aborted).toBe(true)
  running.resolve({ kind: 'limit', sentence: 'Nobody waits for it.' })
  expect((await Promise.all(found)).map(({ bytes }) => bytes)).toEqual([undefined, undefined])
})

test('a file that breaks what makes it is not tried again; one that was left is [RENDITION-08]', async () => {
  const { made, find } = renditionsBy(async () => ({ kind: 'limit', sentence: 'It took too long.' }))
  expect((await find(waits)).bytes).toBeUndefined()
  expect((await find(waits)).bytes).toBeUndefined()
  expect(made).toHaveLength(1)
})
