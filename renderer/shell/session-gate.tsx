import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery } from '../api/session-queries.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { StartingPage } from './starting-page.tsx'
import { UnreachablePage } from './unreachable-page.tsx'
import { WorkspaceGate } from './workspace-gate.tsx'

const retryMs = 1500

/** Lets in whoever holds the owner's session; the others learn how to get one. */
export function SessionGate() {
  const { data, error, refetch } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (state.data === undefined && state.error !== null ? retryMs : false),
  })
  // Also while signed out: the changes wait for the session to come back.
  useLeaveWarning()
  if (error instanceof ApiError && error.status === 401)
    return <SignedOutPage onRetry={() => void refetch()} />
  if (data !== undefined) return <WorkspaceGate session={data} />
  return error === null ? <StartingPage /> : <UnreachablePage message={error.message} />
}
