import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bomb, findBomb, importBombs, sourceBombs } from '../testing/bombs.ts'
import { runParsingApart } from '../testing/in-process-host.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'
import { startProgram } from '../testing/program.ts'

const maxMb = 600

type RefusedFile = readonly [name: string, sentence: string]

const sources: readonly RefusedFile[] = [
  ['a billion laughs', 'The part word/document.xml of the file declares entities'],
  ['elements in each other', 'nested deeper than 200 levels'],
]

const imports: readonly RefusedFile[] = [
  ['entities in entities', 'declares a document type with entities of its own'],
]

const isLong = process.env['LONG_TESTS'] !== undefined

const longSources: readonly RefusedFile[] = [
  ['four million paragraphs', 'It took more than 320 MB of memory'],
  ['ten million shared texts', 'more than 3,000,000 different texts'],
  ['a page of 4 GB', 'It took more than 320 MB of memory'],
  ['a page of many texts', 'It took more than 320 MB of memory'],
  ['pictures that unpack without end', 'unpacks to more than 256 MB'],
]

const longImports: readonly RefusedFile[] = [
  ['more rows than a sheet has', 'The sheet has more than 1,048,576 rows'],
  ['a sheet that says it is small', 'unpacks to more than 256 MB, or to more than it says'],
  ['a billion laughs', 'The part xl/worksheets/sheet1.xml of the file declares entities'],
  ['ten million elements in each other', 'nested deeper than 100 levels'],
  ['lists in lists', 'nested deeper than 100 levels'],
  ['elements in each other', 'Row 1 is longer than 8 MiB'],
  ['a cell of 2 GB', 'Row 1 is longer than 8 MiB'],
  ['one line of 60 MB', 'Row 2 is longer than 8 MiB'],
  ['ten million cells in a line', 'longer than 8 MiB'],
  ['ten million empty rows in an object', 'It took more than 320 MB of memory'],
  ['thirty million shared texts', 'more than 3,000,000 different texts'],
  ['a new column in every row', 'more than 5000 columns'],
  ['a sheet of 3 GB of rows', 'unpacks to more than 2048 MB'],
  ['a tag that never ends', 'Row 1 is longer than 8 MiB'],
  ['one text of 60 MB', 'Row 1 is longer than 8 MiB'],
  ['one text of 200 MB', 'Row 1 is longer than 8 MiB'],
  ['two million attributes', 'more than 100 attributes'],
]

const triedSources = [...sources, ...(isLong ? longSources : [])]
const triedImports = [...imports, ...(isLong ? longImports : [])]

test('an import that goes over its limits fails with a sentence, is not taken up again by a restart, and the next goes on [IMPORT-13]', async () => {
  await using workspace = await JobWorkspace.open({ entry: runParsingApart })
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
  await using workspace = await JobWorkspace.open({ entry: runParsingApart })
  const id = await workspace.enqueue(findBomb(importBombs, 'rows of 16,384 columns').make())
  while ((await workspace.job(id)).status === 'queued');
  await workspace.threads.call('cancelJob', { id })
  workspace.runner.stop(id)
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({ status: 'cancelled', result: null })
})

// The memory of processes can be read on Linux only.
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

  test.each(triedSources)('a source: %s [SOURCE-09]', async (name, sentence) => {
    expect(await send('sources', findBomb(sourceBombs, name))).toEqual(refusedWith(sentence))
  })

  test.each(triedImports)('an import: %s [IMPORT-13]', async (name, sentence) => {
    expect(await send('imports', findBomb(importBombs, name))).toEqual(refusedWith(sentence))
  })

  async function send(to: 'sources' | 'imports', bomb: Bomb) {
    const { job, peakMb } = await server.send(to, bomb)
    return { status: job.status, result: job.result, isWithinMemory: peakMb < maxMb }
  }
})

function refusedWith(sentence: string) {
  const error = expect.objectContaining({ message: expect.stringContaining(sentence) })
  return { status: 'failed', result: expect.objectContaining({ error }), isWithinMemory: true }
}
