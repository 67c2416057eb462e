import type { Role } from '#shared/team.ts'
import type { PersonRow, PersonSessionRow, TeamRows } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/registry-thread.ts'
import { AuditLog } from '../audit-log.ts'
import { adoptWorkspaces } from './adopt-workspaces.ts'
import { CodeSecrets, type CodeSecretsPlace } from './code-secrets.ts'
import { ForgottenMails } from './forgotten-password.ts'
import { Invitations } from './invitations.ts'
import { Links } from './links.ts'
import { Mailer, type MailSettings } from './mailer.ts'
import { type PasswordCost, Passwords } from './passwords.ts'
import { People } from './people.ts'
import { maxSessionAgeMs, PersonSessions, sessionLifeMs } from './person-sessions.ts'
import { SignInProvider, type SignInProviderOptions } from './sign-in-provider.ts'
import { SignInTries } from './sign-in-tries.ts'
import type { Member, SignedIn, TeamAccess } from './team-access.ts'

export interface TeamParts {
  readonly registry: RegistryThread
  readonly onError: (error: unknown) => void
  readonly now?: (() => number) | undefined
  readonly mail?: MailSettings | undefined
  readonly oidc?: SignInProviderOptions | undefined
  /** The digest of the certificate that links name, where nobody vouches for it. */
  readonly certificate?: string | undefined
  /** Where the key of one-time codes lies; without it their secrets are stored as they are (tests). */
  readonly codes?: CodeSecretsPlace | undefined
  /** For tests of something else. */
  readonly passwordCost?: PasswordCost | undefined
}

/** Loads the people of a data folder; from then on this is the one place that adds, changes and checks them. */
export async function loadTeam(parts: TeamParts): Promise<Team> {
  const now = (parts.now ?? Date.now)()
  const rows = await parts.registry.call('listTeam', {
    now,
    sessionsUsedSince: now - sessionLifeMs,
    sessionsMadeSince: now - maxSessionAgeMs,
  })
  const team = new Team(parts, rows)
  await renewCodeSecrets(team, parts.onError)
  return team
}

/**
 * The people of a team, their roles, sessions and links, in memory as API keys are: a request needs no thread for them, and what was taken away
 * is refused from the next request on.
 */
export class Team implements TeamAccess {
  readonly people: People
  readonly sessions: PersonSessions
  readonly invitations: Invitations
  readonly audit: AuditLog
  readonly links: Links
  readonly mailer: Mailer | undefined
  /** Who people may sign in with beside their password. */
  readonly provider: SignInProvider | undefined
  readonly passwords: Passwords
  readonly codeSecrets: CodeSecrets
  readonly tries: SignInTries
  readonly forgottenMails = new ForgottenMails()
  readonly onError: (error: unknown) => void
  readonly now: () => number

  constructor(parts: TeamParts, rows: TeamRows) {
    const { registry, onError, now = Date.now, passwordCost } = parts
    this.now = now
    this.onError = onError
    this.people = new People(registry, rows)
    this.sessions = new PersonSessions(registry, rows.sessions, now)
    this.invitations = new Invitations(registry, rows.invitations, now)
    this.audit = new AuditLog(registry, now, onError)
    this.links = new Links(registry, parts.certificate)
    this.mailer = parts.mail && new Mailer(parts.mail, onError)
    this.provider = parts.oidc && new SignInProvider(parts.oidc, now)
    this.passwords = new Passwords(passwordCost)
    this.codeSecrets = new CodeSecrets(parts.codes)
    this.tries = new SignInTries(now)
  }

  /** Who a cookie is of; undefined for one that is unknown, was ended or is over, and for who was disabled. */
  authenticate(cookie: string): SignedIn | undefined {
    const session = this.sessions.use(cookie)
    return session && this.#toSignedIn(session)
  }

  /** The role of a person in a workspace, as it is now. */
  roleIn(personId: string, workspaceId: string): Role | undefined {
    return this.isActive(personId) ? this.people.roleIn(personId, workspaceId) : undefined
  }

  /** Who works in a workspace as of now, without those who are disabled. */
  members(workspaceId: string): Member[] {
    const members = this.people.membersOf(workspaceId).filter(({ person }) => !person.isDisabled)
    return members.map(({ person: { id, name }, role }) => ({ id, name, role }))
  }

  /** Whether a session is still good, for what goes on after its request. */
  isValid(sessionId: string): boolean {
    return this.sessions.isValid(sessionId)
  }

  /** Whether there is this person and nobody has disabled them. */
  isActive(personId: string): boolean {
    return this.people.get(personId)?.isDisabled === false
  }

  /** A link for the account of the first administrator; an earlier one is good no more. Undefined where there is one. */
  async inviteFirstOwner(): Promise<string | undefined> {
    if (this.people.hasAdministrator) return undefined
    const link = { kind: 'first_owner', email: null, workspaceId: null, role: null, inviterId: null } as const
    return this.links.to('first_owner', await this.invitations.issue(link))
  }

  /** Gives workspaces without an owner to the administrators. */
  adopt(workspaceIds: readonly string[]): Promise<void> {
    return adoptWorkspaces(this, workspaceIds)
  }

  async close(): Promise<void> {
    await this.sessions.flush()
    await this.audit.settled()
  }

  #toSignedIn({ id: sessionId, personId }: PersonSessionRow): SignedIn | undefined {
    const person = this.people.get(personId)
    return person === undefined || person.isDisabled ? undefined : toSignedIn(person, sessionId)
  }
}

/** Encrypts secrets that an older version has stored; tells of those whose key is lost. */
async function renewCodeSecrets({ people, codeSecrets }: Team, onError: TeamParts['onError']): Promise<void> {
  for (const person of people.all()) {
    const codeSecret = codeSecrets.renewed(person)
    if (codeSecret !== undefined) await people.change(person.id, { codeSecret })
    else if (person.codeSecret !== null && codeSecrets.open(person) === undefined)
      onError(
        new Error(`The secret of the one-time codes of ${person.email} cannot be read: its key is lost.`),
      )
  }
}

function toSignedIn({ id, name, email, isAdministrator }: PersonRow, sessionId: string): SignedIn {
  return { id, sessionId, name, email, isAdministrator }
}
