import { addFile } from '../../catalog/files/stored-files.ts'
import {
  type ImportBatch,
  importRows,
  type RowOutcome,
  startImportPass,
} from '../../catalog/imports/write/write-rows.ts'
import { dropUnusedAttributes } from '../../catalog/imports/write/undo-import.ts'
import { countPictures } from '../../catalog/imports/plan/import-state.ts'
import { startImport } from '../../catalog/imports/plan/start-import.ts'
import type { ImportTarget } from './import-target.ts'
import { type TriedImport, TriedRows } from './tried-import.ts'
import type { EventRecord } from '#shared/events.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { openTrialCopy, type TrialCopy } from '../../catalog/connections/trial-copy.ts'
import type { JobContext } from '../job-context.ts'
import { JobPace } from '../run-chunks.ts'
import { DifferenceFile } from '../result-files.ts'

/** Sees what a rehearsal writes into its copy, the copy at its end, and what it leaves to write. */
export interface RehearsalWatch {
  readonly keep: (tried: TriedImport | undefined) => void
  readonly add: (events: readonly EventRecord[]) => void
  readonly end: (read: ReadCatalog) => void
}

/**
 * A dry run really writes, into a copy of the workspace: its counts equal those of the import. The copy is
 * stored next to the uploaded file; the changes go into a file of results.
 */
export async function openRehearsal(
  context: JobContext,
  uploadedFile: string,
  results: string,
  watch?: RehearsalWatch,
): Promise<ImportTarget> {
  const { jobId } = context
  const copy = await openTrialCopy(context.read, `${uploadedFile}.rehearsal`)
  const differences = new DifferenceFile(results, jobId)
  const tried = watch && new TriedRows(copy.newest)
  let total = 0
  let pace = new JobPace(context, total)
  return {
    tried,
    start(input) {
      total = input.scan.rows
      pace = new JobPace(context, total)
      const state = copy.write((tx) => startImport(tx, input))
      copy.takeCommitted()
      return Promise.resolve(state)
    },
    makeIndexes: (names) => Promise.resolve(copy.makeIndexes(names)),
    async write(batch) {
      const { state, outcomes, events } = writeTo(copy, batch)
      if (batch.state.pass === 1) tried?.add(batch, outcomes)
      watch?.add(events)
      await differences.add(events, lastEvents(outcomes), copy.firstNewId)
      // Progress is reported only now and then, since each report is a commit of the workspace.
      const current = batch.state.pass === 1 ? batch.upTo : total
      return { state, ms: 0, isCancelled: await pace.isCancelledAt(current) }
    },
    nextPass: (input) => Promise.resolve(copy.write((tx) => startImportPass(tx, input))),
    dropAttributes: (input) => Promise.resolve(copy.write((tx) => dropUnusedAttributes(tx, input))),
    keepPicture: (picture) => Promise.resolve(copy.write((tx) => addFile(tx, picture)).path),
    enqueuePictures: ({ jobId }) => {
      const { wanted, known } = copy.read((db) => countPictures(db, jobId))
      return Promise.resolve({ wanted, already_there: known, job_id: null })
    },
    read: copy.read,
    describe() {
      watch?.end(copy.read)
      return differences.close()
    },
    async close() {
      await differences.giveUp()
      copy.discard()
    },
  }
}

function writeTo(copy: TrialCopy, batch: ImportBatch) {
  const outcomes: RowOutcome[] = []
  const { state } = copy.write((tx) => importRows(tx, batch, (outcome) => outcomes.push(outcome)))
  return { state, outcomes, events: copy.takeCommitted() }
}

/** The last event of each row that has changed something, by the number of the row. */
function lastEvents(outcomes: readonly RowOutcome[]): Map<number, number> {
  const changed = outcomes.flatMap(({ row: { row, line = row }, newest }) =>
    newest === undefined ? [] : [[line, newest] as const],
  )
  return new Map(changed)
}
