import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/**
 * Makes a copy of a backup that can take the place of its workspace, on a thread of its own: checked, with its unfinished
 * jobs ended, and on the disk. Throws WorkspaceFileError for a backup that is damaged.
 */
export async function prepareRestore(backup: string, target: string): Promise<void> {
  const thread = new Thread({ role: 'maintenance', file: backup }, workerEntry)
  try {
    await thread.call('prepareRestore', { backup, target })
  } finally {
    await thread.close()
  }
}
