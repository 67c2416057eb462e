import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { jobsKey, retryJob } from '../api/jobs-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface RetryButtonProps {
  job: Job
  name: string
  text?: string
}

/** Has a job that failed or waits go on from where it was. */
export function RetryButton({ job, name, text = t('Try again') }: RetryButtonProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryJob(workspace.id, job.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) }),
    onError: (error) =>
      showError(t('{name} could not be tried again', { name }), { description: error.message }),
  })
  return (
    <Button
      variant="ghost"
      aria-label={`${text}: ${name}`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {text}
    </Button>
  )
}
