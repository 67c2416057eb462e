/** Work on a whole workspace file that nobody has open, each on a maintenance thread of its own. */
import type { UnpackedWorkspace } from '../jobs/packages/unpack-workspace.ts'
import type { Progress } from './channel.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

export interface LongWork {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export function unpackWorkspace(file: string, target: string, work: LongWork): Promise<UnpackedWorkspace> {
  return onThread(target, 'unpackWorkspace', { file, target }, work)
}

/** Copies a workspace for somebody to take home, while others read and write it. */
export function copyWorkspace(file: string, target: string, work: LongWork): Promise<void> {
  return onThread(file, 'exportCopy', { target }, work)
}

/**
 * Prepares a backup to replace its workspace: checked, with its jobs ended, and on disk. Throws
 * WorkspaceFileError for a damaged one.
 */
export function prepareRestore(backup: string, target: string, isNewest = false): Promise<void> {
  return onThread(backup, 'prepareRestore', { backup, target, isNewest })
}

/** Copies known rows of a foreign file into a new one. Throws WorkspaceFileError. */
export function rescueWorkspace(file: string, target: string): Promise<void> {
  return onThread(target, 'rescue', { file, target })
}

async function onThread<Result>(
  file: string,
  operation: string,
  input: unknown,
  { signal, onProgress }: Partial<LongWork> = {},
): Promise<Result> {
  signal?.throwIfAborted()
  const thread = new Thread({ role: 'maintenance', file }, workerEntry, { onProgress })
  const cancel = () => void thread.terminate()
  signal?.addEventListener('abort', cancel)
  try {
    return await thread.call<Result>(operation, input)
  } finally {
    signal?.removeEventListener('abort', cancel)
    await thread.close()
  }
}
