/**
 * `npm run pack:server`: the headless server as a package for any Node from 22.14 on, in `dist/npm` and as
 * a tarball in `release/`. It holds the built program and its dependency list, without the desktop shell
 * and its packages.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { packedCommit } from './commit.ts'
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
writeShrinkwrap()

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

/** Whoever installs the package gets the very packages that were tested: those of the lockfile that it needs. */
function writeShrinkwrap(): void {
  const lock = join(folder, 'package-lock.json')
  cpSync(join(root, 'package-lock.json'), lock)
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund']
  const { status: result } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result !== 0) throw new Error('npm could not reduce the lockfile to the packages of the server.')
  renameSync(lock, join(folder, 'npm-shrinkwrap.json'))
}

function manifest(): object {
  const { name, version, description, homepage, license, author, dependencies, optionalDependencies } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown> & {
      dependencies: Record<string, string>
      optionalDependencies: Record<string, string>
    }
  // The server is updated by whoever installs it.
  const { 'electron-updater': _, ...needed } = dependencies
  const optional = Object.entries(optionalDependencies).filter(([each]) => each.includes('litestream'))
  return {
    name,
    version,
    commit: packedCommit(),
    description,
    homepage,
    license,
    author,
    type: 'module',
    bin: { vitrine: 'server/cli/vitrine.mjs' },
    engines: { node: '>=22.14' },
    files: ['dist', 'server', 'team', 'team.md', 'npm-shrinkwrap.json'],
    dependencies: needed,
    optionalDependencies: Object.fromEntries(optional),
  }
}
