/**
 * `npm run dist`: builds the program and makes the installers of this platform in `release/`. Electron and the tools of
 * the installers are downloaded; where they cannot be, it ends with one line that says so.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { buildStale } from './build.ts'
import { packedCommit, tagsOfCommit } from './commit.ts'
import { checkVersionTag, distConfig, signUpdateLists } from './dist-config.ts'
import { findOrInstallElectron } from './find-electron.ts'
import { writeBundle } from './mcp-bundle.ts'

const root = join(import.meta.dirname, '..')
const { version } = packageJson
const say = (line: string): void => console.log(line)

checkVersionTag(tagsOfCommit(), version)
const { config, remarks } = distConfig(process.env, {
  root,
  version,
  commit: packedCommit(),
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  platform: process.platform,
})
await buildStale(say)
say(writeBundle(join(root, 'release')))
// An Electron runtime in a folder of the user's own must be named to the packager too.
const ownRuntime = process.env['ELECTRON_OVERRIDE_DIST_PATH']
if (!(await findOrInstallElectron(say))) {
  console.error(
    'No installer was made: the Electron runtime is not installed and cannot be downloaded here. Run "npm run dist" where github.com can be reached, or name an unpacked runtime with ELECTRON_OVERRIDE_DIST_PATH. "npm run dist:check" checks the layout without it.',
  )
  process.exit(1)
}
const configFile = join(root, 'release/electron-builder.json')
mkdirSync(join(root, 'release'), { recursive: true })
writeFileSync(configFile, JSON.stringify({ ...config, ...(ownRuntime && { electronDist: ownRuntime }) }))
const builder = join(root, 'node_modules/.bin/electron-builder')
const args = ['--config', configFile, '--publish', 'never', ...process.argv.slice(2)]
const { status } = spawnSync(builder, args, {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status === 0)
  for (const name of signUpdateLists(join(root, 'release'), process.env, version)) say(`Signed ${name}.`)
for (const remark of remarks) say(remark)
process.exit(status ?? 1)
