import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../index.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { runHere } from '../testing/in-process-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-package-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'shop.zip')
let server: RunningServer

const vitrine = (...args: string[]) => runVitrine([...args, '--data', dataDir])

beforeAll(async () => {
  server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
  await vitrine('workspace', 'create', 'Shop', '--sample')
}, 30_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a workspace is saved as a package and opened under another name [PACKAGE-07]', async () => {
  const saved = await runForPeople(['package', 'create', file, '--workspace', 'Shop', '--data', dataDir])
  expect([saved.code, saved.stdout]).toMatchObject([
    0,
    expect.stringMatching(/^Saved "Shop" with \d+ attributes, \d+ entities and \d+ files to /),
  ])
  const opened = await vitrine('package', 'open', file, '--name', 'Shop of a friend')
  expect(opened).toMatchObject({ code: 0, last: { name: 'Shop of a friend' } })
  const ask = ['export', '--type', 'product', '--format', 'jsonl']
  const rows = async (workspace: string, name: string) => {
    const { last } = await vitrine(...ask, '--workspace', workspace, '--to', join(folder, name))
    return (last['result'] as { rows: number }).rows
  }
  expect(await rows('Shop of a friend', 'b.jsonl')).toBe(await rows('Shop', 'a.jsonl'))
})

test('what is in the way is told in one line with code 1, and who interrupts gets no file [PACKAGE-07]', async () => {
  expect(await vitrine('package', 'create', file, '--workspace', 'Shop')).toMatchObject({
    code: 1,
    stderr: `There is already a file ${file}. Choose another name.\n`,
  })
  expect(await vitrine('package', 'open', join(dataDir, 'vitrine.db'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no package of a workspace'),
  })
  const other = join(folder, 'other.zip')
  const args = ['package', 'create', other, '--workspace', 'Shop', '--data', dataDir]
  const ended = await runVitrine(args, AbortSignal.abort())
  expect([ended.code, ended.stderr, existsSync(other)]).toEqual([
    130,
    'The package was cancelled; there is no file.\n',
    false,
  ])
  const opened = await runVitrine(
    ['package', 'open', file, '--name', 'Stopped', '--data', dataDir],
    AbortSignal.abort(),
  )
  expect([opened.code, opened.stderr]).toEqual([130, 'The opening was cancelled; no workspace was made.\n'])
  expect(JSON.stringify((await vitrine('workspace', 'list')).lines)).not.toContain('Stopped')
})
