import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const hook = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const list = fs.readdirSync
  fs.readdirSync = (folder, options) => {
    if (options?.withFileTypes) fs.appendFileSync(process.env.FOLDERS, folder + '\\n')
    return list(folder, options)
  }
  syncBuiltinESMExports()`

const noteLoaded = `
  import threads from 'node:worker_threads'
  import { writeFileSync } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  let workers = 0
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(...args) {
      super(...args)
      workers += 1
    }
  }
  syncBuiltinESMExports()
  process.on('exit', () => {
    const modules = process.moduleLoadList.map((name) => name.replace('NativeModule ', ''))
    writeFileSync(process.env.LOADED, JSON.stringify({ workers, modules }))
  })`

/** Runs a command in a process of its own; returns how many threads it has started and which modules of Node it has loaded. */
function loadedBy(folder: string, args: readonly string[]): { workers: number; modules: readonly string[] } {
  const file = join(folder, 'loaded.json')
  const program = join(import.meta.dirname, 'vitrine.mjs')
  const hooked = ['--import', `data:text/javascript,${encodeURIComponent(noteLoaded)}`, program, ...args]
  const env = { ...process.env, LOADED: file, VITRINE_DATA: join(folder, 'data') }
  const { status, stderr } = spawnSync(process.execPath, hooked, { env, encoding: 'utf8' })
  expect([status, stderr.includes('rror')]).toEqual([0, false])
  return JSON.parse(readFileSync(file, 'utf8'))
}

const fetchCode = 'internal/deps/undici/undici'

test('a command that needs no server loads neither HTTP nor threads [scripts.3.2]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { workers, modules } = loadedBy(folder, ['--version'])
  expect([workers, modules.includes('http'), modules.includes(fetchCode)]).toEqual([0, false, false])
})

test('commands without a server do small work on their own thread [scripts.3.2]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  loadedBy(folder, ['workspace', 'create', 'Shop'])
  writeFileSync(join(folder, 'two.csv'), 'sku,name\nA-1,Chair\nA-2,Table\n')
  expect(loadedBy(folder, ['import', join(folder, 'two.csv'), '--type', 'product']).workers).toBe(0)
  const { workers, modules } = loadedBy(folder, ['list', 'product', 'sku=A-1'])
  expect([workers, modules.includes(fetchCode)]).toEqual([0, false])
})

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
