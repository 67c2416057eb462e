import type { Job } from '#shared/jobs.ts'
import { t } from '../ui/text.ts'
import { starterOf } from './describe-job.ts'

/** In a team, whose job it is. */
export function JobStarter({ job }: { job: Job }) {
  const name = starterOf(job)
  return name === undefined ? null : <p className="job-starter">{t('Started by {name}', { name })}</p>
}
