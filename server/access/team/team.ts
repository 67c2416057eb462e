import { type Role, certificateMember } from '#shared/team.ts'
import type { PersonRow, PersonSessionRow, TeamRows } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import { AuditLog } from '../audit-log.ts'
import { ForgottenMails, Invitations } from './invitations.ts'
import { Mailer, type MailSettings } from './mailer.ts'
import { type PasswordCost, Passwords } from './passwords.ts'
import { Groups } from './groups.ts'
import { People } from './people.ts'
import { ServiceAccounts } from './service-accounts.ts'
import { maxSessionAgeMs, PersonSessions, sessionLifeMs } from './person-sessions.ts'
import { SignInProvider, type SignInProviderOptions } from './sign-in-provider.ts'
import { SignInTries } from './sign-in-tries.ts'
import type { Member, SignedIn, TeamAccess } from './team-access.ts'
import type { InvitationKind } from '#shared/schemas/team.ts'
import { conflict } from '../../catalog/errors.ts'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '../../registry/stored-files.ts'

type Holder = Pick<PersonRow, 'id' | 'codeSecret'>

const keyFile = 'one-time-codes.key'
const mark = 'aes1.'
const [keyLength, ivLength, tagLength] = [32, 12, 16]

interface CodeSecretsLocation {
  readonly dataDir: string
  /** Several servers share vitrine.db, and a key in this folder would not help the others. */
  readonly isShared: boolean
}

/**
 * Encrypts secrets of one-time codes with a key in a private file next to vitrine.db, so that a copy of
 * the database alone makes no codes. Each is bound to its person.
 */
export class CodeSecrets {
  readonly #key: Buffer | undefined
  readonly #isSealing: boolean

  constructor(place: CodeSecretsLocation | undefined) {
    const isSealing = place !== undefined && !place.isShared
    this.#key = place && readKey(join(place.dataDir, keyFile), isSealing)
    this.#isSealing = isSealing
  }

  seal(personId: string, secret: string): string {
    if (this.#key === undefined || !this.#isSealing) return secret
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(personId))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return mark + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** The secret of a person; undefined without one, or where its key is lost. */
  open({ id, codeSecret }: Holder): string | undefined {
    if (codeSecret === null) return undefined
    if (!codeSecret.startsWith(mark)) return codeSecret
    const bytes = Buffer.from(codeSecret.slice(mark.length), 'base64url')
    if (this.#key === undefined) return undefined
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivLength))
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      const opened = decipher.update(bytes.subarray(ivLength + tagLength))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }

  renewed(person: Holder): string | undefined {
    const isSealed = person.codeSecret?.startsWith(mark) === true
    const secret = isSealed === this.#isSealing ? undefined : this.open(person)
    return secret === undefined ? undefined : this.seal(person.id, secret)
  }
}

/** Makes the key where it is missing and required. Throws for a broken file: another key would open nothing. */
function readKey(file: string, isRequired: boolean): Buffer | undefined {
  if (!existsSync(file)) {
    if (!isRequired) return undefined
    writePrivate(file, `${randomBytes(keyLength).toString('base64')}\n`)
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length === keyLength) return key
  throw new Error(
    `The file ${file} is damaged, and without it no one-time code can be checked. Put back a copy of it, or remove it: then people with codes need a recovery code, or vitrine user reset-codes EMAIL.`,
  )
}

/** A try to sign in that was refused: from where, and whose account it was about, where there is one. */
export interface FailedSignIn {
  readonly address: string
  readonly person: string | null
  readonly reason: 'wrong' | 'locked' | 'provider'
}

export interface TeamParts {
  readonly registry: RegistryThread
  readonly onFailedSignIn?: ((failed: FailedSignIn) => void) | undefined
  readonly onError: (error: unknown) => void
  readonly now?: (() => number) | undefined
  readonly mail?: MailSettings | undefined
  readonly oidc?: SignInProviderOptions | undefined
  readonly certificate?: string | undefined
  /** The key of one-time codes; without it their secrets are stored as they are (tests). */
  readonly codes?: CodeSecretsLocation | undefined
  readonly passwordCost?: PasswordCost | undefined
}

/** Loads the people of a data folder; only this object adds, changes and checks them. */
export async function loadTeam(parts: TeamParts): Promise<Team> {
  const now = (parts.now ?? Date.now)()
  const rows = await parts.registry.call('listTeam', {
    now,
    sessionsUsedSince: now - sessionLifeMs,
    sessionsMadeSince: now - maxSessionAgeMs,
  })
  const team = new Team(parts, rows)
  await renewCodeSecrets(team, parts.onError)
  if (team.provider?.isOnly === true) await endSessionsByPassword(team)
  return team
}

const originKey = 'team_origin'

/** The prefix of a link's secret. It is behind `#`, which browsers do not send, so that no log has it. */
const nameOf: Readonly<Record<InvitationKind, string>> = {
  first_owner: 'first-owner',
  member: 'invitation',
  reset: 'reset',
  sign_in: 'sign-in',
}

class Links {
  readonly #registry: RegistryThread
  #origin: string | undefined

  /** The digest of the only valid certificate, for links of a self-signed server. */
  readonly #certificate: string | undefined

  constructor(registry: RegistryThread, certificate: string | undefined) {
    this.#registry = registry
    this.#certificate = certificate
  }

  async listensOn(origin: string): Promise<void> {
    this.#origin = origin
    await this.#registry.call('putSetting', { key: originKey, value: origin })
  }

  async takeLast(): Promise<void> {
    this.#origin = await this.#registry.call('getSetting', { key: originKey })
  }

  /** The address of links. Throws conflict where no server has run for the team yet. */
  requireOrigin(): string {
    if (this.#origin !== undefined) return this.#origin
    throw conflict('The address of links is not known yet. Start the server once with: vitrine serve --team')
  }

  to(kind: InvitationKind, token: string): string {
    const origin = this.requireOrigin()
    const certificate = this.#certificate === undefined ? '' : `&${certificateMember}=${this.#certificate}`
    return `${origin}/#${nameOf[kind]}=${token}${certificate}`
  }
}

/**
 * The people of a team, their roles, sessions and links, in memory: a request needs no thread, and lost
 * rights are lost at once.
 */
export class Team implements TeamAccess {
  readonly people: People
  readonly serviceAccounts: ServiceAccounts
  readonly sessions: PersonSessions
  readonly invitations: Invitations
  readonly audit: AuditLog
  readonly links: Links
  readonly mailer: Mailer | undefined
  readonly provider: SignInProvider | undefined
  readonly passwords: Passwords
  readonly codeSecrets: CodeSecrets
  readonly tries: SignInTries
  readonly forgottenMails = new ForgottenMails()
  readonly onError: (error: unknown) => void
  readonly now: () => number
  readonly #onFailedSignIn: TeamParts['onFailedSignIn']
  #failedSignIns = 0

  constructor(parts: TeamParts, rows: TeamRows) {
    this.#onFailedSignIn = parts.onFailedSignIn
    const { registry, onError, now = Date.now, passwordCost } = parts
    this.now = now
    this.onError = onError
    const groups = new Groups(registry, rows, parts.oidc?.groupsClaim !== undefined)
    this.people = new People(registry, rows, groups)
    this.serviceAccounts = new ServiceAccounts(registry, rows, (id) => this.people.notify(id))
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

  /** How many tries to sign in were refused since the start. */
  get failedSignIns(): number {
    return this.#failedSignIns
  }

  noteFailedSignIn(failed: FailedSignIn): void {
    this.#failedSignIns += 1
    this.#onFailedSignIn?.(failed)
  }

  authenticate(cookie: string): SignedIn | undefined {
    const session = this.sessions.use(cookie)
    return session && this.#toSignedIn(session)
  }

  /** The present role of a person or a service account. */
  roleIn(id: string, workspaceId: string): Role | undefined {
    if (this.isActive(id)) return this.people.roleIn(id, workspaceId)
    return this.serviceAccounts.roleIn(id, workspaceId)
  }

  serviceAccountName(id: string): string | undefined {
    return this.serviceAccounts.find(id)?.name
  }

  /** The name of a person or a service account; empty for one that is gone. */
  nameOf(id: string): string {
    return this.people.get(id)?.name ?? this.serviceAccountName(id) ?? ''
  }

  members(workspaceId: string): Member[] {
    const members = this.people.membersOf(workspaceId).filter(({ person }) => !person.isDisabled)
    return members.map(({ person: { id, name }, role }) => ({ id, name, role }))
  }

  isValid(sessionId: string): boolean {
    return this.sessions.isValid(sessionId)
  }

  isActive(personId: string): boolean {
    return this.people.get(personId)?.isDisabled === false
  }

  /**
   * Makes a link for the first administrator and invalidates an earlier one; returns undefined where there
   * is an administrator.
   */
  async inviteFirstOwner(): Promise<string | undefined> {
    if (this.people.hasAdministrator) return undefined
    const link = { kind: 'first_owner', email: null, workspaceId: null, role: null, inviterId: null } as const
    return this.links.to('first_owner', await this.invitations.issue(link))
  }

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

/** Ends the sessions of people who cannot have signed in at the provider, now that nobody may otherwise. */
async function endSessionsByPassword({ people, sessions }: Team): Promise<void> {
  for (const { id, password } of people.all())
    if (password !== null && !people.hasIdentity(id)) await sessions.endAll(id)
}

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

/**
 * Gives workspaces without an owner to the administrators: those made before the first account or on the
 * command line, and those of disabled owners.
 */
async function adoptWorkspaces(
  { people, now }: Pick<Team, 'people' | 'now'>,
  workspaceIds: readonly string[],
): Promise<void> {
  const orphans = workspaceIds.filter((id) => !people.hasOwner(id))
  for (const workspaceId of orphans)
    for (const { id: personId } of people.administrators())
      await people.setRole({ personId, workspaceId, role: 'owner', createdAt: now() })
}
