import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Worker } from 'node:worker_threads'
import { replicaKeepsUp, waitForReplica, WriteFence } from './write-fence.ts'
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

const second = 1_000_000_000n
const strict = { mayLagMs: 700, patienceMs: 5000, isRefusedThen: true }

function fenceLateBy(ns: bigint): WriteFence {
  const fence = new WriteFence()
  const { monotonic, wall } = WriteFence.now()
  fence.noteReplicated({ monotonic: monotonic - ns, wall })
  return fence
}

test('[STANDBY-08] a write begins where the replica is late by no more than it may, or where that does not matter', () => {
  expect(waitForReplica(fenceLateBy(60n * second).memory)).toBe(true)
  const fence = fenceLateBy(second)
  fence.boundLag({ ...strict, mayLagMs: 30_000 })
  expect(waitForReplica(fence.memory)).toBe(true)
})

test('[STANDBY-08] a write waits until the replica has caught up, which another thread notes', async () => {
  const fence = fenceLateBy(4n * second)
  fence.boundLag(strict)
  const code = `
    const { workerData: memory } = require('node:worker_threads')
    Atomics.store(memory, 2, process.hrtime.bigint() + 60n * 1_000_000_000n)
    Atomics.notify(memory, 2)`
  const worker = new Worker(code, { eval: true, workerData: fence.memory })
  expect(waitForReplica(fence.memory)).toBe(true)
  await worker.terminate()
})

test('[STANDBY-08] a replica that is late for long is not waited for', () => {
  const fence = fenceLateBy(60n * second)
  fence.boundLag(strict)
  expect(waitForReplica(fence.memory)).toBe(false)
})

test('[STANDBY-08] a write is acknowledged once the replica lacks a second at most', async () => {
  const fence = fenceLateBy(3n * second)
  expect(await replicaKeepsUp(fence.memory)).toBe(true)
  fence.boundLag(strict)
  const waiting = replicaKeepsUp(fence.memory)
  fence.noteReplicated(WriteFence.now())
  expect(await waiting).toBe(true)
  const late = fenceLateBy(60n * second)
  late.boundLag(strict)
  expect(await replicaKeepsUp(late.memory)).toBe(false)
})

test('[REPLICA-11] without a standby a late replica is waited for a while, and then keeps nothing from being written', () => {
  const fence = WriteFence.alwaysOpen()
  const { monotonic, wall } = WriteFence.now()
  fence.noteReplicated({ monotonic: monotonic - 60n * second, wall })
  fence.boundLag({ mayLagMs: 1000, patienceMs: 2000, isRefusedThen: false })
  expect([fence.isOpen, waitForReplica(fence.memory)]).toEqual([true, true])
})
