import { ParserLimitExceeded } from '../jobs/job-context.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { parseApartBy } from './parse-apart.ts'

// A sound file of some gigabytes is read whole within it.
const timeoutMs = 180_000

/**
 * Looks at a workspace file from elsewhere in a process of its own: whatever its schema makes SQLite do has an end. Throws
 * WorkspaceFileError for what Vitrine does not make.
 */
export async function inspectFile(file: string, post: Parameters<typeof parseApartBy>[0]): Promise<void> {
  const { signal } = new AbortController()
  try {
    await parseApartBy(post)('inspectWorkspace', { file }, { signal, timeoutMs, isWatched: true })
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    throw new WorkspaceFileError(
      'foreign_schema',
      `${file} was not opened: looking at it took too long or too much memory. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.`,
    )
  }
}
