/**
 * The dry run of the server's npm package: packs it, unpacks the tarball as npm would install it, and runs `vitrine` from
 * there: its version, a workspace, and a server that answers and ends in order.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installPackage } from '../server/testing/install-package.ts'

const root = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'vitrine-server-package-'))
const maxFiles = 300

try {
  const packed =
    node([join(root, 'main/pack-server.ts'), work])
      .trim()
      .split('\n')
      .at(-1) ?? ''
  const installed = installPackage(packed, work)
  const faults = check(installed)
  if (faults.length > 0) throw new Error(`The package is not as it should be:\n  ${faults.join('\n  ')}`)
  await runFrom(installed)
  console.log('The server package installs, says its version, serves, and ends in order.')
} finally {
  rmSync(work, { recursive: true, force: true })
}

function node(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function check(installed: string): string[] {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  const wanted = [
    'README.md',
    'LICENSE',
    'team.md',
    ...readdirSync(join(root, 'docs/team')).map((name) => `team/${name}`),
    'server/cli/vitrine.mjs',
    'dist/server/cli.js',
    'dist/server/page/guides/10-first-request.txt',
    'dist/renderer/index.html',
    'dist/renderer/licenses.txt',
    'npm-shrinkwrap.json',
  ]
  const unwanted = /\.(ts|tsx|map)$|\.test\.|electron|session\.key|vitrine\.db/
  return [
    ...wanted.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...files.filter((name) => unwanted.test(name)).map((name) => `${name} does not belong there`),
    ...(files.length > maxFiles ? [`it has ${files.length} files`] : []),
  ]
}

async function runFrom(installed: string): Promise<void> {
  const vitrine = join(installed, 'server/cli/vitrine.mjs')
  const data = ['--data', join(work, 'data')]
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  if (node([vitrine, '--version']).split(' ')[0] !== version)
    throw new Error('vitrine --version says another version.')
  node([vitrine, 'workspace', 'create', 'Packed', '--sample', ...data])
  const server = spawn(process.execPath, [vitrine, 'serve', '--port', '0', '--json', ...data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  const { origin, app_url: link } = JSON.parse(line) as { origin: string; app_url: string }
  const statuses = [
    await statusOf(link),
    await statusOf(`${origin}/`),
    await statusOf(`${origin}/api/v1/products`),
  ]
  server.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  if (statuses.join() !== '303,200,401' || code !== 0)
    throw new Error(`The packed server answered ${statuses.join()} and ended with ${code}.`)
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}
