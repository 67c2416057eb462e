import type { Transporter } from 'nodemailer'
import type { Role } from '#shared/team.ts'
import type { Team } from './team.ts'

/** The mail server of the environment, `smtp://name:password@host:587`, and the sender. */
export interface MailSettings {
  readonly url: string
  readonly from: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const answerWithinMs = 10_000

export class Mailer {
  readonly #settings: MailSettings
  readonly #onError: (error: unknown) => void
  #transport: Promise<Transporter> | undefined

  constructor(settings: MailSettings, onError: (error: unknown) => void) {
    this.#settings = settings
    this.#onError = onError
  }

  /** Whether the mail server has accepted it; otherwise the link is shown all the same. */
  async send(mail: Mail): Promise<boolean> {
    try {
      const transport = await (this.#transport ??= this.#open())
      await transport.sendMail({ from: this.#settings.from, ...mail })
      return true
    } catch (error) {
      this.#onError(error)
      return false
    }
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const within = {
      connectionTimeout: answerWithinMs,
      greetingTimeout: answerWithinMs,
      socketTimeout: answerWithinMs,
    }
    return createTransport({ url: this.#settings.url, ...within })
  }
}

export function mailSettingsOf(
  environment: Readonly<Record<string, string | undefined>>,
): MailSettings | undefined {
  const { VITRINE_SMTP_URL: url, VITRINE_MAIL_FROM: from } = environment
  if (url === undefined || url === '') return undefined
  const host = URL.parse(url)?.hostname
  if (host === undefined)
    throw new Error('VITRINE_SMTP_URL must read smtp://name:password@host:587, or smtps://….')
  return { url, from: from ?? `Vitrine <vitrine@${host}>` }
}

interface SentLink {
  readonly link: string
  readonly mailed: boolean
}

interface InvitedPerson {
  readonly email: string
  readonly role: Role
  readonly workspace: string
  readonly by: string | undefined
}

export async function sendInvitation(
  team: Team,
  token: string,
  { email, role, workspace, by }: InvitedPerson,
): Promise<SentLink> {
  const link = team.links.to('member', token)
  const text = `${by ?? 'The administrator of the server'} invites you to work in the catalog "${workspace}" as ${role}.

Open this link to join. It works once, and for seven days:
${link}

If you did not expect this, leave it: nothing happens without the link.
`
  return { link, mailed: await send(team, { to: email, subject: `Join the catalog "${workspace}"`, text }) }
}

export async function sendNewPassword(team: Team, token: string, email: string): Promise<SentLink> {
  const link = team.links.to('reset', token)
  const text = `An administrator of the catalog server has made a link by which you set a new password. Until then the old one works.

The link works once, and for a day:
${link}
`
  return {
    link,
    mailed: await send(team, { to: email, subject: 'Set a new password for the catalog', text }),
  }
}

export async function sendForgottenPassword(team: Team, token: string, email: string): Promise<void> {
  const text = `Somebody, probably you, has forgotten the password of your account in the catalog. This link sets a new one; until then the old one works.

The link works once, and for an hour:
${team.links.to('reset', token)}

If it was not you, leave it: nothing happens without the link.
`
  await send(team, { to: email, subject: 'Set a new password for the catalog', text })
}

async function send(team: Team, mail: { to: string; subject: string; text: string }): Promise<boolean> {
  return (await team.mailer?.send(mail)) ?? false
}
