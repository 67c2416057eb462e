import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBomb, importBombs, sourceBombs } from '../testing/bombs.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'
import { startProgram } from '../testing/program.ts'

const mostMb = 600

test('an import that goes over its limits fails with a sentence, is not taken up again by a restart, and the next goes on [IMPORT-13]', async () => {
  await using workspace = await JobWorkspace.open()
  const id = await workspace.enqueue(findBomb(importBombs, 'ten million empty rows in an object').make())
  const next = await workspace.enqueue('name\nOak chair\n')
  await workspace.runner.idle()
  await workspace.restart()
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({
    status: 'failed',
    result: {
      error: {
        code: 'validation_failed',
        message: expect.stringMatching(/took more than 320 MB of memory\. Send it as CSV, or in parts\./),
      },
    },
  })
  expect(await workspace.job(next)).toMatchObject({ status: 'completed', result: { created: 1 } })
})

test('an import that is cancelled while its file is read ends with the process that reads it [JOB-10]', async () => {
  await using workspace = await JobWorkspace.open()
  const id = await workspace.enqueue(findBomb(importBombs, 'rows of 16,384 columns').make())
  while ((await workspace.job(id)).status === 'queued');
  await workspace.threads.call('cancelJob', { id })
  workspace.runner.stop(id)
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({ status: 'cancelled', result: null })
})

// What processes take can be read on Linux only.
describe.runIf(process.platform === 'linux')('the memory of the whole program', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startProgram>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-bombs-'))
    server = await startProgram(folder)
  })
  afterAll(async () => {
    await server.end()
    await rm(folder, { recursive: true })
  })

  test.each([['four million paragraphs', 'It took more than 320 MB of memory']])(
    'a source: %s [SOURCE-09]',
    async (name, sentence) => {
      const { job, peakMb } = await server.send('sources', findBomb(sourceBombs, name))
      expect(job).toMatchObject({
        status: 'failed',
        result: { error: { message: expect.stringContaining(sentence) } },
      })
      expect(peakMb).toBeLessThan(mostMb)
    },
  )

  test.each([
    ['a sheet that says it is small', 'cannot be read: too many bytes'],
    ['elements in each other', 'Row 1 is longer than 8 MiB'],
    ['lists in lists', 'nested deeper than 100 levels'],
  ])('an import: %s [IMPORT-13]', async (name, sentence) => {
    const { job, peakMb } = await server.send('imports', findBomb(importBombs, name))
    expect(job).toMatchObject({
      status: 'failed',
      result: { error: { message: expect.stringContaining(sentence) } },
    })
    expect(peakMb).toBeLessThan(mostMb)
  })
})
