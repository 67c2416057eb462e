import type { SetAside } from '#shared/schemas/set-aside.ts'
import { message } from '#shared/messages/message.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { endForeignJobs, switchOffGeneration } from '../../store/tables/jobs.ts'

const endedSentence = message('job.from_elsewhere')
const namesTold = 20

/** Takes over a workspace file that this data folder did not have: nothing in it goes on by itself. */
export function takeOverWorkspace(tx: WritableDb, _input: object): SetAside {
  const jobs = endForeignJobs(tx, endedSentence)
  const names = switchOffGeneration(tx)
  return { jobs, auto_generated: names.length, names: names.slice(0, namesTold) }
}
