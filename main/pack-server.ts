/**
 * `npm run pack:server`: the headless server as a package for any Node from 22.14 on, in `dist/npm` and as
 * a tarball in `release/`. It holds the built program and its dependency list, without the desktop shell
 * and its packages.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { writeBundle } from './mcp-bundle.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/npm')
const target = process.argv[2] ?? join(root, 'release')

await buildStale((line) => console.error(line))
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'server/cli'), { recursive: true })
mkdirSync(target, { recursive: true })
const isPacked = (path: string): boolean => !path.endsWith('.map')
for (const part of ['server', 'renderer']) {
  cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true, filter: isPacked })
}
cpSync(join(root, 'server/cli/vitrine.mjs'), join(folder, 'server/cli/vitrine.mjs'))
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
for (const [file, packed] of [
  ['server.md', 'README.md'],
  ['team.md', 'team.md'],
] as const)
  writeFileSync(
    join(folder, packed),
    readFileSync(join(root, 'docs', file), 'utf8').replaceAll('(server.md', '(README.md'),
  )
// These files start a team server by systemd or Docker; tarballs and .env beside them are excluded.
cpSync(join(root, 'docs/team'), join(folder, 'team'), {
  recursive: true,
  filter: (path) => !/\.tgz$|\/\.env$/.test(path),
})
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)

const { status, stdout } = spawnSync('npm', ['pack', '--pack-destination', target, '--json', '--silent'], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(status ?? 1)
const [packed]: [{ filename: string; unpackedSize: number }] = JSON.parse(stdout)
console.error(writeBundle(target))
console.log(join(target, packed.filename))

function manifest(): object {
  const { name, version, description, homepage, license, author, dependencies, optionalDependencies } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown> & {
      optionalDependencies: Record<string, string>
    }
  const optional = Object.entries(optionalDependencies).filter(([each]) => each.includes('litestream'))
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
    files: ['dist', 'server', 'team', 'team.md'],
    dependencies,
    optionalDependencies: Object.fromEntries(optional),
  }
}
