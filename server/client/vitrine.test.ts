import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { bundleClient } from './build.ts'
import { scenarios } from './testing/scenarios.mjs'

const run = promisify(execFile)
const attributes = [
  { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
  { name: 'Price', entity_type: 'product', data_type: 'number' },
]
const expected = Object.keys(scenarios).map((name) => `ok ${name}`)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'))
  file = await bundleClient(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function versionOf(program: string): number {
  try {
    return Number(execFileSync(program, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** The Node of the tests, and that of the host where it is the oldest that the package is for. */
function programs(): string[] {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'node'))
  const old = places.find((program) => versionOf(program) === 20)
  if (!old) console.warn('!! The client is not tested on Node 20: there is none on the PATH.')
  return [process.execPath, ...(old ? [old] : [])]
}

test.each(programs())('the client does on %s what it promises [surfaces.7.1]', async (program) => {
  await using server = await testServer({ attributes })
  const script = join(import.meta.dirname, 'testing/run-scenarios.mjs')
  const { stdout } = await run(program, [script, file, server.server.origin, server.key]).catch(
    (error) => error,
  )
  expect(stdout.trim().split('\n')).toEqual(expected)
})

test('it has at most 12 KB, and needs no package [surfaces.7.1]', async () => {
  expect((await stat(file)).size).toBeLessThanOrEqual(12 * 1024)
})

const parts = [
  'entities',
  'lists and batches',
  'refusals',
  'bulk edits and undo',
  'variants',
  'files',
  'events',
]

test.skipIf(!hasPython())('vitrine.py does what it promises [surfaces.7.2]', async () => {
  await using server = await testServer({ attributes })
  const script = join(import.meta.dirname, 'testing/scenarios.py')
  const { origin } = server.server
  const { stdout } = await run('python3', [script, import.meta.dirname, origin, server.key])
  expect(stdout.trim().split('\n')).toEqual(parts.map((name) => `ok ${name}`))
})

function hasPython(): boolean {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
      encoding: 'utf8',
    }).startsWith('True')
  } catch {
    console.warn('!! vitrine.py is not tested: there is no python3 of 3.10 or later.')
    return false
  }
}
