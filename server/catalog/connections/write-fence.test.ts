import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WriteFence } from './write-fence.ts'
import { makeWorkspace, openWriter } from './writer.ts'

test('[STANDBY-03] a writer commits nothing while its fence is closed, and what it was about to write is undone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fence-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'shop.vitrine')
  await makeWorkspace(file, async () => undefined)
  const fence = new WriteFence()
  const writer = await openWriter(file, { fence: fence.memory })
  onTestFinished(() => writer.close())
  const write = () => writer.write(() => 'written')
  expect(write).toThrow('still the one that writes')
  fence.openFrom(WriteFence.now(), 60_000)
  expect(write()).toBe('written')
  fence.close()
  expect(write).toThrow('still the one that writes')
})

test('[STANDBY-03] a fence is closed once either clock has passed its end, such as after a machine has slept', () => {
  const fence = new WriteFence()
  const { monotonic, wall } = WriteFence.now()
  fence.openFrom({ monotonic, wall: wall - 10_000 }, 7000)
  expect(fence.isOpen).toBe(false)
  fence.openFrom({ monotonic: monotonic - 10_000_000_000n, wall }, 7000)
  expect(fence.isOpen).toBe(false)
  fence.openFrom({ monotonic, wall }, 7000)
  expect(fence.isOpen).toBe(true)
})
