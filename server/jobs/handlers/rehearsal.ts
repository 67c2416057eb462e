import type { Difference } from '#shared/jobs.ts'
import type { EventRecord } from '#shared/events.ts'
import { addFile } from '../../catalog/files/stored-files.ts'
import { importRows, startImportPass } from '../../catalog/imports/import-rows.ts'
import { startImport } from '../../catalog/imports/start-import.ts'
import { openTrialCopy } from '../../catalog/connections/trial-copy.ts'
import type { JobContext } from '../job-context.ts'
import { JobPace } from '../job-pace.ts'
import { PagedFileWriter, resultPath } from '../result-files.ts'
import type { ImportTarget } from './import-file.ts'

/**
 * A dry run writes for real, into a copy of the workspace that is thrown away: its counts cannot differ from those of the
 * import it rehearses. The copy lies beside the uploaded file; what would change is kept in a file of the results.
 */
export async function openRehearsal(
  context: JobContext,
  uploadedFile: string,
  results: string,
): Promise<ImportTarget> {
  const { jobId } = context
  const copy = await openTrialCopy(context.read, `${uploadedFile}.rehearsal`)
  const file = new PagedFileWriter(resultPath(results, jobId, 'differences'))
  const sample = new Sample()
  let total = 0
  let pace = new JobPace(context, total)
  return {
    start(input) {
      total = input.scan.rows
      pace = new JobPace(context, total)
      const state = copy.write((tx) => startImport(tx, input))
      copy.takeCommitted()
      return Promise.resolve(state)
    },
    makeIndexes(names) {
      copy.makeIndexes(names)
      return Promise.resolve()
    },
    async write(batch) {
      const marks = new Map<number, number>()
      const { state } = copy.write((tx) => importRows(tx, batch, (row, sequence) => marks.set(row, sequence)))
      const differences = toDifferences(copy.takeCommitted(), marks).map((difference) =>
        difference.id !== null && difference.id > copy.firstNewId ? { ...difference, id: null } : difference,
      )
      sample.add(differences)
      await file.add(differences)
      // Of each batch it would cost a commit of the workspace, which the dry run has no other use for.
      const current = batch.state.pass === 1 ? batch.upTo : total
      // Nobody waits for the copy.
      return { state, ms: 0, isCancelled: await pace.isCancelledAt(current) }
    },
    nextPass: (input) => Promise.resolve(copy.write((tx) => startImportPass(tx, input))),
    keepPicture: (picture) => Promise.resolve(copy.write((tx) => addFile(tx, picture)).path),
    read: copy.read,
    async describe() {
      await file.close()
      return { differences: sample.list, differences_total: file.count }
    },
    close: () => Promise.resolve(copy.discard()),
  }
}

/** The events of a batch, each with the row behind whose start and before whose end it was recorded. */
function toDifferences(events: readonly EventRecord[], marks: ReadonlyMap<number, number>): Difference[] {
  const ends = [...marks]
  let index = 0
  return events.flatMap((event) => {
    while (index < ends.length - 1 && (ends[index]?.[1] ?? 0) < event.sequence) index += 1
    return ofEvent(event, ends[index]?.[0] ?? 0)
  })
}

function ofEvent({ event, entity, changes }: EventRecord, row: number): Difference[] {
  const isNew = event === 'entity.created'
  if (!entity || !(isNew || event === 'entity.updated')) return []
  const place = { row, status: isNew ? 'created' : 'updated', ...entity } as const
  return changes.map((change) => ({
    ...place,
    attribute: change.attribute,
    old: change.old,
    new: change.new,
  }))
}

const maxSample = 100

/** The first differences for the result of the job; changes of what is there count more than what would be new. */
class Sample {
  readonly #updated: Difference[] = []
  readonly #created: Difference[] = []

  add(differences: readonly Difference[]): void {
    for (const difference of differences) {
      const list = difference.status === 'updated' ? this.#updated : this.#created
      if (list.length < maxSample) list.push(difference)
    }
  }

  get list(): readonly Difference[] {
    return [...this.#updated, ...this.#created].slice(0, maxSample)
  }
}
