import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery, sessionKey } from '../api/people-queries.ts'
import { goTo, useHasView, useIsStart, useLocation } from '../query/location.ts'
import { openingLocation } from '../state/first-page.ts'
import { isView } from './features.ts'
import { Frame } from './frame.tsx'
import { recentWorkspaces } from '../workspaces/recent-workspaces.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { UnknownWorkspacePage } from '../workspaces/unknown-workspace-page.tsx'
import { hasUnsavedChanges, forgetAllWaiting } from '../grid/actions/open-sessions.ts'
import { t } from '../ui/text.ts'
import { Unplug } from 'lucide-react'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { onSessionTurn, announceSignIn } from '../api/session.ts'

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
  const { location } = useLocation()
  const isStart = useIsStart()
  const hasView = useHasView()
  const { workspaces } = session
  const workspace = isStart ? undefined : workspaces.find(({ id }) => id === location.workspaceId)
  const isLookedUp = useFreshList(workspace === undefined ? location.workspaceId : undefined)

  useEffect(() => {
    if (workspace !== undefined && !isView(location.view))
      goTo({ ...location, view: 'product' }, { replace: true })
  }, [location, workspace])

  useEffect(() => {
    const start = isStart ? undefined : location.workspaceId === undefined ? findLast(workspaces) : workspace
    if (start === undefined || (hasView && start === workspace)) return
    const { view } = hasView ? location : openingLocation(start.id)
    goTo({ ...location, view, workspaceId: start.id }, { replace: true })
  }, [location, isStart, workspaces, workspace, hasView])

  useEffect(() => {
    if (workspace !== undefined) rememberWorkspace(workspace)
  }, [workspace])

  if (workspace !== undefined && !hasView) return <StartingPage />
  if (workspace !== undefined) return <Frame key={workspace.id} workspace={workspace} session={session} />
  if (isStart || workspaces.length === 0) {
    return (
      <Suspense>
        <LazyStart session={session} />
      </Suspense>
    )
  }
  if (location.workspaceId === undefined || !isLookedUp) return <StartingPage />
  return <UnknownWorkspacePage workspaces={workspaces} onOpen={({ id }) => goTo(openingLocation(id))} />
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
  recentWorkspaces.remember(id)
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

const rows = Array.from({ length: 14 }, (_, index) => index)

function StartingPage() {
  return (
    <div className="frame" aria-busy="true" aria-label={t('Vitrine is starting')}>
      <div className="side">
        <Skeleton width="70%" height={18} />
        {rows.slice(0, 5).map((row) => (
          <Skeleton key={row} width={`${60 + ((row * 17) % 30)}%`} />
        ))}
      </div>
      <div className="frame-main frame-outline">
        {rows.map((row) => (
          <Skeleton key={row} width={`${55 + ((row * 23) % 40)}%`} />
        ))}
      </div>
    </div>
  )
}

function UnreachablePage({ message }: { message: string }) {
  return (
    <main className="session-page">
      <EmptyState isPage icon={Unplug} title={t('Vitrine does not answer')}>
        <p>{message}</p>
        <p role="status">{t('Trying again every few seconds…')}</p>
      </EmptyState>
    </main>
  )
}

const teamLink = /^#(?:invitation|first-owner|reset|sign-in)=/

function useTeamLink() {
  const [link, setLink] = useState(linkOfAddress)
  useEffect(() => {
    const follow = (): void => setLink(linkOfAddress)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const dropLink = (): void => {
    if (link === undefined) return
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    setLink(undefined)
  }
  return { link, dropLink }
}

function linkOfAddress(): string | undefined {
  const { hash } = window.location
  return teamLink.test(hash) ? hash : undefined
}

function useSessionTurns(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const ask = (): void => {
      const isAsking = queryClient.isFetching({ queryKey: sessionKey }) > 0
      if (!isAsking) void queryClient.invalidateQueries({ queryKey: sessionKey })
    }
    const stops = [onSessionTurn('ended', ask), onSessionTurn('doubted', ask)]
    return () => stops.forEach((stop) => stop())
  }, [queryClient])
}

const ownerKey = 'vitrine.waiting-of'

/**
 * Whether pending changes of this tab belong to the signed-in person. Somebody else's are dropped, and the
 * page reloads. A desktop has no persons.
 */
function useOwnChanges(personId: string | undefined, isIn: boolean): boolean {
  const [checked, setChecked] = useState<string>()
  useEffect(() => {
    if (!isIn) return
    if (personId !== undefined && !claimWaiting(personId) && checked !== undefined)
      return window.location.reload()
    // oxlint-disable-next-line react/set-state-in-effect -- nothing of another person is drawn before the storage has been looked at
    setChecked(personId)
    announceSignIn()
  }, [personId, isIn, checked])
  return personId === undefined || checked === personId
}

/** Assigns the pending changes of this tab to a person; false where they were somebody else's. */
function claimWaiting(personId: string): boolean {
  const before = window.sessionStorage.getItem(ownerKey)
  const isSame = before === null || before === personId
  if (!isSame) forgetAllWaiting()
  window.sessionStorage.setItem(ownerKey, personId)
  return isSame
}
