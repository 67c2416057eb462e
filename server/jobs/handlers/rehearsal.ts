import { importRows } from '../../catalog/imports/import-rows.ts'
import { startImport } from '../../catalog/imports/start-import.ts'
import type { ReadableDb } from '../../store/database.ts'
import { listJobChanges } from '../../store/jobs.ts'
import { filePathOf, openWorkspaceCopy } from '../../store/workspace-copy.ts'
import type { JobContext } from '../../threads/job-thread.ts'
import type { ImportTarget } from './import-file.ts'

const maxDifferences = 100

/**
 * A dry run writes for real, into a copy of the workspace that is thrown away: its counts cannot differ from those of the
 * import it rehearses. The copy lies beside the uploaded file.
 */
export async function openRehearsal(context: JobContext, uploadedFile: string): Promise<ImportTarget> {
  const { jobId } = context
  const source = context.read(filePathOf)
  const { database, discard } = await openWorkspaceCopy(source, `${uploadedFile}.rehearsal`)
  let total = 0
  return {
    start(input) {
      total = input.scan.rows
      return Promise.resolve(database.write((tx) => startImport(tx, input)))
    },
    async write(batch) {
      const { result } = database.write((tx) => importRows(tx, batch))
      // Nobody listens to the copy, and what it keeps for listeners would grow.
      database.takeCommitted()
      return {
        result,
        ...(await context.call('reportJobProgress', { id: jobId, current: batch.upTo, total })),
      }
    },
    describe: () => ({ differences: database.read((db) => listDifferences(db, jobId)) }),
    close: () => Promise.resolve(discard()),
  }
}

interface Difference {
  readonly label: string | null
  readonly attribute: string
  readonly old: unknown
  readonly new: unknown
}

function listDifferences(db: ReadableDb, jobId: string): Difference[] {
  const events = listJobChanges(db, jobId, maxDifferences)
  const differences = events.flatMap(({ subject, changes }) => {
    const { entity } = JSON.parse(subject) as { entity: { label: string | null } }
    return (JSON.parse(changes) as Omit<Difference, 'label'>[]).map((change) => ({
      label: entity.label,
      ...change,
    }))
  })
  return differences.slice(0, maxDifferences)
}
