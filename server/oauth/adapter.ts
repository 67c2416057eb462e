import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Grants } from '../access/grants.ts'
import type { OAuthModel } from '../registry/registry-tables.ts'

const kept: ReadonlySet<string> = new Set<OAuthModel>(['Client', 'Grant', 'AccessToken', 'RefreshToken'])

/** How many of each kind that lives in memory there are at most; anybody on this computer can make them. */
const maxTransient = 500

/**
 * Where oidc-provider keeps its records: what has to outlive the server in vitrine.db, tokens as hashes only; codes and what
 * belongs to a browser for ten minutes in memory.
 */
export function adapterFactory(grants: Grants): (name: string) => Adapter {
  const transient = new Map<string, Adapter>()
  return (name) => {
    if (isKept(name)) return new KeptAdapter(name, grants)
    const known = transient.get(name) ?? new TransientAdapter()
    transient.set(name, known)
    return known
  }
}

function isKept(name: string): name is OAuthModel {
  return kept.has(name)
}

class KeptAdapter implements Adapter {
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

  /** Of two who use a token at the same time one is refused, and the grant ends as it does for any second use. */
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

  // Device codes and log-outs by session are switched off.
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
