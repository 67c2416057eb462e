import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QualityFinding } from '#shared/quality.ts'
import { acceptFinding, qualityKey, reopenFinding } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface Acceptance {
  readonly findings: readonly QualityFinding[]
  readonly reason: string
}

/** Says of findings that they are right, one after the other; what was said can be taken back at once. */
export function useAccept() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const reopen = useReopen()
  return useMutation({
    mutationFn: async ({ findings, reason }: Acceptance) => {
      for (const finding of findings) await acceptFinding(api, finding, reason)
    },
    onSuccess: (_answer, { findings }) =>
      showSuccess(
        t('{count, plural, one {# finding is} other {# findings are}} accepted as right', {
          count: findings.length,
        }),
        { action: { label: t('Undo'), onPress: () => reopen.mutate(findings) } },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) }),
  })
}

/** Takes acceptances back: the findings are open again. */
export function useReopen() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (findings: readonly QualityFinding[]) => {
      for (const finding of findings) await reopenFinding(api, finding)
    },
    onSuccess: (_answer, findings) =>
      showSuccess(
        t('{count, plural, one {# finding is} other {# findings are}} open again', {
          count: findings.length,
        }),
      ),
    onError: (error) => showError(t('Not all could be reopened'), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) }),
  })
}
