import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const source = join(import.meta.dirname, '../grid-peers')

/** Installs the other grids where they are not yet there, and builds a page of each; returns the folder with the pages. */
export async function buildPeers(log: (line: string) => void): Promise<string> {
  if (!existsSync(join(source, 'node_modules'))) {
    log('Installing the grids to compare with')
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', args, { cwd: source, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  }
  const outdir = join(source, 'dist')
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    build: {
      outDir: outdir,
      target: 'chrome130',
      cssCodeSplit: true,
      rolldownOptions: {
        input: { ag: join(source, 'ag.ts'), glide: join(source, 'glide.tsx') },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
  return outdir
}
