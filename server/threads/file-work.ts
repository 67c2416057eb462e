/** Work on a whole workspace file by somebody who has none open: each on a maintenance thread of its own, which has ended when the work has. */
import type { UnpackedWorkspace } from '../jobs/packages/unpack-workspace.ts'
import type { Progress } from './channel.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

export interface LongWork {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Makes a workspace file of a package. */
export function unpackWorkspace(file: string, target: string, work: LongWork): Promise<UnpackedWorkspace> {
  return onThread(target, 'unpackWorkspace', { file, target }, work)
}

/** Copies a workspace for somebody to take along, while others read and write it. */
export function copyWorkspace(file: string, target: string, work: LongWork): Promise<void> {
  return onThread(file, 'exportCopy', { target }, work)
}

/**
 * Makes a copy of a backup that can take the place of its workspace: checked, with its unfinished jobs ended, and on the disk.
 * Throws WorkspaceFileError for a backup that is damaged.
 */
export function prepareRestore(backup: string, target: string, isNewest = false): Promise<void> {
  return onThread(backup, 'prepareRestore', { backup, target, isNewest })
}

/** Copies what is known of a file that is not opened as it is into a new one. Throws WorkspaceFileError. */
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
