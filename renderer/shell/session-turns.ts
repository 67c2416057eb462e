import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionKey } from '../api/account-queries.ts'
import { onSessionTurn, announceSignIn } from '../api/session-end.ts'
import { forgetAllWaiting } from '../grid/actions/open-sessions.ts'

const teamLink = /^#(?:invitation|first-owner|reset)=/

export function useTeamLink() {
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

export function useSessionTurns(): void {
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
export function useOwnChanges(personId: string | undefined, isIn: boolean): boolean {
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
