/**
 * Builds stale parts of dist/: `server/` (flat, so that './worker.js' and './parser-process.js' lie next
 * to any chunk that starts them), `main/` (ESM), `preload/` (the one CJS file a sandboxed page can load)
 * and `renderer/`. A stamp holds the digest of the sources, the lockfile and this file.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { InputOptions, OutputOptions, Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

interface Part {
  readonly name: string
  readonly sources: readonly string[]
  build(): Promise<void>
}

const parts: readonly Part[] = [
  { name: 'server', sources: ['server', 'shared'], build: buildServer },
  { name: 'main', sources: ['main', 'shared'], build: buildMain },
  { name: 'icons', sources: ['renderer/public', 'main/icons'], build: buildIcons },
  { name: 'renderer', sources: ['renderer', 'shared'], build: buildRenderer },
]

/**
 * Builds the parts (all, or those named) whose sources have changed and reports each to `report`; an
 * up-to-date dist costs milliseconds.
 */
export async function buildStale(
  report: (line: string) => void,
  names: readonly string[] = parts.map(({ name }) => name),
): Promise<void> {
  for (const part of parts.filter(({ name }) => names.includes(name))) {
    const stamp = join(dist, 'stamps', part.name)
    const fingerprint = fingerprintOf(part)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) {
      // The files were touched but not changed: the newer time of the stamp records that the build is up to
      // date.
      utimesSync(stamp, new Date(), new Date())
      continue
    }
    const started = performance.now()
    rmSync(stamp, { force: true })
    await part.build()
    mkdirSync(join(dist, 'stamps'), { recursive: true })
    writeFileSync(stamp, fingerprint)
    report(`Built the ${part.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
}

function fingerprintOf({ sources }: Part): string {
  const files = globSync(
    sources.map((folder) => `${folder}/**/*.*`),
    { cwd: root },
  ).filter((file) => !/\.test\.tsx?$/.test(file))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), 'package-lock.json', 'package.json', 'main/build.ts']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const nodeInput = {
  cwd: root,
  platform: 'node',
  transform: { target: 'node22' },
  tsconfig: false,
  logLevel: 'warn',
  // A module of the core chunk may also be imported dynamically elsewhere.
  checks: { ineffectiveDynamicImport: false },
} satisfies InputOptions

const nodeOutput = { format: 'esm', sourcemap: true } satisfies OutputOptions

/** Packages with many files, bundled because reading each file would slow down every start. */
const bundled: ReadonlySet<string> = new Set([
  'typebox',
  'drizzle-orm',
  'fastify',
  '@fastify/multipart',
  'intl-messageformat',
  'pino',
  'ajv',
  'ajv-formats',
])

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const loadedPackages = Object.keys(dependencies).filter((name) => !bundled.has(name))

function isLoadedFromPackages(id: string): boolean {
  return loadedPackages.some((name) => id === name || id.startsWith(`${name}/`))
}

function isPackage(id: string): boolean {
  return !/^[./#]/.test(id)
}

/** Bundles Drizzle's ES modules instead of its CommonJS build, so that unused code is left out. */
const drizzleModules: Plugin = {
  name: 'drizzle-modules',
  resolveId: {
    filter: { id: /\/drizzle\.ts$/ },
    handler: () => join(root, 'server/registry/drizzle-modules.ts'),
  },
}

/**
 * Routes are compared without code of their own for each part of a path, which takes a tenth of the start of
 * a command.
 */
const uncompiledPrefixes: Plugin = {
  name: 'uncompiled-prefixes',
  transform: {
    filter: { id: /find-my-way\/lib\/node\.js$/ },
    handler: (code) => {
      const compiled = /return new Function\('path', 'i', .*/
      if (!compiled.test(code)) throw new Error('find-my-way compiles its prefixes in another way now.')
      return code.replace(compiled, 'return (path, i) => path.startsWith(prefix, i)')
    },
  },
}

interface ServerProgram {
  readonly entries: Record<string, string>
  /** The modules that begin files of their own, with all that they import; a module is in the first that has it. */
  readonly files: Record<string, readonly string[]>
}

export const threadCoreModules = [
  'server/threads/serve-thread.ts',
  'server/catalog/operations.ts',
  'server/catalog/connections/reader.ts',
  'server/catalog/connections/writer.ts',
]

/** Each process and thread type has its own bundle; code needed at startup is in one file. */
const serverPrograms: readonly ServerProgram[] = [
  {
    entries: {
      index: 'server/index.ts',
      cli: 'server/cli/main.ts',
      'formula-language': 'server/store/computed/formula-language.ts',
    },
    files: {
      // A command for a running server reads no more than this.
      command: ['server/cli/main.ts'],
      core: ['server/build-app.ts', 'server/data-folder.ts', 'server/listen.ts'],
      // One command without a server runs all roles on its own thread.
      threads: [
        'server/one-command-threads.ts',
        ...threadCoreModules,
        'server/registry/registry.ts',
        'server/registry/registry-operations.ts',
      ],
    },
  },
  { entries: { worker: 'server/worker.ts' }, files: { core: threadCoreModules } },
  {
    entries: { 'parser-process': 'server/threads/parser-process.ts' },
    files: { core: ['server/threads/serve-thread.ts'] },
  },
]

async function buildServer(): Promise<void> {
  const outdir = join(dist, 'server')
  rmSync(outdir, { recursive: true, force: true })
  for (const program of serverPrograms) await buildServerProgram(program, outdir)
  for (const folder of [
    'store/file/migrations',
    'registry/registry-migrations',
    'edge/openapi/reference/page',
  ])
    cpSync(join(root, 'server', folder), join(outdir, basename(folder)), { recursive: true })
  addToDocs(join(outdir, 'page'))
}

/** Files of other folders that the documents at `/docs/` offer: the clients and the changelog. */
function addToDocs(folder: string): void {
  execFileSync(process.execPath, [join(root, 'server/client/build.ts'), folder])
  for (const file of ['server/client/vitrine.py', 'CHANGELOG.md'])
    copyFileSync(join(root, file), join(folder, basename(file)))
}

export async function buildServerProgram(
  { entries, files }: ServerProgram,
  dir: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  const { rolldown } = await import('rolldown')
  const groups = Object.entries(files).map(([name, begin]) => ({ name, begin, modules: new Set<string>() }))
  const bundle = await rolldown({
    ...nodeInput,
    input: entries,
    external: isLoadedFromPackages,
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      drizzleModules,
      uncompiledPrefixes,
      ...groups.map(({ begin, modules }) => collectModules(begin, modules)),
      ...plugins,
    ],
  })
  await bundle.write({
    ...nodeOutput,
    dir,
    chunkFileNames: 'chunk-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: groups.map(({ name, modules }, index) => ({
        name,
        test: (id: string) => modules.has(id),
        priority: groups.length - index,
      })),
    },
  })
  await bundle.close()
}

function collectModules(files: readonly string[], modules: Set<string>): Plugin {
  return {
    name: 'collect-modules',
    buildEnd() {
      const pending = files.map((file) => join(root, file))
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        if (modules.has(id)) continue
        modules.add(id)
        pending.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

// Main imports the server bundle, so that the worker entry stays next to the code that starts it.
const serverBundle: Plugin = {
  name: 'server-bundle',
  resolveId: { filter: { id: /^#server$/ }, handler: () => ({ id: '../server/index.js', external: true }) },
}

async function buildMain(): Promise<void> {
  const { build } = await import('rolldown')
  for (const folder of ['main', 'preload']) rmSync(join(dist, folder), { recursive: true, force: true })
  await build({
    ...nodeInput,
    input: 'main/index.ts',
    external: isPackage,
    plugins: [serverBundle],
    output: { ...nodeOutput, file: join(dist, 'main/index.js'), codeSplitting: false },
  })
  await build({
    ...nodeInput,
    input: 'main/preload.ts',
    external: isPackage,
    output: { ...nodeOutput, file: join(dist, 'preload/index.cjs'), format: 'cjs' },
  })
}

async function buildIcons(): Promise<void> {
  const { makeIcons } = await import('./icons/make-icons.ts')
  await makeIcons(join(root, 'renderer/public/vitrine.svg'), join(dist, 'icons'))
}

async function buildRenderer(): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'renderer/vite.config.ts'),
    root: join(root, 'renderer'),
    logLevel: 'warn',
    build: { outDir: join(dist, 'renderer'), emptyOutDir: true },
  })
}

if (process.argv[1] === import.meta.filename) await buildStale((line) => console.log(line))
