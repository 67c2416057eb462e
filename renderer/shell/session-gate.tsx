import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { SessionInfo, Workspace } from '#shared/app-surface.ts'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery, sessionKey } from '../api/session-queries.ts'
import { SignedOutPage, StartingPage, UnreachablePage } from './session-pages.tsx'
import { createPlace } from '../query/place.ts'
import { goTo, useIsStart, usePlace } from '../query/use-place.ts'
import { Frame } from './frame.tsx'
import { rememberRecent } from '../workspaces/recent-workspaces.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { UnknownWorkspacePage } from '../workspaces/unknown-workspace-page.tsx'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { t } from '../ui/text.ts'

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

const LazyStart = lazyPart(async () => (await import('../workspaces/start-page.tsx')).StartPage)

const lastWorkspaceKey = 'vitrine.workspace'

/** Finds the workspace that the address names; without one, the last that was open, else the first. */
function WorkspaceGate({ session }: { session: SessionInfo }) {
  const { place } = usePlace()
  const isStart = useIsStart()
  const { workspaces } = session
  const workspace = isStart ? undefined : workspaces.find(({ id }) => id === place.workspaceId)
  const isLookedUp = useFreshList(workspace === undefined ? place.workspaceId : undefined)

  useEffect(() => {
    const start = !isStart && place.workspaceId === undefined ? findLast(workspaces) : undefined
    if (start !== undefined) goTo({ ...place, workspaceId: start.id }, { replace: true })
  }, [place, isStart, workspaces])

  useEffect(() => {
    if (workspace !== undefined) rememberWorkspace(workspace)
  }, [workspace])

  if (workspace !== undefined) return <Frame key={workspace.id} workspace={workspace} session={session} />
  if (isStart || workspaces.length === 0) {
    return (
      <Suspense>
        <LazyStart session={session} />
      </Suspense>
    )
  }
  if (place.workspaceId === undefined || !isLookedUp) return <StartingPage />
  return <UnknownWorkspacePage workspaces={workspaces} onOpen={({ id }) => goTo(createPlace(id))} />
}

/** The list is asked for anew when it lacks the wanted workspace: another window may have opened it since. */
function useFreshList(missingId: string | undefined): boolean {
  const queryClient = useQueryClient()
  const [askedFor, setAskedFor] = useState<string>()
  useEffect(() => {
    if (missingId === undefined) return
    void queryClient.invalidateQueries({ queryKey: sessionKey }).finally(() => setAskedFor(missingId))
  }, [missingId, queryClient])
  return askedFor === missingId
}

function rememberWorkspace({ id, name }: Workspace): void {
  window.localStorage.setItem(lastWorkspaceKey, id)
  rememberRecent(id)
  document.title = t('{name} – Vitrine', { name })
}

function findLast(workspaces: readonly Workspace[]): Workspace | undefined {
  const last = window.localStorage.getItem(lastWorkspaceKey)
  return workspaces.find(({ id }) => id === last) ?? workspaces[0]
}

/** Lets the browser ask before a page with changes that are not saved is left. */
function useLeaveWarning(): void {
  useEffect(() => {
    // The desktop window would not ask but refuse to close.
    if (window.desktop !== undefined) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
