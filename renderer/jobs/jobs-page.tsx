import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { jobNames, isTerminal, jobStatuses, type Job } from '#shared/jobs.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { jobPagesQuery } from '../api/jobs-queries.ts'
import { type JobFilter, readJobFilter } from '../query/page-filters.ts'
import { usePageParams } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { describeDuration, describeJobResult, jobStatusTexts, jobTitle } from './describe-job.ts'
import { EndedJobActions, ExportFiles, JobStarter } from './ended-job.tsx'
import { RunningJob } from './running-job.tsx'
import '../ui/page.css'
import './jobs-tray.css'

export function JobsPage() {
  const [filter, change] = usePageParams(readJobFilter)
  return (
    <div className="api-page jobs-page">
      <header>
        <h1 className="catalog-title">{t('Jobs')}</h1>
        <p className="ui-field-hint">
          {t('Imports, exports, bulk edits and all else that works in the background, newest first.')}
        </p>
      </header>
      <JobFilters filter={filter} onChange={change} />
      <Jobs filter={filter} onShowAll={() => change({})} />
    </div>
  )
}

const any = 'any'

function JobFilters({ filter, onChange }: { filter: JobFilter; onChange: (filter: JobFilter) => void }) {
  const { status: _status, ...ofAnyStatus } = filter
  const { name: _name, ...ofAnyName } = filter
  return (
    <div className="jobs-filters" role="group" aria-label={t('Filter the jobs')}>
      <Select
        label={t('State')}
        value={filter.status ?? any}
        options={[
          { value: any, label: t('Any state') },
          ...jobStatuses.map((value) => ({ value, label: jobStatusTexts()[value] })),
        ]}
        onChange={(value) => {
          const status = jobStatuses.find((known) => known === value)
          onChange({ ...ofAnyStatus, ...(status && { status }) })
        }}
      />
      <Select
        label={t('Kind')}
        value={filter.name ?? any}
        options={[
          { value: any, label: t('Any kind') },
          ...Object.entries(jobNames).map(([value, name]) => ({ value, label: t(name) })),
        ]}
        onChange={(name) => onChange({ ...ofAnyName, ...(name !== any && { name }) })}
      />
    </div>
  )
}

function Jobs({ filter, onShowAll }: { filter: JobFilter; onShowAll: () => void }) {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(jobPagesQuery(api, filter))
  const jobs = rowsOf(pages.data)
  const total = pages.data?.pages[0]?.pagination.total ?? 0
  if (pages.error) return <Notice tone="danger">{pages.error.message}</Notice>
  if (!jobs) return <Skeleton height={240} />
  if (jobs.length === 0) return <NoJobs isNarrowed={Object.keys(filter).length > 0} onShowAll={onShowAll} />
  return (
    <>
      <p role="status" className="ui-field-hint">
        {t('{total, plural, one {# job} other {# jobs}}', { total })}
      </p>
      <PageTable
        label={t('Jobs')}
        columns={[t('Job'), t('Started'), t('Duration'), t('Result'), { unseen: t('Actions') }]}
      >
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </PageTable>
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('Show earlier jobs')}
        </Button>
      )}
    </>
  )
}

function JobRow({ job }: { job: Job }) {
  const isRunning = !isTerminal(job.status)
  return (
    <tr className="job-line" data-status={job.status}>
      <th scope="row">
        {jobTitle(job)}
        <JobStarter job={job} />
      </th>
      <td>{formatMoment(job.started_at ?? job.created_at)}</td>
      <td>{describeDuration(job)}</td>
      <td className="jobs-outcome" colSpan={isRunning ? 2 : 1}>
        {isRunning ? (
          <RunningJob job={job} />
        ) : (
          <>
            <p className="job-end">{describeJobResult(job)}</p>
            <ExportFiles job={job} />
          </>
        )}
      </td>
      {!isRunning && (
        <td className="api-row-action">
          <EndedJobActions job={job} onReport={stay} />
        </td>
      )}
    </tr>
  )
}

function stay(): void {}

function NoJobs({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={ListChecks}
      title={isNarrowed ? t('No jobs match') : t('Nothing has run yet')}
      actions={isNarrowed && <Button onClick={onShowAll}>{t('Show all jobs')}</Button>}
    >
      <p>
        {isNarrowed
          ? t('Choose another state or kind, or show all of them.')
          : t('Imports, exports and bulk edits work in the background and are listed here.')}
      </p>
    </EmptyState>
  )
}
