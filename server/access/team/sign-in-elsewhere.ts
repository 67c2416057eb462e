import { randomUUID } from 'node:crypto'
import { CatalogError } from '../../catalog/errors.ts'
import type { PersonRow } from '../../registry/people-operations.ts'
import { isEmail, membershipsOf, noteJoining } from './accept-invitation.ts'
import { applyGroups } from './groups.ts'
import { foldEmail } from './people.ts'
import type { Browser } from './person-sessions.ts'
import { beginSession, checkSignIn } from './sign-in.ts'
import type { Identity } from './sign-in-provider.ts'
import type { Team } from './team.ts'
import type { SignedIn } from './team-access.ts'
import { message } from '#shared/messages/message.ts'

/**
 * Signs in an identity of a provider and returns the cookie; or the account with this e-mail, whose password
 * has to be typed once. An identity is known by issuer and subject. It can first join by an invitation to its
 * verified e-mail only. Throws forbidden, which does not tell whether there is an account.
 */
export async function signInElsewhere(
  team: Team,
  identity: Identity,
  browser: Browser,
): Promise<{ readonly cookie: string } | { readonly asksFor: PersonRow }> {
  const known = team.people.byIdentity(identity.issuer, identity.subject)
  const person =
    known ?? (await joinByIdentity(team, identity, browser)) ?? (await joinByGroups(team, identity, browser))
  if (person !== undefined && !person.isDisabled)
    return { cookie: await enter(team, person, identity, browser) }
  const namesake = person === undefined ? namesakeOf(team, identity) : undefined
  if (namesake === undefined) throw notInvited()
  return { asksFor: namesake }
}

/**
 * Links an identity to the account of its e-mail by password and code, and returns the cookie. Throws
 * unauthorized for others.
 */
export async function linkByPassword(
  team: Team,
  identity: Identity,
  secrets: { readonly password: string; readonly code?: string },
  browser: Browser,
): Promise<string> {
  const namesake = namesakeOf(team, identity)
  if (namesake === undefined) throw notInvited()
  const person = await checkSignIn(team, { email: namesake.email, ...secrets }, browser)
  await linkIdentity(team, person.id, identity, browser)
  return enter(team, person, identity, browser)
}

async function enter(team: Team, person: PersonRow, { groups }: Identity, browser: Browser): Promise<string> {
  await applyGroups(team, person, groups, browser.address)
  return beginSession(team, person, browser)
}

function namesakeOf(team: Team, { verifiedEmail }: Identity): PersonRow | undefined {
  const person = verifiedEmail === undefined ? undefined : team.people.byEmail(verifiedEmail)
  return person !== undefined && !person.isDisabled && person.password !== null ? person : undefined
}

/**
 * Confirms by a sign-in at the provider that the session is its person's. Throws forbidden for another
 * identity.
 */
export async function confirmByIdentity(
  team: Team,
  signedIn: SignedIn | undefined,
  { issuer, subject }: Identity,
): Promise<void> {
  if (signedIn === undefined || team.people.byIdentity(issuer, subject)?.id !== signedIn.id)
    throw new CatalogError(
      'forbidden',
      'This is not the account that you are signed in with here. Sign in at the provider as yourself.',
    )
  await team.sessions.confirm(signedIn.sessionId)
}

export async function linkIdentity(
  team: Team,
  personId: string,
  identity: Identity,
  { address }: Browser,
): Promise<void> {
  const { issuer, subject } = identity
  const person = team.people.get(personId)
  const other = team.people.byIdentity(issuer, subject)
  if (person === undefined || (other !== undefined && other.id !== personId)) throw notInvited()
  if (other !== undefined) return
  await team.people.link({ issuer, subject, personId, createdAt: team.now() })
  team.audit.record({
    action: 'identity_linked',
    by: person,
    subject: person.email,
    address,
    details: { issuer },
  })
}

async function joinByIdentity(
  team: Team,
  identity: Identity,
  browser: Browser,
): Promise<PersonRow | undefined> {
  const { verifiedEmail } = identity
  if (verifiedEmail === undefined) return undefined
  const email = foldEmail(verifiedEmail)
  const invitation = team.invitations
    .waiting()
    .find((row) => row.kind === 'member' && row.email !== null && foldEmail(row.email) === email)
  if (invitation === undefined) return undefined
  const known = team.people.byEmail(email)
  if (known?.isDisabled) return undefined
  const person = known ?? newPerson(team, identity, verifiedEmail)
  team.invitations.take(invitation)
  try {
    await team.people.redeem(invitation.id, person, membershipsOf(team, invitation, person))
  } catch (error) {
    team.invitations.giveBack(invitation)
    throw error
  }
  noteJoining(team, invitation, person, { isNew: known === undefined, address: browser.address })
  await linkIdentity(team, person.id, identity, browser)
  return person
}

/**
 * Makes the account of a person who was not invited and is in a group that has a role here, or finds one of
 * this e-mail that nobody can sign in with otherwise.
 */
async function joinByGroups(
  team: Team,
  identity: Identity,
  browser: Browser,
): Promise<PersonRow | undefined> {
  const { verifiedEmail, groups } = identity
  if (verifiedEmail === undefined) return undefined
  const known = team.people.byEmail(verifiedEmail)
  if (known !== undefined) {
    if (known.isDisabled || known.password !== null || team.people.hasIdentity(known.id)) return undefined
    await linkIdentity(team, known.id, identity, browser)
    return known
  }
  if (groups === undefined || !isEmail(verifiedEmail)) return undefined
  if (team.people.groups.known(groups).length === 0) return undefined
  const person = newPerson(team, identity, verifiedEmail)
  await team.people.add(person)
  const { email: subject } = person
  team.audit.record({ action: 'account_created', by: person, subject, address: browser.address })
  await linkIdentity(team, person.id, identity, browser)
  return person
}

/** The account has no password: its person signs in at the provider. */
function newPerson(team: Team, { name }: Identity, email: string): PersonRow {
  return {
    id: randomUUID(),
    email,
    foldedEmail: foldEmail(email),
    name: name ?? email.split('@')[0] ?? email,
    password: null,
    isAdministrator: false,
    isDisabled: false,
    codeSecret: null,
    codePeriod: null,
    recoveryCodes: [],
    createdAt: team.now(),
  }
}

function notInvited(): CatalogError {
  return new CatalogError('forbidden', message('invitation.not_invited'))
}
