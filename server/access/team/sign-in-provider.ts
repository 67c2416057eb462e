import type { Configuration } from 'openid-client'
import { CatalogError } from '../../catalog/errors.ts'
import { type ClaimedGroups, isElsewhere, readGroups } from './groups.ts'
import { digest, newSecret } from './passwords.ts'

export interface SignInProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** The name that people read on the button; without it the host of the issuer. */
  readonly name?: string | undefined
  /** The claim that names the groups of a person; without it groups give nothing. */
  readonly groupsClaim?: string | undefined
  /** Scopes to ask for besides openid, email and profile. */
  readonly scopes?: readonly string[] | undefined
  /** Whether an e-mail counts as verified where the provider does not say. */
  readonly trustsEmail?: boolean | undefined
  /** Whether people sign in there only, and passwords are refused. */
  readonly isOnly?: boolean | undefined
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
  /** Undefined where the server does not read groups. */
  readonly groups: ClaimedGroups | undefined
}

interface CameBack {
  readonly identity: Identity
  readonly personId: string | undefined
  readonly isConfirming: boolean
}

interface PendingSignIn {
  readonly verifier: string
  readonly nonce: string
  /** The hash of the browser's cookie: an answer in another browser is refused. */
  readonly browser: string
  readonly personId: string | undefined
  /** When the person began to confirm their identity; they have to sign in again at the provider. */
  readonly confirmsSince: number | undefined
  readonly endsAt: number
}

const lifeMs = 10 * 60_000
const maxBegun = 10_000
const answerWithinSeconds = 10
const clockDifferenceMs = 60_000

/**
 * Signs people in by OpenID Connect, by the code flow with PKCE. The library loads with the first sign-in.
 */
export class SignInProvider {
  readonly #options: SignInProviderOptions
  readonly #now: () => number
  readonly #begun = new Map<string, PendingSignIn>()
  readonly #offered = new Map<string, { readonly identity: Identity; readonly endsAt: number }>()
  #configuration: Promise<Configuration> | undefined

  constructor(options: SignInProviderOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  get name(): string {
    return this.#options.name ?? new URL(this.#options.issuer).host
  }

  get isOnly(): boolean {
    return this.#options.isOnly === true
  }

  get groupsClaim(): string | undefined {
    return this.#options.groupsClaim
  }

  /** The address for the browser, and the secret for its cookie until it is back. */
  async begin(
    redirectUri: string,
    personId: string | undefined,
    isConfirming = false,
  ): Promise<{ url: string; browser: string }> {
    const client = await import('openid-client')
    const configuration = await this.#configure()
    const [state, nonce, verifier] = [newSecret(), newSecret(), client.randomPKCECodeVerifier()]
    const browser = newSecret()
    const confirmsSince = isConfirming ? this.#now() : undefined
    const endsAt = this.#now() + lifeMs
    this.#begun.set(state, { verifier, nonce, browser: digest(browser), personId, confirmsSince, endsAt })
    this.#forgetOld()
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', 'email', 'profile', ...(this.#options.scopes ?? [])])].join(' '),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(isConfirming && { prompt: 'login', max_age: '0' }),
    })
    return { url: url.href, browser }
  }

  /** The identity and purpose of a returned sign-in. Rejects an answer that this browser did not request. */
  async finish(answer: URL, browser: string | undefined): Promise<CameBack> {
    const state = answer.searchParams.get('state') ?? ''
    const begun = this.#take(state, browser)
    const client = await import('openid-client')
    const configuration = await this.#configure()
    const tokens = await client.authorizationCodeGrant(configuration, answer, {
      pkceCodeVerifier: begun.verifier,
      expectedState: state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('The provider sent no identity.')
    if (begun.confirmsSince !== undefined) requireFresh(claims['auth_time'], begun.confirmsSince)
    const more = this.#isWhole(claims)
      ? {}
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    const isConfirming = begun.confirmsSince !== undefined
    const identity = toIdentity(claims.iss, claims.sub, { ...more, ...claims }, this.#options)
    return { identity, personId: begun.personId, isConfirming }
  }

  /** Whether nothing is missing for which the provider would have to be asked once more. */
  #isWhole(claims: Readonly<Record<string, unknown>>): boolean {
    const { groupsClaim } = this.#options
    if (claims['email'] === undefined) return false
    return groupsClaim === undefined || claims[groupsClaim] !== undefined || isElsewhere(claims, groupsClaim)
  }

  /** Stores an identity until the password of its account is typed; returns the secret of the browser. */
  offerLink(identity: Identity): string {
    const browser = newSecret()
    this.#offered.set(digest(browser), { identity, endsAt: this.#now() + lifeMs })
    const [oldest] = this.#offered.keys()
    if (this.#offered.size > maxBegun && oldest !== undefined) this.#offered.delete(oldest)
    return browser
  }

  offered(browser: string | undefined): Identity | undefined {
    const offer = this.#offered.get(digest(browser ?? ''))
    return offer !== undefined && offer.endsAt > this.#now() ? offer.identity : undefined
  }

  forgetOffer(browser: string | undefined): void {
    this.#offered.delete(digest(browser ?? ''))
  }

  #take(state: string, browser: string | undefined): PendingSignIn {
    const begun = this.#begun.get(state)
    this.#begun.delete(state)
    if (begun === undefined || begun.endsAt <= this.#now() || begun.browser !== digest(browser ?? ''))
      throw new Error('This sign-in was not begun in this browser, or too long ago.')
    return begun
  }

  /** A provider that did not answer is asked again at the next sign-in. */
  #configure(): Promise<Configuration> {
    return (this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = undefined
      throw error
    }))
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, None } = await import('openid-client')
    const { issuer, clientId, clientSecret } = this.#options
    return discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      clientSecret === undefined ? None() : undefined,
      {
        timeout: answerWithinSeconds,
        // Unencrypted only on this computer.
        execute: isLoopbackUrl(issuer) ? [allowInsecureRequests] : [],
      },
    )
  }

  #forgetOld(): void {
    for (const [state, { endsAt }] of this.#begun) if (endsAt <= this.#now()) this.#begun.delete(state)
    const [oldest] = this.#begun.keys()
    if (this.#begun.size > maxBegun && oldest !== undefined) this.#begun.delete(oldest)
  }
}

/** Throws for an answer that does not say that the provider has authenticated the person again. */
function requireFresh(authTime: unknown, since: number): void {
  if (typeof authTime === 'number' && authTime * 1000 >= since - clockDifferenceMs) return
  throw new CatalogError(
    'forbidden',
    'The provider did not say that you signed in anew. Sign out there, then try again, or use your password.',
  )
}

function toIdentity(
  issuer: string,
  subject: string,
  profile: Readonly<Record<string, unknown>>,
  { groupsClaim, trustsEmail = false }: SignInProviderOptions,
): Identity {
  const { email, email_verified: said, name } = profile
  const isVerified = said === true || (trustsEmail && said === undefined)
  const isNamed = typeof name === 'string' && name.trim() !== ''
  return {
    issuer,
    subject,
    verifiedEmail: typeof email === 'string' && isVerified ? email : undefined,
    name: isNamed ? name.trim().slice(0, 200) : undefined,
    groups: groupsClaim === undefined ? undefined : readGroups(profile, groupsClaim),
  }
}

export function checkIssuer(issuer: string): void {
  const url = URL.parse(issuer)
  if (url?.protocol === 'https:' || (url && isLoopbackUrl(issuer))) return
  throw new Error(`The issuer ${issuer} must be an address that begins with https://.`)
}

function isLoopbackUrl(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}
