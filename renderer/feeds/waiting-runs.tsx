import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { dropJob, feedsKey, feedsQuery } from '../api/feed-queries.ts'
import { jobsKey, jobsQuery, retryJob } from '../api/jobs-queries.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { describeWait, waitsForPerson } from '../jobs/describe-job.ts'
import { describeCounts } from './feed-texts.ts'
import { WaitingFiles } from './waiting-files.tsx'

/** Runs that would change more than usual, and files that can be read in two ways, which wait for somebody. */
export function WaitingRuns() {
  const { api } = useWorkspace()
  const { data: jobs = [] } = useQuery(jobsQuery(api))
  const { data: feeds = [] } = useQuery(feedsQuery(api))
  const waiting = jobs.filter(waitsForPerson)
  const asks = feeds.some(({ waiting: files = [] }) => files.length > 0)
  if (waiting.length === 0 && !asks) return null
  return (
    <section className="api-section" aria-labelledby="connections-waiting">
      <h2 id="connections-waiting">{t('Waiting for you')}</h2>
      <WaitingFiles />
      {waiting.length > 0 && (
        <ul className="waiting-runs">
          {waiting.map((job) => (
            <WaitingRun key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}

function WaitingRun({ job }: { job: Job }) {
  const openDialog = useOpenDialog()
  const decision = useDecision(job.id)
  const { feed, automation, file } = job.metadata
  const name = [feed, automation, file].find((one) => typeof one === 'string') ?? ''
  return (
    <li className="waiting-run">
      <div>
        <strong>{name}</strong>
        <p className="ui-field-hint">
          {describeWait(job)}
          {' · '}
          {describeCounts(job)}
          {' · '}
          {formatAgo(job.created_at)}
        </p>
      </div>
      <Button
        variant="ghost"
        aria-label={t('Look at it: {name}', { name })}
        onClick={() => openDialog({ kind: 'job-report', job })}
      >
        {t('Look at it')}
      </Button>
      <Allowed to="jobs">
        <Button
          variant="ghost"
          aria-label={t('Drop {name}', { name })}
          busy={decision.isPending}
          onClick={() => decision.mutate('drop')}
        >
          {t('Drop')}
        </Button>
        <Button
          variant="primary"
          aria-label={t('Let it go: {name}', { name })}
          busy={decision.isPending}
          onClick={() => decision.mutate('go')}
        >
          {t('Let it go')}
        </Button>
      </Allowed>
    </li>
  )
}

function useDecision(id: string) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: 'go' | 'drop') =>
      decision === 'go' ? retryJob(api.workspaceId, id) : dropJob(api, id),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) }),
        queryClient.invalidateQueries({ queryKey: feedsKey(api.workspaceId) }),
      ]),
    onError: (error) => showError(t('The run was not changed'), { description: error.message }),
  })
}
