import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { countKey } from '../api/entities-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'

/** Asks anew for what an import changes: definitions and counts. The grid follows the change feed. */
export function useRefreshAfterImport(): () => void {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['attributes', api.workspaceId] })
    void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
  }, [api, queryClient])
}
