import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ExportedFile } from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import type { Api } from '../api/client.ts'
import { openEventStream } from '../api/event-stream.ts'
import { jobQuery, jobsKey } from '../api/jobs-queries.ts'
import { exportOutcome, isEmptyOfChannel } from './export-outcome.ts'
import { reviewKey } from '../api/proposals-queries.ts'
import { saveExportedFile } from './save-exported-file.ts'
import { goTo } from '../query/use-place.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { openGrid } from '../state/open-grid.ts'
import { describeEnd, nameJob, titleOfEnd } from './describe-job.ts'
import { readGeneration, reviewOf } from './generation-outcome.ts'
import { canBeUndone } from './outcome-texts.ts'
import { notifyOfEnd } from './job-notifications.ts'
import { t } from '../ui/text.ts'
import { retell } from '../ui/heard.ts'

/** Tells when a job ends, unless a dialog that watches it is open. */
export function useJobNotices(api: Api): void {
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
  if (!isWatched) tell(api, job)
}

function tell(api: Api, job: Job): void {
  const outcome = exportOutcome(job)
  if (outcome !== undefined) return showExport(api, job, outcome)
  const show = job.status === 'failed' ? showError : showSuccess
  show(titleOfEnd(job), { description: describeEnd(job), subject: job.id, ...reviewAction(api, job) })
}

/** What a run has proposed waits for somebody to decide. */
function reviewAction(api: Api, job: Job) {
  if ((readGeneration(job)?.proposed ?? 0) === 0) return {}
  return { action: { label: t('Review'), onPress: () => goTo(reviewOf(api.workspaceId, job)) } }
}

/** It stays until somebody has taken the file or does not want it. */
function showExport(api: Api, job: Job, outcome: NonNullable<ReturnType<typeof exportOutcome>>): void {
  const title = nameJob(job)
  const save = (label: string, file: ExportedFile) => ({
    label,
    onPress: (): void => void saveExportedFile(api, file),
  })
  const shared = { isPassing: false, subject: job.id }
  if (isEmptyOfChannel(outcome)) {
    const description = retell(outcome.error.message)
    showError(t('{title} is empty', { title }), {
      ...shared,
      description,
      action: save(t('Report'), outcome.report),
    })
    return
  }
  showSuccess(t('{title} is ready', { title }), {
    ...shared,
    description: describeEnd(job),
    action: save(t('Download'), outcome.file),
  })
}
