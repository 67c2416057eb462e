import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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

/** Bundles a thread entry made for tests, as the program's own is: from its sources a thread takes ten times as long to start. */
export async function bundleWorker(source: URL): Promise<URL> {
  const name = basename(source.pathname, '.ts')
  const dir = join(root, 'node_modules/.cache/vitrine-test-workers', name)
  await buildServerProgram({ entries: { [name]: fileURLToPath(source) }, core: threadCoreModules }, dir, [
    placesOfSources,
  ])
  return pathToFileURL(join(dir, `${name}.js`))
}
