import type { SignIn } from '#shared/schemas/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../catalog/errors.ts'
import type { PersonRow } from '../../registry/people-operations.ts'
import { takeCode } from './codes.ts'
import { foldEmail } from './people.ts'
import type { Browser } from './person-sessions.ts'
import type { Team } from './team.ts'

/**
 * Signs a person in and returns the cookie. Every refusal has the same sentence and the same work. Throws
 * rate_limited after too many tries.
 */
export async function signIn(team: Team, asked: SignIn, browser: Browser): Promise<string> {
  refusePasswords(team)
  const person = await checkSignIn(team, asked, browser)
  return beginSession(team, person, browser)
}

/** Throws forbidden where people sign in at the provider only. */
export function refusePasswords({ provider }: Team): void {
  if (provider?.isOnly === true)
    throw new CatalogError('forbidden', message('sign_in.only_at_provider', { name: provider.name }))
}

/** The person of a password and code. Throws unauthorized, or rate_limited after too many tries. */
export async function checkSignIn(team: Team, asked: SignIn, browser: Browser): Promise<PersonRow> {
  const name = foldEmail(asked.email)
  const { locks } = beginTry(team, name, browser)
  const person = team.people.byEmail(name)
  const isRight = await team.passwords.matches(asked.password, person?.password)
  if (person === undefined || !isRight || person.isDisabled || !(await takeCode(team, person, asked.code))) {
    noteFailure(team, { name, person, locks, browser })
    throw wrongSignIn()
  }
  team.tries.succeed(name, browser.address)
  return person
}

function beginTry(team: Team, name: string, { address }: Browser): { readonly locks: boolean } {
  try {
    return team.tries.begin(name, address)
  } catch (error) {
    team.noteFailedSignIn({ address, person: team.people.byEmail(name)?.name ?? null, reason: 'locked' })
    throw error
  }
}

export async function beginSession(team: Team, person: PersonRow, browser: Browser): Promise<string> {
  const { cookie } = await team.sessions.begin(person.id, browser)
  team.audit.record({ action: 'signed_in', by: person, address: browser.address })
  return cookie
}

export function wrongSignIn(): CatalogError {
  return new CatalogError('unauthorized', message('sign_in.refused'))
}

interface Failure {
  readonly name: string
  readonly person: PersonRow | undefined
  readonly locks: boolean
  readonly browser: Browser
}

function noteFailure(team: Team, { name, person, locks, browser: { address } }: Failure): void {
  const noted = { by: person ?? null, subject: name.slice(0, 254), address }
  team.noteFailedSignIn({ address, person: person?.name ?? null, reason: 'wrong' })
  team.audit.record({ action: 'sign_in_failed', ...noted })
  if (locks) team.audit.record({ action: 'sign_in_locked', ...noted })
}
