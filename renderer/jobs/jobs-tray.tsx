import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { jobsQuery } from '../api/jobs-queries.ts'
import { createPlace } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { EndedJob } from './ended-job.tsx'
import { JobStarter } from './job-starter.tsx'
import { RunningJob } from './running-job.tsx'
import { useJobNotices } from './use-job-notices.ts'
import './jobs-tray.css'
import { t } from '../ui/text.ts'

/** What runs in the background and what has ended lately; the number says how many are running. */
export function JobsTray() {
  const { api } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  useJobNotices(api)
  const { data: jobs, error } = useQuery(jobsQuery(api))
  const running = jobs?.filter(({ status }) => !isTerminal(status)).length ?? 0
  return (
    <Popover
      title={t('Jobs')}
      open={isOpen}
      onOpenChange={setOpen}
      className="jobs-tray"
      trigger={
        <button type="button" className="side-link">
          <ListChecks aria-hidden />
          <span className="side-link-text">{t('Jobs')}</span>
          {running > 0 && (
            <span className="side-count jobs-running">{t('{running} running', { running })}</span>
          )}
        </button>
      }
    >
      <h2>{t('Jobs')}</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {jobs === undefined && error === null && <Skeleton height={80} />}
      {jobs && <RecentJobs jobs={jobs} onLeave={() => setOpen(false)} />}
    </Popover>
  )
}

interface RecentJobsProps {
  readonly jobs: readonly Job[]
  /** Another page or a report is about to open. */
  readonly onLeave: () => void
}

function RecentJobs({ jobs, onLeave }: RecentJobsProps) {
  const { workspace } = useWorkspace()
  if (jobs.length === 0) {
    return (
      <p className="ui-field-hint">
        {t(
          'Nothing has run yet. Imports, exports and bulk edits work in the background and are listed here.',
        )}
      </p>
    )
  }
  const showAll = (): void => {
    onLeave()
    goTo(createPlace(workspace.id, 'jobs'))
  }
  return (
    <>
      <ul>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} onReport={onLeave} />
        ))}
      </ul>
      <Button variant="ghost" className="jobs-all" onClick={showAll}>
        {t('Show all jobs')}
      </Button>
    </>
  )
}

function JobLine({ job, onReport }: { job: Job; onReport: () => void }) {
  return (
    <li className="job-line" data-status={job.status}>
      {isTerminal(job.status) ? (
        <EndedJob job={job} onReport={onReport} />
      ) : (
        <>
          <RunningJob job={job} />
          <JobStarter job={job} />
        </>
      )}
    </li>
  )
}
