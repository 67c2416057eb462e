import type { WriteOperation } from '../../catalog/connections/writer.ts'
import type { OperationName } from '../../catalog/operations.ts'
import type { StepState } from './batch-feed.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import { openFollowedCopy } from './followed-copy.ts'
import { bind, callWith, type OpenRole, type ThreadWork } from '../../threads/roles.ts'
import type { ThreadStart } from '../../threads/channel.ts'
import { startLink } from '../../threads/thread.ts'

export interface CopyOperations {
  stateOfCopy(input: object): StepState | undefined
  takeStep(input: { readonly body: string }): void
  fetchCopy(input: object): StepState | undefined
}

/** Writes to this copy that its cluster never gets. */
const ownWrites: ReadonlySet<string> = new Set<OperationName>([
  'beginToIndex',
  'indexRows',
  'finishIndexing',
  'giveUpIndexing',
  'advanceSearch',
  'storeResults',
])

export async function openFollower(
  { file, backupFolder, commits }: ThreadStart,
  cluster: DatabaseCluster,
  work: ThreadWork,
): Promise<OpenRole> {
  const { writeOperations } = await work.operations()
  const { writer, state, apply, fetch } = await openFollowedCopy(file, { cluster, startLink, backupFolder })
  const noted = <T>(value: T): T => {
    if (commits) Atomics.add(commits, 0, 1)
    return value
  }
  const own = Object.fromEntries(Object.entries(writeOperations).filter(([name]) => ownWrites.has(name)))
  const run = (operation: WriteOperation, input: unknown) => noted(writer.write((tx) => operation(tx, input)))
  const following: CopyOperations = {
    stateOfCopy: () => state(),
    takeStep: ({ body }) => noted(apply(body)),
    fetchCopy: () => noted(fetch()),
  }
  const { isInPlace, saveCopy } = writer
  const ofFile = { isInPlace, saveCopy: ({ target }: { target: string }) => saveCopy(target) }
  return {
    operations: new Map([...bind(own, run), ...bind({ ...ofFile, ...following }, callWith)]),
    close: () => writer.close(),
  }
}
