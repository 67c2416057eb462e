import type { RegistryOperations } from '../registry/registry-operations.ts'
import type { ThreadStart } from './protocol.ts'
import { Thread, type ThreadEntry } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

type Name = keyof RegistryOperations
type Input<N extends Name> = Parameters<RegistryOperations[N]>[1]
type Output<N extends Name> = ReturnType<RegistryOperations[N]>

/** The thread that has the data folder's vitrine.db open. While it lives no other process can use the data folder. */
export interface RegistryThread {
  call<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  close(): Promise<void>
}

export type RegistryThreadOptions = Pick<ThreadStart, 'isReplicated' | 'isCopyWanted' | 'cluster' | 'lease'>

/** Opens (or makes) a data folder. Rejects with WorkspaceFileError, of kind in_use when another Vitrine has it. */
export async function openRegistryThread(
  dataFolder: string,
  entry: ThreadEntry = workerEntry,
  options: RegistryThreadOptions = {},
): Promise<RegistryThread> {
  let thread: Thread
  const start = (): Thread =>
    new Thread({ role: 'registry', file: dataFolder, ...options }, entry, {
      onCrash: (wasReady) => {
        if (wasReady) thread = start()
      },
    })
  thread = start()
  await thread.ready
  return {
    call: (name, input) => thread.call(name, input),
    close: () => thread.close(),
  }
}
