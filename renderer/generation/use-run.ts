import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { NewGeneration } from '#shared/generations.ts'
import type { Api } from '../api/client.ts'
import { estimateQuery, startGeneration } from '../api/generations-queries.ts'
import { isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { startedRuns } from '../state/started-jobs.ts'
import type { useChosenRows } from '../state/use-chosen-rows.ts'
import { showSuccess } from '../ui/toast.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { type RunChoices, type RunRows, toEstimateBody, toRunRows } from './run-choices.ts'
import { t } from '../ui/text.ts'

const settleMs = 300

interface RunToEstimate {
  readonly type: EntityType
  readonly choices: RunChoices
  readonly rows: ReturnType<typeof useChosenRows>
  readonly fixed: RunRows | undefined
}

export function useEstimate(api: Api, { type, choices, rows, fixed }: RunToEstimate) {
  const { scope } = choices
  const named = useQuery({
    queryKey: ['run-rows', api.workspaceId, type, scope, rows.query, rows.counts.selection] as const,
    queryFn: async () => toRunRows(await rows.choose(scope)),
    enabled: fixed === undefined,
    retry: false,
    gcTime: 0,
  })
  const ofRun = fixed ?? named.data
  const body = ofRun && choices.attributes.length > 0 ? toEstimateBody(type, choices, ofRun) : undefined
  const settled = useSettled(JSON.stringify(body ?? null), settleMs)
  const asked: NewGeneration | undefined = JSON.parse(settled) ?? undefined
  const { data, error, isFetching } = useQuery(estimateQuery(api, asked))
  const isCurrent = settled === JSON.stringify(body ?? null)
  return { body, estimate: data, error: named.error ?? error, isPricing: isFetching || !isCurrent }
}

export function useStartRun(api: Api, onStarted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewGeneration) => {
      const job = await startGeneration(api, body)
      startedRuns.remember(job.id, body)
      return job
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) })
      onStarted()
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('Generation has started'), {
        description: t('See its progress under Jobs.'),
        subject: id,
      })
    },
  })
}
