import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** What a source reads from beside itself it reads from there still. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  setup(bundle) {
    bundle.onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => {
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}

/** Bundles a thread entry made for tests, as the program's own is: from its sources a thread takes ten times as long to start. */
export async function bundleWorker(source: URL): Promise<URL> {
  const name = basename(source.pathname, '.ts')
  const outdir = join(root, 'node_modules/.cache/vitrine-test-workers', name)
  await build({
    absWorkingDir: root,
    entryPoints: { [name]: fileURLToPath(source) },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [placesOfSources],
  })
  return pathToFileURL(join(outdir, `${name}.js`))
}
