import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The commit that is packed, which `vitrine --version` tells. Throws outside a checkout. */
export function packedCommit(): string {
  const cwd = join(import.meta.dirname, '..')
  return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd, encoding: 'utf8' }).trim()
}

/** The tags of the commit that is packed. */
export function tagsOfCommit(): string[] {
  const cwd = join(import.meta.dirname, '..')
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd, encoding: 'utf8' })
  return tags.split('\n').filter((tag) => tag !== '')
}
