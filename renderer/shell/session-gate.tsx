import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery, sessionKey } from '../api/account-queries.ts'
import { useOwnChanges, useSessionTurns, useTeamLink } from './session-turns.ts'
import { StartingPage, UnreachablePage } from './session-pages.tsx'
import { createPlace } from '../query/place.ts'
import { goTo, useIsStart, usePlace } from '../query/use-place.ts'
import { isView } from './features.ts'
import { Frame } from './frame.tsx'
import { rememberRecent } from '../workspaces/recent-workspaces.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { UnknownWorkspacePage } from '../workspaces/unknown-workspace-page.tsx'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { t } from '../ui/text.ts'

const retryMs = 1500

export function SessionGate() {
  const { data, error, refetch } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (isToBeAskedAgain(state) ? retryMs : false),
  })
  const { link, dropLink } = useTeamLink()
  useSessionTurns()
  // Needed while signed out too: the changes wait for the session to return.
  useLeaveWarning()
  const isSignedOut = isUnauthorized(error)
  const isIn = data !== undefined && !isSignedOut
  const isOwn = useOwnChanges(data?.person?.id, isIn)
  const throwIfInterrupted = (): void => {
    dropLink()
    void refetch()
  }
  if (isSignedOut || link !== undefined)
    return <Outside link={link} session={data} onIn={throwIfInterrupted} />
  if (data !== undefined && isOwn)
    return (
      <>
        <WorkspaceGate session={data} />
        {data.person !== null && (
          <Suspense>
            <LazyConfirmIdentity />
          </Suspense>
        )}
      </>
    )
  return <Awaited error={data === undefined ? error : null} />
}

interface OutsideProps {
  link: string | undefined
  session: SessionInfo | undefined
  onIn: () => void
}

function Outside({ link = '', session, onIn }: OutsideProps) {
  return (
    <Suspense fallback={<StartingPage />}>
      <LazySignIn hash={link} before={session?.person ?? undefined} onIn={onIn} />
    </Suspense>
  )
}

function Awaited({ error }: { error: Error | null }) {
  return error === null ? <StartingPage /> : <UnreachablePage message={error.message} />
}

/** Whether to retry because there is no answer yet; after a 401 a sign-in must come first. */
function isToBeAskedAgain({ data, error }: { data: unknown; error: Error | null }): boolean {
  return data === undefined && error !== null && !isUnauthorized(error)
}

/** The sign-in never closes by itself, since a form may be in use. */
function isUnauthorized(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

const LazySignIn = lazyPart(async () => (await import('./sign-in-page.tsx')).SignInPage)

const LazyConfirmIdentity = lazyPart(
  async () => (await import('../team/confirm-identity.tsx')).ConfirmIdentity,
)

const LazyStart = lazyPart(async () => (await import('../workspaces/start-page.tsx')).StartPage)

const lastWorkspaceKey = 'vitrine.workspace'

function WorkspaceGate({ session }: { session: SessionInfo }) {
  const { place } = usePlace()
  const isStart = useIsStart()
  const { workspaces } = session
  const workspace = isStart ? undefined : workspaces.find(({ id }) => id === place.workspaceId)
  const isLookedUp = useFreshList(workspace === undefined ? place.workspaceId : undefined)

  useEffect(() => {
    if (workspace !== undefined && !isView(place.view)) goTo({ ...place, view: 'product' }, { replace: true })
  }, [place, workspace])

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

/** Refetches the list when it lacks the requested workspace, which another window may have opened. */
function useFreshList(missingId: string | undefined): boolean {
  const queryClient = useQueryClient()
  const [askedFor, setAskedFor] = useState<string>()
  useEffect(() => {
    if (missingId === undefined) return
    void queryClient.invalidateQueries({ queryKey: sessionKey }).finally(() => setAskedFor(missingId))
  }, [missingId, queryClient])
  return askedFor === missingId
}

function rememberWorkspace({ id, name }: ListedWorkspace): void {
  window.localStorage.setItem(lastWorkspaceKey, id)
  rememberRecent(id)
  document.title = t('{name} – Vitrine', { name })
}

function findLast(workspaces: readonly ListedWorkspace[]): ListedWorkspace | undefined {
  const last = window.localStorage.getItem(lastWorkspaceKey)
  return workspaces.find(({ id }) => id === last) ?? workspaces[0]
}

/** Lets the browser warn before a page with unsaved changes is left. */
function useLeaveWarning(): void {
  useEffect(() => {
    // The desktop window would refuse to close without asking.
    if (window.desktop !== undefined) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
