import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWorkspace } from '../state/workspace-context.ts'
import { countKey } from '../query/list-queries.ts'

/** Asks anew for what an import changes: definitions and counts. The grid follows the change feed. */
export function useRefreshAfterImport(): () => void {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['attributes', api.workspaceId] })
    void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
  }, [api, queryClient])
}
