import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
// Many times what tests keep at once (some 100 MB): less is left to others. A container has 64 MB at first.
const neededBytes = 1024 ** 3

/** What unit, browser and desktop tests set up alike; gives what takes it back. */
export function prepareEnvironment(): () => void {
  // Threads find their code compiled, as those of the program do.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/vitrine-compiled')
  return keepFilesInMemory()
}

/**
 * Puts the temporary files of tests into memory where Linux has room for them, and gives what takes them out again. Every write
 * to a workspace waits for the disk, which for files that nobody keeps takes longer than most tests do otherwise. Long tests
 * make files too large for it.
 */
function keepFilesInMemory(): () => void {
  if (process.platform !== 'linux' || process.env['LONG_TESTS'] || !hasRoom()) return () => undefined
  const folder = mkdtempSync(`${memory}/vitrine-tests-`)
  // Some tests try files as another user, who has to reach their folders as in the usual place.
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
