/** oidc-provider with everything switched off that agents do not need. Loaded with the first request for it: it is slow to load. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  Provider,
  type Adapter,
  type AdapterPayload,
} from 'oidc-provider'
import { scopes } from '#shared/scopes.ts'
import { resourcePaths, findResource } from '../access/access.ts'
import { consentLifeMs } from '../access/consents.ts'
import type { Grants } from '../access/grants.ts'
import { askedScopes, checkClient, fetchClientDocument } from './client-rules.ts'
import { renderRefusal } from './consent-page.ts'
import type { OAuthModel } from '../registry/registry-tables.ts'

export interface ProviderParts {
  readonly grants: Grants
  /** Cookies are not bound to a port, so their names are. */
  readonly port: number
  readonly onError: (error: unknown) => void
  readonly fetchDocument?: (address: string) => Promise<Response>
}

export const ownerAccount = 'owner'

export type ProviderFactory = (origin: string) => Provider

const persistent: ReadonlySet<string> = new Set<OAuthModel>([
  'Client',
  'Grant',
  'AccessToken',
  'RefreshToken',
])

/** The maximum number of each kind of record in memory; anybody on this computer can make them. */
const maxTransient = 500

/**
 * Stores the records of oidc-provider: lasting ones in vitrine.db, tokens as hashes only; codes and those
 * of a browser for ten minutes in memory.
 */
export function adapterFactory(grants: Grants): (name: string) => Adapter {
  const transient = new Map<string, Adapter>()
  return (name) => {
    if (isStored(name)) return new StoredAdapter(name, grants)
    const known = transient.get(name) ?? new TransientAdapter()
    transient.set(name, known)
    return known
  }
}

function isStored(name: string): name is OAuthModel {
  return persistent.has(name)
}

class StoredAdapter implements Adapter {
  readonly #model: OAuthModel
  readonly #grants: Grants

  constructor(model: OAuthModel, grants: Grants) {
    this.#model = model
    this.#grants = grants
  }

  async upsert(id: string, { jti: _jti, ...payload }: AdapterPayload, expiresIn?: number): Promise<void> {
    const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : null
    await this.#grants.records.put(this.#model, id, { payload, expiresAt })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = this.#grants.records.find(this.#model, id)
    if (!record) return undefined
    const { payload, consumedAt } = record
    const isToken = this.#model !== 'Client'
    return {
      ...payload,
      ...(isToken && { jti: id }),
      ...(consumedAt !== null && { consumed: Math.floor(consumedAt / 1000) }),
    }
  }

  /** One of two simultaneous uses of a token is refused, and the grant ends as after any second use. */
  async consume(id: string): Promise<void> {
    const grantId = this.#grants.records.find(this.#model, id)?.grantId
    if (await this.#grants.records.consume(this.#model, id)) return
    if (grantId) await this.#grants.end(grantId)
    throw new errors.InvalidGrant('refresh token already used')
  }

  async destroy(id: string): Promise<void> {
    if (this.#model === 'Grant') await this.#grants.end(id)
    else await this.#grants.records.delete(this.#model, id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#grants.end(grantId)
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(): Promise<undefined> {}
}

interface Transient {
  readonly payload: AdapterPayload
  readonly expiresAt: number
}

class TransientAdapter implements Adapter {
  readonly #records = new Map<string, Transient>()

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.#records.delete(id)
    this.#records.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
    const [oldest] = this.#records.keys()
    if (this.#records.size > maxTransient && oldest !== undefined) this.#records.delete(oldest)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = this.#records.get(id)
    return record && record.expiresAt > Date.now() ? record.payload : undefined
  }

  async consume(id: string): Promise<void> {
    const record = this.#records.get(id)
    if (!record || record.payload.consumed !== undefined) throw new errors.InvalidGrant('code already used')
    const payload = { ...record.payload, consumed: Math.floor(Date.now() / 1000) }
    this.#records.set(id, { ...record, payload })
  }

  async destroy(id: string): Promise<void> {
    this.#records.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#records) if (payload.grantId === grantId) this.#records.delete(id)
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#records.values()].find(({ payload }) => payload.uid === uid)?.payload
  }
}

/** Makes an authorization server for each name of this computer; all of them share their records. */
export function providerFactory({
  grants,
  port,
  onError,
  fetchDocument = fetchClientDocument,
}: ProviderParts): ProviderFactory {
  const shared: Configuration = {
    adapter: adapterFactory(grants),
    jwks: newKeySet(),
    cookies: cookiesOf(port),
    fetch: (address) => fetchDocument(new Request(address).url),
  }
  return (origin) => {
    const provider = new Provider(origin, { ...fixed, ...shared, features: featuresOf(origin) })
    provider.proxy = origin.startsWith('https:')
    provider.on('server_error', (_ctx, error) => onError(error))
    return provider
  }
}

const minute = 60
const day = 24 * 60 * minute
const consentLife = consentLifeMs / 1000

const fixed: Configuration = {
  scopes: ['offline_access', ...scopes],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  clientDefaults: {
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  },
  extraClientMetadata: {
    properties: ['software_id'],
    validator: (_ctx, _key, _value, all) => checkClient(all),
  },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  formats: { bitsOfOpaqueRandomness: 256 },
  ttl: {
    AccessToken: 15 * minute,
    IdToken: 15 * minute,
    AuthorizationCode: minute,
    RefreshToken: 30 * day,
    Grant: 365 * day,
    Interaction: consentLife,
    Session: consentLife,
  },
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    registration: '/oauth/register',
    revocation: '/oauth/revoke',
    jwks: '/oauth/jwks',
  },
  interactions: {
    policy: askEveryTime(),
    url({ oidc }, { uid, params }) {
      const scope = (params['scope'] ?? oidc.client?.scope) as string | undefined
      if (askedScopes(scope).length > 0) return `/oauth/consent/${uid}`
      throw new errors.InvalidScope('none of the scopes is known', scope ?? '')
    },
  },
  // An earlier grant never answers a new request.
  loadExistingGrant: async ({ oidc }) => {
    const grantId = oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
  },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  renderError(ctx, { error, error_description: description }) {
    ctx.type = 'html'
    ctx.body = renderRefusal(description ?? error)
  },
}

function featuresOf(origin: string): Configuration['features'] {
  const off = { enabled: false } as const
  return {
    devInteractions: off,
    userinfo: off,
    rpInitiatedLogout: off,
    pushedAuthorizationRequests: off,
    dPoP: off,
    introspection: off,
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: { min: 300, max: 86_400 } },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? origin + resourcePaths.mcp,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, indicator) {
        const resource = findResource(origin, indicator)
        if (resource === undefined) throw new errors.InvalidTarget()
        return {
          scope: scopes.join(' '),
          audience: origin + resourcePaths[resource],
          accessTokenFormat: 'opaque',
          accessTokenTTL: 15 * minute,
        }
      },
    },
  }
}

function askEveryTime(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy
    .get('consent')
    ?.checks.add(
      new interactionPolicy.Check(
        'every_time',
        'the owner is asked every time',
        'interaction_required',
        ({ oidc }) => oidc.result?.consent === undefined,
      ),
    )
  return policy
}

/** Nothing that is signed with it is verified after a restart, and neither are the cookies. */
function newKeySet(): { keys: JWK[] } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ format: 'jwk' })
  return { keys: [{ ...key, alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }] }
}

function cookiesOf(port: number): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [randomBytes(32).toString('base64url')],
    names: {
      session: `vitrine_oauth_session_${port}`,
      interaction: `vitrine_oauth_consent_${port}`,
      resume: `vitrine_oauth_resume_${port}`,
    },
    long: options,
    short: options,
  }
}
