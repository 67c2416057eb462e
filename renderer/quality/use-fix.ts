import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { FixResult, QualityFix } from '#shared/quality.ts'
import { resultError } from '../jobs/outcome-texts.ts'
import { undoEdit } from '../api/changes-queries.ts'
import type { Api } from '../api/client.ts'
import { fixValues, qualityKey } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess, toMessage } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

const pollMs = 400

/** The result of a fix, also where a job makes it. */
export async function awaitFix(api: Api, answer: FixResult | Job, signal?: AbortSignal): Promise<FixResult> {
  if (!('status' in answer)) return answer
  let job = answer
  while (!isTerminal(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const input = { path: { id: job.id }, ...(signal && { signal }) }
    job = (await api.call('GET /jobs/{id}', input)).data
  }
  if (job.status !== 'completed') throw new Error(resultError(job.result) ?? t('The fix was stopped.'))
  return job.result as unknown as FixResult
}

/** Mends values in one step and tells what came of it, with an undo. */
export function useFix(onFixed: () => void) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) })
  const undo = async (editId: string): Promise<void> => {
    try {
      await undoEdit(api, editId)
      showSuccess(t('The fix was undone'))
    } catch (error) {
      showError(t('The fix was not undone'), { description: toMessage(error) })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: async (body: QualityFix) => awaitFix(api, await fixValues(api, body)),
    onSuccess: ({ changed, edit_id: editId }) => {
      onFixed()
      showSuccess(
        t('{count, plural, one {# value} other {# values}} changed', { count: changed }),
        editId === null ? {} : { action: { label: t('Undo'), onPress: () => void undo(editId) } },
      )
    },
    onSettled: refresh,
  })
}
