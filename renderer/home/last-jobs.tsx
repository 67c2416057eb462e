import { useQuery } from '@tanstack/react-query'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { jobsQuery } from '../api/jobs-queries.ts'
import { describeJobResult, describeProgress, jobTitle } from '../jobs/describe-job.ts'
import { createLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { HomeSection, NothingYet } from './home-section.tsx'

const shownJobs = 5

/** The last imports, exports and other jobs; each opens its report. */
export function LastJobs() {
  const { api, workspace } = useWorkspace()
  const { data: jobs } = useQuery(jobsQuery(api))
  return (
    <HomeSection
      title={t('Last jobs')}
      aside={<LocationLink to={createLocation(workspace.id, 'jobs')}>{t('All jobs')}</LocationLink>}
    >
      {jobs?.length === 0 && <NothingYet>{t('Imports, exports and bulk edits are listed here.')}</NothingYet>}
      <ul className="home-list" aria-busy={jobs === undefined}>
        {jobs?.slice(0, shownJobs).map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </HomeSection>
  )
}

function JobLine({ job }: { readonly job: Job }) {
  const openDialog = useOpenDialog()
  const at = job.completed_at ?? job.created_at
  return (
    <li className="home-job" data-status={job.status}>
      <button type="button" className="home-name" onClick={() => openDialog({ kind: 'job-report', job })}>
        <span>{jobTitle(job)}</span>
      </button>
      <span className="home-hint">
        {(isTerminal(job.status) ? describeJobResult(job) : describeProgress(job)).replace(/\.$/, '')}
      </span>
      <time dateTime={at} title={formatMoment(at)}>
        {formatAgo(at)}
      </time>
    </li>
  )
}
