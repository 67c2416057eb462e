import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ProgramVersion {
  readonly version: string
  /** Null where neither a checkout nor a packed program says it. */
  readonly commit: string | null
  /** The versions that the program gives workspace files and vitrine.db. */
  readonly formats: { readonly workspace: number; readonly registry: number }
}

const isBuilt = !import.meta.url.endsWith('.ts')
// The built program lies one folder deeper below the root than its sources, and its migrations beside it.
const places = isBuilt
  ? { root: '../../', workspace: 'migrations', registry: 'registry-migrations' }
  : { root: '../', workspace: 'store/file/migrations', registry: 'registry/registry-migrations' }

/** The version of the program, found without opening any file of a catalog. */
export function readProgramVersion(): ProgramVersion {
  const root = pathOf(places.root)
  const packed: { version: string; commit?: string } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const { version, commit } = packed
  return {
    version,
    commit: commit ?? (existsSync(`${root}.git`) ? commitOf(root) : null),
    formats: { workspace: newestIn(places.workspace), registry: newestIn(places.registry) },
  }
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

/** Migrations are named by their versions, such as 0046-feeds.sql. */
function newestIn(folder: string): number {
  const versions = readdirSync(pathOf(folder)).map((name) => Number.parseInt(name, 10))
  return Math.max(...versions.filter((version) => !Number.isNaN(version)))
}

function commitOf(root: string): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}
