import { type IndexName, makeIndexesFor } from '../make-index.ts'
import type { ImportState } from '../../catalog/imports/plan/import-state.ts'
import type { StartImport } from '../../catalog/imports/plan/start-import.ts'
import type { ImportBatch, WrittenBatch } from '../../catalog/imports/write/write-rows.ts'
import type { dropUnusedAttributes } from '../../catalog/imports/write/undo-import.ts'
import type { EnqueuePictures } from '../../catalog/job-queue/enqueue-import.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import type { ImportResult } from '#shared/jobs.ts'
import type { JobContext } from '../job-context.ts'
import type { TriedRows } from './tried-import.ts'

/** The target of rows: the workspace's writer, or a copy of the workspace for a dry run. */
export interface ImportTarget {
  start(input: StartImport): Promise<ImportState>
  makeIndexes(names: readonly IndexName[]): Promise<void>
  write(batch: ImportBatch): Promise<WrittenBatch>
  nextPass(input: Pick<ImportBatch, 'jobId' | 'state'>): Promise<ImportState>
  /** Removes attributes of an import without a written row; returns the keys of the remaining ones. */
  dropAttributes(input: DropAttributes): Promise<string[]>
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
  enqueuePictures(input: EnqueuePictures): Promise<NonNullable<ImportResult['pictures']>>
  readonly read: ReadCatalog
  /** The rows that a try passes on to the real run. */
  readonly tried?: TriedRows | undefined
  describe(): Promise<object>
  close(): Promise<void>
}

type DropAttributes = Parameters<typeof dropUnusedAttributes>[1]

export function writerTarget(context: JobContext): ImportTarget {
  return {
    start: (input) => context.call('startImport', input),
    makeIndexes: (names) => makeIndexesFor(context, names),
    write: (batch) => context.call('importRows', batch),
    nextPass: (input) => context.call('startImportPass', input),
    dropAttributes: (input) => context.call('dropUnusedAttributes', input),
    keepPicture: async (file) => (await context.call('addFile', file)).path,
    enqueuePictures: (input) => context.call('enqueuePictures', input),
    read: (fn) => context.read(fn),
    describe: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  }
}
