import type { PackageInfo } from '#shared/packages.ts'
import type { Progress } from './protocol.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

export interface UnpackOptions {
  /** Ends the thread where it stands: whoever aborts removes what it has left. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Makes a workspace file of a package, on a thread of its own; where that fails or is aborted the thread has ended. */
export async function unpackWorkspace(
  file: string,
  target: string,
  { signal, onProgress }: UnpackOptions,
): Promise<PackageInfo> {
  signal.throwIfAborted()
  const thread = new Thread({ role: 'maintenance', file: target }, workerEntry, { onProgress })
  const cancel = () => void thread.terminate()
  signal.addEventListener('abort', cancel)
  try {
    return await thread.call<PackageInfo>('unpackWorkspace', { file, target })
  } finally {
    signal.removeEventListener('abort', cancel)
    await thread.close()
  }
}
