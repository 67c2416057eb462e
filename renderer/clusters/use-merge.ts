import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MergeClusters, MergeClustersResult } from '#shared/clusters.ts'
import { clustersKey, mergeClusters, undoMerge } from '../api/clusters-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { useClusterPlace } from './use-clusters.ts'
import { asError } from '#shared/as-error.ts'

/** Makes the groups that are shown be looked for again. */
export function useRefreshClusters(): () => Promise<void> {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: clustersKey(api.workspaceId) }),
    [api, queryClient],
  )
}

/** Tells what a merge has changed, and takes it back when that is wished. */
export function useTellMerged(): (result: MergeClustersResult) => void {
  const { api } = useWorkspace()
  const refresh = useRefreshClusters()
  return useCallback(
    ({ changed, edit_id: edit }) => {
      const undo = async (): Promise<void> => {
        try {
          const job = await undoMerge(api, edit ?? '')
          showSuccess(job ? t('The merge is being undone') : t('The merge was undone'))
          await refresh()
        } catch (error) {
          showError(t('The merge could not be undone'), { description: asError(error).message })
        }
      }
      void refresh()
      showSuccess(
        t('{count, plural, one {# row has} other {# rows have}} another value', { count: changed }),
        {
          ...(edit !== null && { action: { label: t('Undo'), onPress: () => void undo() } }),
        },
      )
    },
    [api, refresh],
  )
}

interface Merging {
  readonly onMerged: () => void
  /** A job has begun. */
  readonly onStarted: (jobId: string) => void
}

/** Merges groups of values of an attribute. */
export function useMerge(attribute: string, { onMerged, onStarted }: Merging) {
  const { api } = useWorkspace()
  const { type } = useClusterPlace()
  const tell = useTellMerged()
  return useMutation({
    mutationFn: (groups: MergeClusters['groups']) => mergeClusters(api, { type, attribute, groups }),
    onSuccess: (answer) => {
      if ('status' in answer) return onStarted(answer.id)
      onMerged()
      tell(answer)
    },
  })
}
