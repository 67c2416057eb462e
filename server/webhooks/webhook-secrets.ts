import { randomBytes } from 'node:crypto'
import type { Secrets } from '../registry/secrets.ts'

interface StoredSecret {
  readonly now: string
  readonly former?: { readonly secret: string; readonly until: number }
}

const formerMs = 24 * 60 * 60 * 1000

/** Deliveries are signed with the secret of a webhook, and for a day with the one before it too. */
export class WebhookSecrets {
  readonly #secrets: Secrets
  readonly #now: () => number

  constructor(secrets: Secrets, now: () => number) {
    this.#secrets = secrets
    this.#now = now
  }

  /** Makes a secret and stores it; it is in no other answer afterwards. */
  async renew(id: string): Promise<string> {
    const before = await this.#read(id)
    const now = newSecret()
    const former = before && { secret: before.now, until: this.#now() + formerMs }
    await this.#secrets.put(id, JSON.stringify({ now, ...(former && { former }) }))
    return now
  }

  async signing(id: string): Promise<readonly string[]> {
    const stored = await this.#read(id)
    if (!stored) throw new Error('The secret of the webhook is gone. Make a new one.')
    const { now, former } = stored
    return former && former.until > this.#now() ? [now, former.secret] : [now]
  }

  async #read(id: string): Promise<StoredSecret | undefined> {
    const stored = await this.#secrets.get(id)
    return stored === undefined ? undefined : JSON.parse(stored)
  }
}

export function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

/** The headers of a request as Standard Webhooks say, signed with each of the secrets. */
export async function signedHeaders(
  { messageId, at, body }: { readonly messageId: string; readonly at: number; readonly body: string },
  secrets: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const { Webhook } = await import('standardwebhooks')
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, new Date(at), body))
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
