import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { bundledWorker } from '../testing/bundle-worker.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from './pool.ts'

type AnyCall = (name: string, input: object) => Promise<unknown>

const entry = bundledWorker(new URL('./pool.test-worker.ts', import.meta.url))

let folder: string
let file: string
let threads: WorkspaceThreads
let isOpen = false
let call: AnyCall

async function open(path = file): Promise<void> {
  threads = await openWorkspaceThreads(path, { entry })
  call = threads.call.bind(threads) as AnyCall
  isOpen = true
}

async function close(): Promise<void> {
  await threads.close()
  isOpen = false
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-pool-'))
  file = join(folder, 'shop.vitrine')
  createWorkspaceFile(file)
})

// Starting threads takes long: they are started again only after a test that closes them.
beforeEach(async () => {
  if (!isOpen) await open()
  await call('clear', {})
})

afterAll(async () => {
  if (isOpen) await close()
  rmSync(folder, { recursive: true })
})

describe('calls', () => {
  test('a read sees the write that was answered before it', async () => {
    await call('note', { key: 'a' })
    expect(await call('keys', {})).toEqual(['a'])
  })

  test('calls to the writer are done in the order in which they came', async () => {
    const received: string[] = []
    threads.onCommitted((events) => received.push(...events.map(({ id }) => id)))
    const keys = Array.from({ length: 50 }, (_, index) => `key-${index}`)
    await Promise.all(keys.map((key) => call('note', { key })))
    expect(received).toEqual(keys)
  })

  test.each(['answer', 'pooledAnswer'])('%s: bytes arrive as they were sent', async (operation) => {
    const { status, body } = (await call(operation, {})) as { status: number; body: Uint8Array }
    expect(status).toBe(200)
    expect(new TextDecoder().decode(body)).toMatch(/^\{"data":[12]\}$/)
  })

  test('a busy reader does not hold up the other one', async () => {
    // The third of several calls at once starts the second reader, which otherwise comes a while after the first.
    await Promise.all([call('keys', {}), call('keys', {}), call('keys', {})])
    let isBusy = true
    const slow = call('spin', { milliseconds: 300 }).finally(() => (isBusy = false))
    await call('keys', {})
    expect(isBusy).toBe(true)
    await slow
  })

  test('an unknown operation is refused', async () => {
    await expect(call('nothing', {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('failures', () => {
  test('an error of the domain arrives whole', async () => {
    await expect(call('noteThenThrow', { key: 'a' })).rejects.toMatchObject({
      name: 'CatalogError',
      code: 'conflict',
      message: 'No.',
      fieldErrors: [{ field: 'key', issue: 'not_unique' }],
    })
  })

  test('anything else becomes internal_error, with its stack for the log and its message hidden', async () => {
    const error = (await call('bug', {}).catch((caught: unknown) => caught)) as Error
    expect(error).toMatchObject({ name: 'CatalogError', code: 'internal_error' })
    expect(error.message).not.toContain('secret')
    expect(error.stack).toContain('a secret detail')
  })

  test('an input that cannot be sent is rejected and leaves nothing waiting', async () => {
    await expect(call('note', { key: () => 'a' })).rejects.toThrow('could not be cloned')
    expect(await call('keys', {})).toEqual([])
  })
})

const created = (id: string) => ({ id, event: 'entity.created' })

describe('committed events', () => {
  test('are heard before the caller has its answer, until the listener leaves', async () => {
    const received: unknown[] = []
    const leave = threads.onCommitted((events) => received.push(events))
    await call('note', { key: 'a' })
    expect(received).toEqual([[created('a')]])
    leave()
    await call('note', { key: 'b' })
    expect(received).toHaveLength(1)
  })

  test('of a rolled back transaction or savepoint are never heard', async () => {
    const received: unknown[] = []
    threads.onCommitted((events) => received.push(...events))
    await call('noteThenThrow', { key: 'a' }).catch(() => undefined)
    await call('noteThenUndo', { key: 'b' })
    expect(received).toEqual([created('b-kept'), created('b-after')])
    expect(await call('keys', {})).toEqual(['b-after', 'b-kept'])
  })
})

describe('a crashed thread', () => {
  test('reader: its pending calls end with internal_error and it is replaced', async () => {
    const [crash, behind] = await Promise.allSettled([call('crash', {}), call('keys', {})])
    expect(crash).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } })
    expect(behind).toMatchObject({ status: 'fulfilled' })
    expect(await Promise.all([call('keys', {}), call('keys', {}), call('keys', {})])).toEqual([[], [], []])
  })

  test('writer: the open transaction is lost, the file is free for the next writer', async () => {
    await call('note', { key: 'kept' })
    const calls = [call('crashInTransaction', { key: 'lost' }), call('note', { key: 'behind' })]
    expect(await Promise.allSettled(calls)).toMatchObject([
      { status: 'rejected', reason: { code: 'internal_error' } },
      { status: 'rejected', reason: { code: 'internal_error' } },
    ])
    await call('note', { key: 'next' })
    expect(await call('keys', {})).toEqual(['kept', 'next'])
  })
})

describe('previews of imports', () => {
  test('one after the other and side by side, each tells of its own file, also behind one that is refused', async () => {
    const rows = mkdtempSync(join(tmpdir(), 'vitrine-rows-'))
    onTestFinished(() => rmSync(rows, { recursive: true }))
    const preview = (name: string, text: string) => {
      writeFileSync(join(rows, name), text)
      return threads.previewImport({ file: join(rows, name), fields: { type: 'product' } })
    }
    expect(await preview('a.csv', 'SKU\nA-1\n')).toMatchObject({ rows: 1 })
    expect(await preview('b.csv', 'SKU\nB-1\nB-2\n')).toMatchObject({ rows: 2 })
    await expect(preview('none.csv', '')).rejects.toMatchObject({ code: 'validation_failed' })
    const both = await Promise.all([preview('c.csv', 'SKU\nC-1\n'), preview('d.csv', 'SKU\n')])
    expect(both.map(({ rows: count }) => count)).toEqual([1, 0])
    await close()
    await expect(preview('e.csv', 'SKU\n')).rejects.toMatchObject({ code: 'internal_error' })
  })
})

describe('jobs', () => {
  test('a handler writes through the writer and reads on its own connection', async () => {
    const received: unknown[] = []
    threads.onCommitted((events) => received.push(...events))
    const result = await threads.startJobThread('noteBoth', { jobId: 'job', leaseMs: 60_000, dataDir: '' })
      .finished
    expect(result).toEqual({ called: ['job-1', 'job-2'], read: ['job-1', 'job-2'] })
    expect(received).toEqual([created('job-1'), created('job-2')])
  })

  test('cancel aborts the signal of the handler', async () => {
    const job = threads.startJobThread('untilAborted', { jobId: 'job', leaseMs: 60_000, dataDir: '' })
    job.cancel()
    expect(await job.finished).toBe('stopped')
  })

  test('a job after a short one has its warm thread, one beside it another [scripts.3.2]', async () => {
    const start = (handler: string) =>
      threads.startJobThread(handler, { jobId: 'job', leaseMs: 60_000, dataDir: '' })
    const first = await start('nameThread').finished
    expect(await start('nameThread').finished).toBe(first)
    const cancelled = start('untilAborted')
    const beside = await start('nameThread').finished
    expect(beside).not.toBe(first)
    cancelled.cancel()
    await cancelled.finished
    cancelled.cancel()
    expect([first, beside]).toContain(await start('nameThread').finished)
  })

  test('closing the workspace aborts the handler and waits for it', async () => {
    const { finished } = threads.startJobThread('untilAborted', {
      jobId: 'job',
      leaseMs: 60_000,
      dataDir: '',
    })
    await close()
    expect(await finished).toBe('stopped')
  })

  test.each([
    ['crash', 'internal_error'],
    ['fail', 'not_found'],
    ['unknown', 'internal_error'],
  ])('a handler that ends by %s: rejected with %s, the workspace goes on', async (handler, code) => {
    await expect(
      threads.startJobThread(handler, { jobId: 'job', leaseMs: 60_000, dataDir: '' }).finished,
    ).rejects.toMatchObject({ code })
    await call('note', { key: 'a' })
  })

  test('a job outlives a crash of the writer: the call fails, the next ones reach the new writer', async () => {
    expect(
      await threads.startJobThread('survivesWriterCrash', { jobId: 'job', leaseMs: 60_000, dataDir: '' })
        .finished,
    ).toBe('CatalogError')
    expect(await call('keys', {})).toEqual(['after'])
  })
})

describe('opening and closing', () => {
  test('a file that cannot be opened: the reason arrives as it is', async () => {
    await expect(openWorkspaceThreads(join(folder, 'none.vitrine'), { entry })).rejects.toMatchObject({
      name: 'WorkspaceFileError',
      kind: 'missing',
    })
    await expect(openWorkspaceThreads(file, { entry })).rejects.toMatchObject({ kind: 'in_use' })
  })

  test('after an unclean end the file is checked in the background', async () => {
    await close()
    writeFileSync(`${file}-lock`, '')
    const damage = await new Promise((resolve) => {
      void openWorkspaceThreads(file, { entry, onCheckedAfterUncleanEnd: resolve }).then(
        (opened) => (threads = opened),
      )
    })
    expect(damage).toEqual([])
    await close()
  })

  test('closing answers what was called before, then leaves the file alone without side files', async () => {
    const written = call('note', { key: 'a' })
    await close()
    await written
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
    await expect(call('keys', {})).rejects.toMatchObject({ code: 'internal_error' })
    await open()
    expect(await call('keys', {})).toEqual(['a'])
  })

  test('check and backup run beside the other threads', async () => {
    await call('note', { key: 'a' })
    expect(await threads.check()).toEqual([])
    const copy = join(folder, 'copy.vitrine')
    await threads.backup(copy)
    await close()
    await open(copy)
    expect(await call('keys', {})).toEqual(['a'])
    await close()
  })
})

describe('threads of a workspace that nothing uses', () => {
  test('they end, give the file free, and start again with the next call [SPACE-11]', async () => {
    await close()
    await open()
    await call('clear', {})
    await call('note', { key: 'before' })
    expect(threads.unusedSince()).toBeGreaterThan(0)
    const resting = threads.rest()
    const read = call('keys', {})
    await resting
    expect(await read).toEqual(['before'])
    await threads.rest()
    expect(threads.isResting).toBe(true)
    expect(readdirSync(folder).filter((name) => /-lock|-wal/.test(name))).toEqual([])
    await call('note', { key: 'after' })
    expect(await call('keys', {})).toEqual(['after', 'before'])
    expect(threads.isResting).toBe(false)
  })

  test('they stay while somebody follows the changes, holds them or waits for an answer [SPACE-11]', async () => {
    const stop = threads.onCommitted(() => undefined)
    expect(threads.unusedSince()).toBeUndefined()
    stop()
    const release = threads.hold()
    await threads.rest()
    expect(threads.isResting).toBe(false)
    release()
    const slow = call('spin', { milliseconds: 50 })
    await Promise.resolve()
    expect(threads.unusedSince()).toBeUndefined()
    await slow
    expect(threads.unusedSince()).toBeGreaterThan(0)
  })

  test('who follows the changes hears of them after a rest [SPACE-11]', async () => {
    await threads.rest()
    const received: string[] = []
    threads.onCommitted((events) => received.push(...events.map(({ id }) => id)))
    await call('note', { key: 'woken' })
    expect(received).toEqual(['woken'])
    await close()
  })
})
