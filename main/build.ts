/**
 * Builds what is stale into dist/: `server/` (flat, so that './worker.js' and './parser-process.js' lie beside whichever chunk starts them),
 * `main/` (ESM, imports ../server/index.js), `preload/` (the one CJS file a sandboxed page can load) and `renderer/`.
 * A part is stale when the content of its sources, the lockfile or this file differs from what its stamp says.
 */
import { createHash } from 'node:crypto'
import {
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
import type { BuildOptions, Plugin } from 'esbuild'

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

/** Builds the parts (all, or those named) whose sources have changed and tells `report` of each; an up-to-date dist costs milliseconds. */
export async function buildStale(
  report: (line: string) => void,
  names: readonly string[] = parts.map(({ name }) => name),
): Promise<void> {
  for (const part of parts.filter(({ name }) => names.includes(name))) {
    const stamp = join(dist, 'stamps', part.name)
    const fingerprint = fingerprintOf(part)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) {
      // Files that were touched but not changed: the stamp tells by its time that what is built is up to date.
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

const nodeBundle = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
} satisfies BuildOptions

/**
 * Packages of many files that every start would look up and read one by one: TypeBox in each thread with a job, Drizzle in that of the
 * registry, Fastify with what it is made of in the main program.
 */
const bundled: ReadonlySet<string> = new Set(['typebox', 'drizzle-orm', 'fastify', '@fastify/multipart'])

/** What the server loads from node_modules. */
function serverPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: object
  }
  return Object.keys(dependencies).filter((name) => !bundled.has(name))
}

/** Fastify is CommonJS: what it takes from Node and from packages that are not bundled it requires. */
const requireHere = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/** The sources load the CommonJS build of Drizzle whole; a bundle takes the few parts that are used out of its modules. */
const drizzleModules: Plugin = {
  name: 'drizzle-modules',
  setup(build) {
    const path = join(root, 'server/registry/drizzle-modules.ts')
    build.onResolve({ filter: /\/drizzle\.ts$/ }, () => ({ path }))
  },
}

/**
 * What runs on the main thread, in worker threads and in the process of the parsers shares nothing in memory. Each is built by itself,
 * because what several have in common would be split into more files, and loading costs by the file.
 */
const serverPrograms: readonly Record<string, string>[] = [
  {
    index: 'server/index.ts',
    cli: 'server/cli/main.ts',
    'formula-language': 'server/store/computed/formula-language.ts',
  },
  { worker: 'server/threads/worker.ts' },
  { 'parser-process': 'server/threads/parser-process.ts' },
]

async function buildServer(): Promise<void> {
  const { build } = await import('esbuild')
  const outdir = join(dist, 'server')
  rmSync(outdir, { recursive: true, force: true })
  for (const entryPoints of serverPrograms)
    await build({
      ...nodeBundle,
      splitting: true,
      outdir,
      entryPoints,
      chunkNames: 'chunk-[hash]',
      packages: 'bundle',
      external: serverPackages(),
      plugins: [drizzleModules],
      banner: { js: requireHere },
    })
  for (const folder of [
    'store/file/migrations',
    'registry/registry-migrations',
    'edge/openapi/reference/page',
  ])
    cpSync(join(root, 'server', folder), join(outdir, basename(folder)), { recursive: true })
}

// Main loads the server's own bundle instead of swallowing it, which keeps the thread entry beside its pool.
const serverBundle: Plugin = {
  name: 'server-bundle',
  setup(build) {
    build.onResolve({ filter: /^#server$/ }, () => ({ path: '../server/index.js', external: true }))
  },
}

async function buildMain(): Promise<void> {
  const { build } = await import('esbuild')
  for (const folder of ['main', 'preload']) rmSync(join(dist, folder), { recursive: true, force: true })
  await build({
    ...nodeBundle,
    entryPoints: ['main/index.ts'],
    outfile: join(dist, 'main/index.js'),
    plugins: [serverBundle],
  })
  await build({
    ...nodeBundle,
    entryPoints: ['main/preload.ts'],
    outfile: join(dist, 'preload/index.cjs'),
    format: 'cjs',
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
