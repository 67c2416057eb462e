import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const hook = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const list = fs.readdirSync
  fs.readdirSync = (folder, options) => {
    if (options?.recursive) fs.appendFileSync(process.env.FOLDERS, folder + '\\n')
    return list(folder, options)
  }
  syncBuiltinESMExports()`

test.skipIf(process.platform === 'win32')(
  'a server looks once whether what is built is up to date, although it takes the place of the process that was started',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const noted = join(folder, 'folders.txt')
    const program = join(import.meta.dirname, 'vitrine.mjs')
    const args = ['serve', '--port', '0', '--json', '--data', join(folder, 'data')]
    const server = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, program, ...args],
      {
        env: { ...process.env, FOLDERS: noted },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(server.stdout, 'data')
    server.kill('SIGTERM')
    await once(server, 'exit')

    const source = join(import.meta.dirname, '..')
    const listed = readFileSync(noted, 'utf8').split('\n')
    expect(listed.filter((name) => name === source)).toHaveLength(1)
  },
)
