import { isOneOf } from '#shared/text.ts'
import { randomBytes, randomInt } from 'node:crypto'
import type { Consent } from '#shared/app-surface.ts'
import { isScope, type Scope } from '#shared/scopes.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, Faults } from '../catalog/errors.ts'
import type { ProtectedResource } from './access.ts'
import { toIso } from '#shared/iso-times.ts'

export interface ConsentRequest {
  /** The interaction of the authorization server; nobody but the agent's browser knows it. */
  readonly uid: string
  readonly client: Consent['client']
  readonly resources: readonly ProtectedResource[]
  readonly scopes: readonly Scope[]
  /** Whether another site sent the browser here; then the browser's page takes no approval. */
  readonly isFromOtherSite: boolean
}

export type Decision =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'approved'
      readonly workspaceId: string
      readonly scopes: readonly Scope[]
      readonly personId: string | null
    }

export interface PendingConsent extends ConsentRequest {
  readonly code: string
  readonly formToken: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly decision: Decision | undefined
  readonly personId: string | null
}

export interface Approval {
  readonly workspaceId: string
  readonly scopes: readonly string[]
  readonly personId: string | null
}

export const consentLifeMs = 10 * 60_000
const maxPending = 20
// Without vowels and letters that look alike.
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Agents that wait for the owner, in memory: one from before a restart asks again. */
export class Consents {
  readonly #byUid = new Map<string, PendingConsent>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The consent of this interaction; the first call makes it. The oldest of too many is forgotten. */
  open(request: ConsentRequest): PendingConsent {
    const known = this.find(request.uid)
    if (known) return known
    const createdAt = this.#now()
    const consent: PendingConsent = {
      ...request,
      code: newCode(),
      formToken: randomBytes(32).toString('base64url'),
      createdAt,
      expiresAt: createdAt + consentLifeMs,
      decision: undefined,
      personId: null,
    }
    this.#byUid.set(request.uid, consent)
    const [oldest] = this.#byUid.keys()
    if (this.#byUid.size > maxPending && oldest !== undefined) this.#byUid.delete(oldest)
    return consent
  }

  find(uid: string): PendingConsent | undefined {
    const consent = this.#byUid.get(uid)
    return consent && consent.expiresAt > this.#now() ? consent : undefined
  }

  claim(consent: PendingConsent, personId: string): PendingConsent {
    if (consent.personId === personId || consent.decision) return consent
    const claimed = { ...consent, personId }
    this.#byUid.set(consent.uid, claimed)
    return claimed
  }

  /** Open consents, oldest first: those of browsers of this person, on a desktop all. */
  list(personId: string | null): Consent[] {
    return this.#waiting()
      .filter((consent) => consent.personId === personId)
      .map(toConsent)
  }

  /**
   * Grants the agent some of its requested scopes. Throws not_found, or validation_failed for none or another
   * one.
   */
  approve(code: string, { workspaceId, scopes, personId }: Approval): Consent {
    const consent = this.#get(code, personId)
    const chosen = [...new Set(scopes)].filter((scope) => isScope(scope))
    const faults = new Faults()
    if (scopes.length === 0) faults.add('scopes', 'expected_values')
    const unasked = scopes.find((scope) => !isOneOf(consent.scopes, scope))
    if (unasked !== undefined) faults.add('scopes', 'invalid_value', consent.scopes, unasked)
    faults.throwIfAny()
    return this.#decide(consent, { kind: 'approved', workspaceId, scopes: chosen, personId })
  }

  /** Throws not_found where nobody waits with the code. */
  deny(code: string, personId: string | null): Consent {
    return this.#decide(this.#get(code, personId), { kind: 'denied' })
  }

  close(uid: string): void {
    this.#byUid.delete(uid)
  }

  #waiting(): PendingConsent[] {
    const now = this.#now()
    return [...this.#byUid.values()].filter(({ decision, expiresAt }) => !decision && expiresAt > now)
  }

  #get(code: string, personId: string | null): PendingConsent {
    const wanted = code.toUpperCase().replaceAll(/[^A-Z]/g, '')
    const found = this.#waiting().find((consent) => consent.code.replace('-', '') === wanted)
    if (found?.personId === personId) return found
    throw new CatalogError('not_found', message('agent.code_unknown'))
  }

  #decide(consent: PendingConsent, decision: Decision): Consent {
    this.#byUid.set(consent.uid, { ...consent, decision })
    return toConsent(consent)
  }
}

/** The preselected scopes of an agent's request (specification, Authentication 7). */
export function preselect(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => !scope.startsWith('delete:'))
}

function newCode(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

function toConsent(consent: PendingConsent): Consent {
  return {
    code: consent.code,
    client: consent.client,
    resources: [...consent.resources],
    scopes: [...consent.scopes],
    preselected: preselect(consent.scopes),
    created_at: toIso(consent.createdAt),
    expires_at: toIso(consent.expiresAt),
  }
}
