/**
 * `npm run dist`: builds the program and makes the installers of this platform in `release/`. Electron and the tools of
 * the installers are downloaded; where they cannot be, it ends with one line that says so.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { packedCommit } from './commit.ts'
import { findOrInstallElectron } from './find-electron.ts'
import { writeBundle } from './mcp-bundle.ts'

const root = join(import.meta.dirname, '..')
const say = (line: string): void => console.log(line)

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
const builder = join(root, 'node_modules/.bin/electron-builder')
const args = [
  `--config.extraMetadata.commit=${packedCommit()}`,
  ...(ownRuntime ? [`--config.electronDist=${ownRuntime}`] : []),
  ...process.argv.slice(2),
]
const { status } = spawnSync(builder, args, {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
