import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBomb, importBombs, sourceBombs } from '../testing/bombs.ts'
import { startProgram } from '../testing/program.ts'

/** The bombs that take longest, or the most memory on the way; the others are tried with every change (bombs.test.ts). */
const mostMb = 600

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

  test.each([
    ['ten million shared texts', 'It took more than 320 MB of memory'],
    ['a page of 4 GB', 'It took more than 320 MB of memory'],
    ['a page of many texts', 'It took more than 320 MB of memory'],
    ['pictures that unpack without end', 'unpacks to more than 256 MB'],
  ])('a source: %s [SOURCE-09]', async (name, sentence) => {
    const { job, peakMb } = await server.send('sources', findBomb(sourceBombs, name))
    expect(job).toMatchObject({
      status: 'failed',
      result: { error: { message: expect.stringContaining(sentence) } },
    })
    expect(peakMb).toBeLessThan(mostMb)
  })

  test.each([
    ['a cell of 2 GB', 'Row 1 is longer than 8 MiB'],
    ['one line of 60 MB', 'Row 2 is longer than 8 MiB'],
    ['ten million cells in a line', 'longer than 8 MiB'],
    ['ten million empty rows in an object', 'It took more than 320 MB of memory'],
    ['thirty million shared texts', 'more than 3,000,000 different texts'],
    ['a new column in every row', 'more than 5000 columns'],
    ['a sheet of 3 GB of rows', 'unpacks to more than 2048 MB'],
    ['a tag that never ends', 'Row 1 is longer than 8 MiB'],
    ['one text of 60 MB', 'Row 1 is longer than 8 MiB'],
  ])('an import: %s [IMPORT-13]', async (name, sentence) => {
    const { job, peakMb } = await server.send('imports', findBomb(importBombs, name))
    expect(job).toMatchObject({
      status: 'failed',
      result: { error: { message: expect.stringContaining(sentence) } },
    })
    expect(peakMb).toBeLessThan(mostMb)
  })
})
