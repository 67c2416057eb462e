/** Builds the package: one minified module, and a declaration beside each source; with a folder the module alone. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const folder = import.meta.dirname

/** Writes `vitrine.js` into a folder. */
export async function bundleClient(outDir: string): Promise<string> {
  const bundle = await rolldown({ input: join(folder, 'vitrine.ts'), platform: 'neutral' })
  const file = join(outDir, 'vitrine.js')
  await bundle.write({ file, format: 'esm', minify: true })
  await bundle.close()
  return file
}

if (import.meta.main) {
  const [, , given] = process.argv
  const outDir = given ?? join(folder, 'dist')
  await bundleClient(outDir)
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', outDir]
  if (given === undefined) execFileSync('npx', ['tsc', '-p', folder, ...options], { stdio: 'inherit' })
}
