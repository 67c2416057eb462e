import type { PackageInfo } from '#shared/packages.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/** Makes a workspace file of a package, on a thread of its own; there is no file where that fails or is ended by the signal. */
export async function unpackWorkspace(
  file: string,
  target: string,
  signal: AbortSignal,
): Promise<PackageInfo> {
  const thread = new Thread({ role: 'maintenance', file: target }, workerEntry)
  const cancel = () => thread.tell({ kind: 'cancel' })
  signal.addEventListener('abort', cancel)
  try {
    return await thread.call<PackageInfo>('unpackWorkspace', { file, target })
  } finally {
    signal.removeEventListener('abort', cancel)
    await thread.close()
  }
}
