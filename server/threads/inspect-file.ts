import { ParserLimitExceeded } from '../jobs/job-context.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { message } from '#shared/messages/message.ts'
import { parseApartBy } from './parse-apart.ts'

type Post = Parameters<typeof parseApartBy>[0]

// A sound file of some gigabytes is read whole within it.
const timeoutMs = 180_000

/**
 * Looks at a workspace file from elsewhere in a process of its own: whatever its schema makes SQLite do has an end. Throws
 * WorkspaceFileError for what Vitrine does not make.
 */
export function inspectFile(file: string, post: Post): Promise<void> {
  return bounded(file, () =>
    parseApartBy(post)('inspectWorkspace', { file }, { signal: new AbortController().signal, timeoutMs }),
  )
}

/** Copies what is known of such a file into a new one, in a process of its own as well. */
export function rescueFile(
  paths: { readonly file: string; readonly target: string },
  post: Post,
): Promise<void> {
  return bounded(paths.file, () =>
    parseApartBy(post)('rescueWorkspace', paths, { signal: new AbortController().signal, timeoutMs }),
  )
}

async function bounded(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    throw new WorkspaceFileError('foreign_schema', message('workspace_file.inspection_too_long', { file }))
  }
}
