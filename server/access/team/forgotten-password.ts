import { CatalogError } from '../../catalog/errors.ts'
import { forgottenLifeMs } from './invitations.ts'
import { sendForgottenPassword } from './letters.ts'
import { foldEmail } from './people.ts'
import type { Browser } from './person-sessions.ts'
import type { Team } from './team.ts'
import { message } from '#shared/messages/message.ts'

const hourMs = 3_600_000
const maxMailsOfAccount = 3

/** How many links were mailed to each account within the last hour, so that nobody fills the mailbox of another. */
export class ForgottenMails {
  readonly #times = new Map<string, readonly number[]>()

  /** Whether one more may be sent now; counts it. */
  take(personId: string, now: number): boolean {
    const recent = (this.#times.get(personId) ?? []).filter((time) => time > now - hourMs)
    const mayGo = recent.length < maxMailsOfAccount
    this.#times.set(personId, mayGo ? [...recent, now] : recent)
    return mayGo
  }
}

/**
 * Mails a link for a new password to the account of an e-mail, where there is one with a password. Neither the answer nor its time tells
 * whether there is. Throws rate_limited where an address asks too often, and conflict where no mail is set up.
 */
export function askForForgottenPassword(team: Team, email: string, { address }: Browser): void {
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
  team.audit.note({ action: 'password_forgotten', by: null, subject: email, address })
  await sendForgottenPassword(team, token, email)
}
