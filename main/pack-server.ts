/**
 * `npm run pack:server`: the headless server as a package for any Node from 22.14 on, in `dist/npm` and as a tarball in
 * `release/`. It holds the built program and names what it needs; the desktop shell and its packages are not part of it.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/npm')
const target = process.argv[2] ?? join(root, 'release')

await buildStale((line) => console.error(line))
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'server/cli'), { recursive: true })
mkdirSync(target, { recursive: true })
const isWanted = (path: string): boolean => !path.endsWith('.map')
for (const part of ['server', 'renderer']) {
  cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true, filter: isWanted })
}
cpSync(join(root, 'server/cli/vitrine.mjs'), join(folder, 'server/cli/vitrine.mjs'))
for (const file of ['LICENSE', 'docs/server.md'])
  cpSync(join(root, file), join(folder, file.replace('docs/server', 'README')))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)

const { status, stdout } = spawnSync('npm', ['pack', '--pack-destination', target, '--json', '--silent'], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(status ?? 1)
const [packed] = JSON.parse(stdout) as [{ filename: string; unpackedSize: number }]
console.log(join(target, packed.filename))

function manifest(): object {
  const { name, version, description, homepage, license, author, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  return {
    name,
    version,
    description,
    homepage,
    license,
    author,
    type: 'module',
    bin: { vitrine: 'server/cli/vitrine.mjs' },
    engines: { node: '>=22.14' },
    files: ['dist', 'server'],
    dependencies,
  }
}
