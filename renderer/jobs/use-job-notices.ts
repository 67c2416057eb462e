import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job } from '#shared/jobs.ts'
import type { Api } from '../api/client.ts'
import { openEventStream } from '../api/event-stream.ts'
import { jobQuery, jobsKey } from '../api/jobs-queries.ts'
import { exportOutcome } from '../exports/export-outcome.ts'
import { saveExportedFile } from '../exports/save-exported-file.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { describeEnd, nameJob } from './describe-job.ts'
import { notifyOfEnd } from './job-notifications.ts'

/** Tells when a job ends, unless a dialog that watches it is open. */
export function useJobNotices(api: Api): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      openEventStream(
        api,
        ({ event, job_id: id }) => {
          if (event.startsWith('job.') && id !== null) void tellEnd(api, queryClient, id)
        },
        () => undefined,
      ),
    [api, queryClient],
  )
}

async function tellEnd(api: Api, queryClient: QueryClient, id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) })
  const query = jobQuery(api, id)
  const watched = queryClient.getQueryCache().find({ queryKey: query.queryKey })
  const isWatched = watched !== undefined && watched.getObserversCount() > 0
  const job = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  if (!job) return
  notifyOfEnd(job)
  if (!isWatched) tell(api, job)
}

function tell(api: Api, job: Job): void {
  const title = nameJob(job)
  const description = describeEnd(job)
  const outcome = exportOutcome(job)
  if (outcome !== undefined) {
    const onPress = (): void => void saveExportedFile(api, outcome.file)
    // It stays until somebody has taken the file or does not want it.
    return showSuccess(`${title} is ready`, {
      description,
      isPassing: false,
      subject: job.id,
      action: { label: 'Download', onPress },
    })
  }
  if (job.status === 'failed') showError(`${title} failed`, { description })
  else showSuccess(`${title} ${job.status === 'cancelled' ? 'was cancelled' : 'is done'}`, { description })
}
