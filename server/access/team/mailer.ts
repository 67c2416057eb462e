import type { Transporter } from 'nodemailer'

/** The mail server that the environment names: `smtp://name:password@host:587`, and who the mails are from. */
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

/** Sends mail; the library loads with the first of them. */
export class Mailer {
  readonly #settings: MailSettings
  readonly #onError: (error: unknown) => void
  #transport: Promise<Transporter> | undefined

  constructor(settings: MailSettings, onError: (error: unknown) => void) {
    this.#settings = settings
    this.#onError = onError
  }

  /** Whether the mail server has taken it; where not, the link is shown all the same. */
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

/** What the environment says of mail: `VITRINE_SMTP_URL`, and `VITRINE_MAIL_FROM` for who it is from. */
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
