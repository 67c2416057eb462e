import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
// Many times the files of tests at one time (some 100 MB): less is left to others. A container has 64 MB by
// default.
const neededBytes = 1024 ** 3

export function prepareEnvironment(): () => void {
  // Threads find their code compiled, as the program's threads do.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/vitrine-compiled')
  return keepFilesInMemory()
}

/**
 * Puts the temporary files of tests into memory where Linux has room; returns a function that removes
 * them. Every write to a workspace waits for the disk, which takes longer than most tests do otherwise.
 * The files of long tests are too large for it.
 */
function keepFilesInMemory(): () => void {
  if (process.platform !== 'linux' || process.env['LONG_TESTS'] || !hasRoom()) return () => undefined
  const folder = mkdtempSync(`${memory}/vitrine-tests-`)
  // Some tests access files as another user, who needs access to their folders as in the usual location.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}
