import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../index.ts'
import { runVitrine } from '../testing/command-line.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/shell.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
const lines = blocks.flatMap((block) => block.split('\n').filter(Boolean))

const folder = mkdtempSync(join(tmpdir(), 'vitrine-shell-'))
const dataDir = join(folder, 'data')
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ dataDir, port: 0, logLevel: 'silent' })
  await runVitrine(['workspace', 'create', 'Shop', '--sample', '--data', dataDir])
  const program = join(import.meta.dirname, 'vitrine.mjs')
  writeFileSync(join(folder, 'vitrine'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(folder, 'vitrine'), 0o755)
}, 120_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined
const missing = ['jq', 'sqlite3'].filter((program) => !isThere(program))

/** Runs a line of the page as it is printed, in a shell without a terminal. */
function run(line: string): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const path = `${folder}${delimiter}${process.env['PATH']}`
  const env = { ...process.env, PATH: path, VITRINE_DATA: dataDir, VITRINE_WORKSPACE: 'Shop' }
  const options = { cwd: folder, env, timeout: 60_000 }
  return new Promise((resolve) => {
    // Its input is closed: a command that waits for it would wait for ever.
    const child = execFile('bash', ['-o', 'pipefail', '-c', line], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

test('the page has 40 lines and more [scripts.9.3]', () => {
  expect(lines.length).toBeGreaterThanOrEqual(40)
})

test.skipIf(process.platform === 'win32').each(lines)(
  '%s [scripts.9.3]',
  async (line) => {
    if (missing.some((program) => line.includes(program))) return
    const { status, stdout, stderr } = await run(line)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.not.stringMatching(/EPIPE|\n\s+at /),
    })
    const [, count] = /# (\d+) lines?$/.exec(line) ?? []
    const printed = stdout.split('\n').filter(Boolean).length
    expect(printed).toBe(count === undefined ? printed : Number(count))
  },
  60_000,
)
