import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { signInWaysQuery } from '../api/sign-in-queries.ts'
import { InvitationPage } from './invitation-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { readTeamLink } from './team-link.ts'
import './team.css'

interface SignInPartProps {
  /** The part of the address that browsers do not send, where a link has its secret. */
  hash: string
  /** Who was signed in with this page before. */
  before: { readonly name: string; readonly email: string } | undefined
  hasUnsaved: boolean
  /** Shown where the server is no team's. */
  fallback: ReactNode
  /** Called once the browser is signed in, or the link is done with. */
  onIn: () => void
}

/** The pages of a team for who is not signed in: signing in, and what links lead to. A server of one owner has none of them. */
export function SignInPart({ hash, before, hasUnsaved, fallback, onIn }: SignInPartProps) {
  const { data: ways, error } = useQuery(signInWaysQuery)
  if (error instanceof ApiError && error.status < 500 && error.status > 0) return fallback
  if (ways === undefined) return <main className="session-page" aria-busy={error === null} />
  const link = readTeamLink(hash)
  if (link !== undefined) return <InvitationPage key={link.token} link={link} onDone={onIn} />
  return <SignInPage ways={ways} before={before} hasUnsaved={hasUnsaved} onIn={onIn} />
}
