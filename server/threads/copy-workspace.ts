import type { UnpackOptions } from './unpack-workspace.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/**
 * Copies a workspace for somebody to take along, on a thread of its own, while others read and write it. Where it fails or is
 * aborted the thread has ended, and what it left beside the target is for whoever aborts to remove.
 */
export async function copyWorkspace(
  file: string,
  target: string,
  { signal, onProgress }: UnpackOptions,
): Promise<void> {
  signal.throwIfAborted()
  const thread = new Thread({ role: 'maintenance', file }, workerEntry, { onProgress })
  const cancel = () => void thread.terminate()
  signal.addEventListener('abort', cancel)
  try {
    await thread.call('copyForHome', { target })
  } finally {
    signal.removeEventListener('abort', cancel)
    await thread.close()
  }
}
