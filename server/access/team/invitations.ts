import { randomUUID } from 'node:crypto'
import type { InvitationKind } from '#shared/schemas/team.ts'
import type { Role } from '#shared/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../catalog/errors.ts'
import type { InvitationRow } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import { digest, newSecret } from './passwords.ts'
import { sendForgottenPassword } from './mailer.ts'
import { foldEmail } from './people.ts'
import { refusePasswords } from './sign-in.ts'
import type { Browser } from './person-sessions.ts'
import type { Team } from './team.ts'

const hourMs = 3_600_000

const lifeMs: Readonly<Record<InvitationKind, number>> = {
  first_owner: hourMs,
  member: 7 * 24 * hourMs,
  reset: 24 * hourMs,
  sign_in: hourMs / 4,
}
const forgottenLifeMs = hourMs

export interface NewLink {
  readonly kind: InvitationKind
  readonly email: string | null
  readonly workspaceId: string | null
  readonly role: Role | null
  readonly inviterId: string | null
}

const maxMailsOfAccount = 3

/**
 * How many links were mailed to each account within the last hour, so that nobody fills another's mailbox.
 */
export class ForgottenMails {
  readonly #times = new Map<string, readonly number[]>()

  take(personId: string, now: number): boolean {
    const recent = (this.#times.get(personId) ?? []).filter((time) => time > now - hourMs)
    const mayGo = recent.length < maxMailsOfAccount
    this.#times.set(personId, mayGo ? [...recent, now] : recent)
    return mayGo
  }
}

/**
 * Mails a link for a new password to an existing account. Neither the answer nor its time tells whether there
 * is one. Throws rate_limited for an address that asks too often, and conflict without mail.
 */
export function askForForgottenPassword(team: Team, email: string, { address }: Browser): void {
  refusePasswords(team)
  if (team.mailer === undefined) throw new CatalogError('conflict', message('account.no_mail'))
  const name = foldEmail(email)
  team.tries.begin(`forgotten ${name}`, address)
  void mailLink(team, name, address).catch(team.onError)
}

async function mailLink(team: Team, name: string, address: string): Promise<void> {
  const person = team.people.byEmail(name)
  if (person === undefined || person.isDisabled || person.password === null) return
  if (!team.forgottenMails.take(person.id, team.now())) return
  const { email } = person
  const link = { kind: 'reset', email, workspaceId: null, role: null, inviterId: null } as const
  const token = await team.invitations.issue(link, forgottenLifeMs)
  team.audit.record({ action: 'password_forgotten', by: null, subject: email, address })
  await sendForgottenPassword(team, token, email)
}

/** Links that work once, by the hash of their secret. */
export class Invitations {
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #byHash = new Map<string, InvitationRow>()

  constructor(registry: RegistryThread, rows: readonly InvitationRow[], now: () => number) {
    this.#registry = registry
    this.#now = now
    for (const row of rows) this.#byHash.set(row.hash, row)
  }

  /** Makes a link's secret; earlier links for the same purpose become invalid. */
  async issue(link: NewLink, life = lifeMs[link.kind]): Promise<string> {
    const earlier = [...this.#byHash.values()].filter((row) => isForSame(row, link) || this.#isOver(row))
    for (const { id } of earlier) await this.withdraw(id)
    const token = newSecret()
    const now = this.#now()
    const row = {
      id: randomUUID(),
      hash: digest(token),
      ...link,
      createdAt: now,
      expiresAt: now + life,
    }
    await this.#registry.call('addInvitation', row)
    this.#byHash.set(row.hash, row)
    return token
  }

  /** The row of a link. Throws not_found in one sentence for an unknown, used or expired one. */
  find(token: string): InvitationRow {
    const row = this.#byHash.get(digest(token))
    if (row === undefined || this.#isOver(row)) throw noSuchLink()
    return row
  }

  /** Claims a link before anything is done by it, so that it works once even for many at the same moment. */
  claim(token: string): InvitationRow {
    const row = this.find(token)
    this.take(row)
    return row
  }

  take({ hash }: InvitationRow): void {
    this.#byHash.delete(hash)
  }

  giveBack(row: InvitationRow): void {
    this.#byHash.set(row.hash, row)
  }

  waiting(): InvitationRow[] {
    return [...this.#byHash.values()].filter((row) => !this.#isOver(row))
  }

  async withdraw(id: string): Promise<InvitationRow | undefined> {
    const row = [...this.#byHash.values()].find((candidate) => candidate.id === id)
    if (row === undefined) return undefined
    this.#byHash.delete(row.hash)
    await this.#registry.call('deleteInvitation', { id })
    return row
  }

  /** Ends the links by which an account is entered: for a new password, and for a sign-in. */
  async withdrawResets(email: string): Promise<void> {
    const kinds: readonly InvitationKind[] = ['reset', 'sign_in']
    const resets = [...this.#byHash.values()].filter((row) => kinds.includes(row.kind) && row.email === email)
    for (const { id } of resets) await this.withdraw(id)
  }

  #isOver({ expiresAt }: InvitationRow): boolean {
    return expiresAt <= this.#now()
  }
}

function isForSame(row: InvitationRow, link: NewLink): boolean {
  return row.kind === link.kind && row.email === link.email && row.workspaceId === link.workspaceId
}

function noSuchLink(): CatalogError {
  return new CatalogError('not_found', message('invitation.link_unknown'))
}
