/** Uses a stand-in for Litestream, so that its starts and ends can be observed. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LitestreamProcess } from './litestream-process.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-litestream-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const record = () => join(folder, 'record')
const recorded = () =>
  existsSync(record()) ? readFileSync(record(), 'utf8').split('\n').filter(Boolean) : []

function standIn(body: string): string {
  const path = join(folder, 'litestream')
  writeFileSync(path, `#!/bin/sh\necho "start $*" >> "${record()}"\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

const untilTerminated = () => `trap 'echo told >> "${record()}"; exit 0' TERM\nwhile :; do sleep 0.05; done`

const options = (program: string) => ({
  program,
  configFile: '/c.yml',
  environment: { PATH: process.env['PATH'] ?? '' },
  onLine: () => undefined,
  onCrash: () => undefined,
})

describe.skipIf(process.platform === 'win32')('the process of Litestream', () => {
  test('[REPLICA-04] it is told to end and waited for, and its lines are heard', async () => {
    const lines: string[] = []
    const litestream = new LitestreamProcess({
      ...options(standIn(`echo '{"msg":"hello"}' >&2\n${untilTerminated()}`)),
      onLine: (line) => lines.push(line),
    })
    litestream.start()
    await expect.poll(() => lines).toEqual(['{"msg":"hello"}'])
    await litestream.stop()
    expect(recorded()).toEqual(['start replicate -config /c.yml', 'told'])
    expect(litestream.isRunning).toBe(false)
  })

  test('[REPLICA-04] it is started again when it ends by itself, each time later, and not when it was told to', async () => {
    const waits: number[] = []
    const litestream = new LitestreamProcess({
      ...options(standIn('exit 3')),
      backoffMs: { first: 5, most: 20 },
      onCrash: (reason, ms) => {
        expect(reason).toBe('exit code 3')
        waits.push(ms)
      },
    })
    litestream.start()
    await expect.poll(() => waits.length).toBeGreaterThan(3)
    await litestream.stop()
    const starts = recorded().length
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 20])
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(recorded().length).toBe(starts)
    expect(litestream.restarts).toBeGreaterThan(2)
  })

  test('a program that is not there is a crash like others', async () => {
    const reasons: string[] = []
    const litestream = new LitestreamProcess({
      ...options(join(folder, 'none')),
      onCrash: (reason) => reasons.push(reason),
    })
    litestream.start()
    await expect.poll(() => reasons).toEqual(['exit code 127'])
    await litestream.stop()
  })

  test('[REPLICA-04] it ends with the process that started it, also where that is killed', async () => {
    const module = join(import.meta.dirname, 'litestream-process.ts')
    const host = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { LitestreamProcess } from ${JSON.stringify(module)}
         const nothing = () => undefined
         new LitestreamProcess({ ...${JSON.stringify(options(standIn(untilTerminated())))}, onLine: nothing, onCrash: nothing }).start()`,
      ],
      { stdio: 'ignore' },
    )
    await expect.poll(recorded).toHaveLength(1)
    host.kill('SIGKILL')
    await expect.poll(recorded).toEqual(['start replicate -config /c.yml', 'told'])
  })
})
