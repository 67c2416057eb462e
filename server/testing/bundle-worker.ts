import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
// oxlint-disable-next-line no-restricted-imports -- threads made for tests are built as those of the program are
import { buildServerProgram, threadCoreModules } from '../../main/build.ts'

const root = join(import.meta.dirname, '../..')

/** Keeps `import.meta.url` of the source, so that files next to it are still found. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  load: {
    filter: { id: /\/server\/.*\.ts$/ },
    async handler(path) {
      const place = JSON.stringify(pathToFileURL(path).href)
      return { code: (await readFile(path, 'utf8')).replaceAll('import.meta.url', place), moduleType: 'ts' }
    },
  },
}

const folder = join(root, 'node_modules/.cache/vitrine-test-workers', basename(root))
const nameOf = (source: string): string => basename(source, '.ts')

/**
 * Bundles the thread entries made for tests, as the program's own are: from its sources a thread takes ten
 * times as long to start. All are built at once, and only where the server was built anew since.
 */
export async function bundleTestWorkers(): Promise<void> {
  const serverStamp = readFileSync(join(root, 'dist/stamps/server'), 'utf8')
  const stamp = join(folder, 'stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === serverStamp) return
  const sources = globSync('server/**/*.test-worker.ts', { cwd: root })
  const entries = Object.fromEntries(sources.map((source) => [nameOf(source), join(root, source)]))
  rmSync(folder, { recursive: true, force: true })
  await buildServerProgram({ entries, files: { core: threadCoreModules } }, folder, [placesOfSources])
  writeFileSync(stamp, serverStamp)
}

/** Returns the bundled form of a thread entry made for tests. */
export function bundledWorker(source: URL): URL {
  return pathToFileURL(join(folder, `${nameOf(source.pathname)}.js`))
}
