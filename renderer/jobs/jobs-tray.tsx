import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState, useEffect } from 'react'
import { dataTypeTraits } from '#shared/attributes.ts'
import { findEntityType } from '#shared/entities.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { jobsQuery, jobQuery, jobsKey } from '../api/jobs-queries.ts'
import { goTo, createLocation } from '../query/location.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { quietJobs } from '../state/started-jobs.ts'
import { useWorkspace, openGrid } from '../state/workspace-context.ts'
import { EndedJob, JobStarter, saveExportedFile } from './ended-job.tsx'
import { RunningJob } from './running-job.tsx'
import './jobs-tray.css'
import { t, tMessage } from '../ui/text.ts'
import type { ExportedFile } from '#shared/exports.ts'
import type { Api } from '../api/client.ts'
import { openEventStream } from '../api/event-stream.ts'
import { exportOutcome, isEmptyOfChannel } from './export-outcome.ts'
import { reviewKey } from '../api/generations-queries.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import {
  describeJobResult,
  describeReady,
  jobTitle,
  jobEndTitle,
  readGeneration,
  reviewLocation,
} from './describe-job.ts'
import { canBeUndone } from './outcome-texts.ts'
import { notifyOfEnd } from './job-notifications.ts'

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
    goTo(createLocation(workspace.id, 'jobs'))
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

function useJobNotices(api: Api): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      openEventStream(
        api,
        ({ event, job_id: id }) => {
          if (event.startsWith('job.') && id !== null) void describeEndText(api, queryClient, id)
        },
        () => undefined,
      ),
    [api, queryClient],
  )
}

async function describeEndText(api: Api, queryClient: QueryClient, id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) })
  void queryClient.invalidateQueries({ queryKey: reviewKey(api.workspaceId) })
  const query = jobQuery(api, id)
  const watched = queryClient.getQueryCache().find({ queryKey: query.queryKey })
  const isWatched = watched !== undefined && watched.getObserversCount() > 0
  const job = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  if (!job) return
  notifyOfEnd(job)
  const grid = openGrid.get()
  const isOfGrid = job.metadata['type'] === grid?.type && job.metadata['via'] === 'app'
  if (isOfGrid && canBeUndone(job)) grid?.rememberImport(job)
  if (!isWatched && !isQuiet(job)) showEnd(api, job, makesTexts(queryClient, api, job))
}

/** A run that started by itself and goes well disturbs nobody. */
function isQuiet({ id, name, status }: Job): boolean {
  return quietJobs.has(id) || (name === 'automation' && status === 'completed')
}

/** Whether a run makes texts only, as far as the definitions are known here. */
function makesTexts(queryClient: QueryClient, api: Api, { metadata }: Job): boolean {
  const { type, attributes } = metadata
  const known = findEntityType(String(type))
  const { queryKey } = attributeConfigsQuery(api.workspaceId, known ?? 'product')
  const configs = queryClient.getQueryData(queryKey) ?? []
  const keys: readonly unknown[] = Array.isArray(attributes) ? attributes : []
  const texts = configs.filter(({ data_type: dataType }) => dataTypeTraits[dataType].isFreeText)
  return keys.length > 0 && keys.every((key) => texts.some((config) => config.key === key))
}

function showEnd(api: Api, job: Job, isText: boolean): void {
  const outcome = exportOutcome(job)
  if (outcome !== undefined) return showExport(api, job, outcome)
  if (job.metadata['asks'] === true) return showQuestion(api, job)
  const ready = describeReady(job, isText)
  const show = job.status === 'failed' ? showError : showSuccess
  show(ready ?? jobEndTitle(job), {
    description: describeJobResult(job),
    subject: job.id,
    // Proposals wait for somebody, so the message does too.
    ...(ready !== undefined && { isPassing: false }),
    ...reviewAction(api, job),
  })
}

/** A file of a watched folder that can be read in two ways has not failed: it waits. */
function showQuestion({ workspaceId }: Api, job: Job): void {
  const { file, feed } = job.metadata
  showSuccess(t('{file} of {feed} waits for an answer', { file: String(file), feed: String(feed) }), {
    description: describeJobResult(job),
    subject: job.id,
    isPassing: false,
    action: {
      label: t('Answer the question'),
      onPress: () => goTo(createLocation(workspaceId, 'connections')),
    },
  })
}

function reviewAction(api: Api, job: Job) {
  if ((readGeneration(job)?.proposed ?? 0) === 0) return {}
  return { action: { label: t('Review'), onPress: () => goTo(reviewLocation(api.workspaceId, job)) } }
}

/** Stays until the user has saved or dismissed the file. */
function showExport(api: Api, job: Job, outcome: NonNullable<ReturnType<typeof exportOutcome>>): void {
  const title = jobTitle(job)
  const save = (label: string, file: ExportedFile) => ({
    label,
    onPress: (): void => void saveExportedFile(api, file),
  })
  const shared = { isPassing: false, subject: job.id }
  if (isEmptyOfChannel(outcome)) {
    const description = tMessage(outcome.error.message, outcome.error)
    showError(t('{title} is empty', { title }), {
      ...shared,
      description,
      action: save(t('Report'), outcome.report),
    })
    return
  }
  showSuccess(t('{title} is ready', { title }), {
    ...shared,
    description: describeJobResult(job),
    action: save(t('Download'), outcome.file),
  })
}
