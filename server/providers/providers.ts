import { randomUUID } from 'node:crypto'
import {
  type NewProvider,
  type Prices,
  type Provider,
  type ProviderPatch,
  type ProviderTest,
  type StructuredOutput,
  noModels,
} from '#shared/providers.ts'
import { asMessage, message, sentenceOf } from '#shared/messages/message.ts'
import { CatalogError, conflict, Faults } from '../catalog/errors.ts'
import { costOf, type NotedCalls } from '../catalog/generation-runs/call-cost.ts'
import type { ProviderModelRow, ProviderOperations, ProviderRow } from '../registry/registry-operations.ts'
import { explainVariable, keyVariables, checkProvider, isElsewhere } from './provider-rules.ts'
import { type CalledProvider, ModelCallError } from './model-call.ts'
import { priceOf } from './choose-models.ts'
import type { ProbeResult, ProbeRequest } from './probe.ts'
import type { Secrets } from '../registry/secrets.ts'

interface Registry {
  call<N extends keyof ProviderOperations>(
    name: N,
    input: Parameters<ProviderOperations[N]>[1],
  ): Promise<ReturnType<ProviderOperations[N]>>
}

export interface ProvidersParts {
  readonly registry: Registry
  readonly secrets: Secrets
  readonly keyVariables?: readonly string[] | undefined
  readonly models: {
    probe(request: ProbeRequest): Promise<ProbeResult>
    close(): Promise<void>
  }
}

export type NoteCalls = (calls: NotedCalls) => Promise<unknown>

const maxProviders = 50
const noSuch = 'There is no provider with this id. GET /providers lists the providers.'

/** Loads the providers of a data folder; only this object changes them. */
export async function loadProviders(parts: ProvidersParts): Promise<Providers> {
  const stored = await parts.registry.call('listProviders', {})
  parts.secrets.keepOnly(stored.providers.map(({ id }) => id))
  return new Providers(parts, stored)
}

// Some 30 MB, at a byte for each number of 1,536.
const maxCached = 20_000

/** Vectors of texts, a byte a number, so that no text is paid for twice while the program runs. */
class VectorCache {
  readonly #vectors = new Map<string, Int8Array>()

  get(model: string, text: string): Int8Array | undefined {
    return this.#vectors.get(`${model} ${text}`)
  }

  put(model: string, text: string, vector: Int8Array): void {
    if (this.#vectors.size >= maxCached) {
      const [oldest] = this.#vectors.keys()
      if (oldest !== undefined) this.#vectors.delete(oldest)
    }
    this.#vectors.set(`${model} ${text}`, vector)
  }
}

/**
 * The providers of a data folder, which serve every workspace; one of them is the default as soon as there
 * is one.
 */
export class Providers {
  readonly #parts: ProvidersParts
  readonly #mayRead: (variable: string) => boolean
  #rows: readonly ProviderRow[]
  readonly #structured = new Map<string, StructuredOutput>()
  readonly #probing = new Map<string, Promise<ProbeResult>>()
  readonly vectors = new VectorCache()

  constructor(
    parts: ProvidersParts,
    stored: { providers: readonly ProviderRow[]; models: readonly ProviderModelRow[] },
  ) {
    this.#parts = parts
    this.#mayRead = keyVariables(parts.keyVariables)
    this.#rows = stored.providers
    for (const { providerId, model, structuredOutput } of stored.models)
      this.#structured.set(modelKey(providerId, model), structuredOutput)
  }

  list(): Provider[] {
    return this.#rows.map((row) => this.#toProvider(row))
  }

  known(id: string): ProviderRow {
    const row = this.#rows.find((known) => known.id === id.toLowerCase())
    if (!row) throw new CatalogError('not_found', noSuch)
    return row
  }

  find(idOrName: string | undefined): ProviderRow | undefined {
    if (idOrName === undefined) return this.#rows.find(({ isDefault }) => isDefault)
    const wanted = idOrName.toLowerCase()
    return this.#rows.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  }

  /** Providers for the values of a run: the named one, or else all, the default first. */
  eligible(idOrName: string | undefined): readonly ProviderRow[] {
    if (idOrName === undefined)
      return this.#rows.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    const named = this.find(idOrName)
    return named ? [named] : []
  }

  /**
   * The provider and model of embeddings: of the default if it has one, else of the first provider that
   * does.
   */
  embedder(): { readonly row: ProviderRow; readonly model: string } | undefined {
    for (const row of this.eligible(undefined)) {
      const { embedding } = { ...noModels, ...row.models }
      if (embedding !== null && row.kind !== 'anthropic') return { row, model: embedding }
    }
    return undefined
  }

  async create(body: NewProvider): Promise<Provider> {
    if (this.#rows.length >= maxProviders)
      throw conflict(message('provider.too_many', { count: maxProviders }))
    const checked = checkProvider(body, undefined, this.#mayRead)
    const row = {
      ...checked,
      id: randomUUID(),
      createdAt: Date.now(),
      isDefault: checked.isDefault || this.#rows.length === 0,
    }
    this.#requireFreeName(row)
    await this.#keepKey(row.id, body.key)
    await this.#put(row, false)
    return this.#toProvider(row)
  }

  /** Changes the sent members. A key does not follow a provider to another server. */
  async change(id: string, body: ProviderPatch): Promise<Provider> {
    const before = this.known(id)
    const checked = checkProvider(body, before, this.#mayRead)
    const row = { ...before, ...checked }
    this.#requireFreeName(row)
    const moved = isElsewhere(row, before)
    const isForgotten = moved || body.key === null || typeof body.key_env === 'string'
    if (moved && body.key_env === undefined) row.keyEnv = null
    if (typeof body.key === 'string') row.keyEnv = null
    // Before the address changes: the former key must not be sent to the new one.
    if (isForgotten) this.#parts.secrets.delete(row.id)
    await this.#keepKey(row.id, body.key)
    await this.#put(row, moved)
    return this.#toProvider(row)
  }

  async delete(id: string): Promise<Provider> {
    const row = this.known(id)
    const was = this.#toProvider(row)
    const left = this.#rows.filter((other) => other !== row)
    const nextDefault = row.isDefault ? left[0]?.id : undefined
    await this.#parts.registry.call('deleteProvider', { id: row.id, nextDefault })
    this.#parts.secrets.delete(row.id)
    this.#rows = left.map((other) => (other.id === nextDefault ? { ...other, isDefault: true } : other))
    this.#forgetModels(row.id)
    return was
  }

  /**
   * Asks the provider for its models, and its text model how it answers by a schema; `note` is called with
   * the cost.
   */
  async test(id: string, note?: NoteCalls): Promise<ProviderTest> {
    const row = this.known(id)
    const { milliseconds, models, structuredOutput, fault } = await this.#probe(row, row.models.text, note)
    return {
      ok: fault === null,
      milliseconds,
      structured_output: structuredOutput,
      models,
      ...(fault === null ? { message: null } : asMessage(fault.sentence)),
    }
  }

  /**
   * Returns how a model is bound to a schema: as stored, or else by a probe now. Rejects with
   * ModelCallError where that fails.
   */
  async structuredOutputOf(row: ProviderRow, model: string, note: NoteCalls): Promise<StructuredOutput> {
    const known = this.#structured.get(modelKey(row.id, model))
    if (known) return known
    const { structuredOutput, fault } = await this.#probe(row, model, note)
    if (structuredOutput) return structuredOutput
    throw new ModelCallError(fault?.reason ?? 'refused', fault?.sentence ?? message('model.no_answer'))
  }

  /**
   * Returns the provider for a call with its key, which is read now and not stored. Address and key belong
   * together: use both at once. Rejects with ModelCallError.
   */
  async forCall(id: string): Promise<CalledProvider> {
    const row = this.known(id)
    const { kind, baseUrl } = row
    const key = await this.#keyOf(row)
    return key === undefined ? { kind, baseUrl } : { kind, baseUrl, key }
  }

  close(): Promise<void> {
    return this.#parts.models.close()
  }

  async #keyOf({ id, keyEnv, name }: ProviderRow): Promise<string | undefined> {
    if (keyEnv === null)
      return this.#parts.secrets.get(id).catch((error: Error) => {
        throw new ModelCallError('unauthorized', sentenceOf(error))
      })
    if (!this.#mayRead(keyEnv))
      throw new ModelCallError(
        'unauthorized',
        message('provider.variable_not_read', { variable: keyEnv, name, remedy: explainVariable(keyEnv) }),
      )
    const key = process.env[keyEnv]?.trim()
    if (key) return key
    throw new ModelCallError(
      'unauthorized',
      `The variable ${keyEnv}, which holds the key of ${name}, is not set. Set it and start the program again.`,
    )
  }

  async #probe(row: ProviderRow, model: string | null, note: NoteCalls | undefined): Promise<ProbeResult> {
    const key = modelKey(row.id, model ?? '')
    const running = this.#probing.get(key)
    if (running) return running
    const probing = this.#probeNow(row, model, note).finally(() => this.#probing.delete(key))
    this.#probing.set(key, probing)
    return probing
  }

  async #probeNow(row: ProviderRow, model: string | null, note: NoteCalls | undefined): Promise<ProbeResult> {
    const provider = await this.forCall(row.id).catch((error: unknown) => {
      if (error instanceof ModelCallError) return error
      throw error
    })
    if (provider instanceof ModelCallError) return unasked(provider)
    const probed = await this.#parts.models.probe({ provider, model })
    if (note && model !== null && probed.calls.length > 0)
      await note({ provider: row.id, model, calls: probed.calls.map(pricedBy(priceOf(row, model))) })
    const isSame = this.#rows.some((now) => now.id === row.id && !isElsewhere(now, row))
    if (model !== null && probed.structuredOutput && isSame)
      await this.#keepModel(row.id, model, probed.structuredOutput)
    return probed
  }

  async #keepModel(providerId: string, model: string, structuredOutput: StructuredOutput): Promise<void> {
    const row = { providerId, model, structuredOutput, probedAt: Date.now() }
    await this.#parts.registry.call('putProviderModel', row)
    this.#structured.set(modelKey(providerId, model), structuredOutput)
  }

  #forgetModels(providerId: string): void {
    for (const key of this.#structured.keys())
      if (key.startsWith(modelKey(providerId, ''))) this.#structured.delete(key)
  }

  async #keepKey(id: string, key: string | null | undefined): Promise<void> {
    if (typeof key !== 'string') return
    await this.#parts.secrets.put(id, key.trim()).catch((error: Error) => {
      const faults = new Faults()
      faults.explain('key', 'invalid_value', sentenceOf(error))
      faults.throwIfAny()
    })
  }

  async #put(row: ProviderRow, moved: boolean): Promise<void> {
    await this.#parts.registry.call('putProvider', { row, isElsewhere: moved })
    if (moved) this.#forgetModels(row.id)
    const isNew = !this.#rows.some(({ id }) => id === row.id)
    const others = row.isDefault ? this.#rows.map((other) => ({ ...other, isDefault: false })) : this.#rows
    this.#rows = isNew ? [...others, row] : others.map((other) => (other.id === row.id ? row : other))
  }

  #requireFreeName({ id, name, foldedName }: ProviderRow): void {
    if (!this.#rows.some((other) => other.id !== id && other.foldedName === foldedName)) return
    const sentence = message('provider.name_taken', { name })
    throw conflict(sentence, [{ field: 'name', issue: 'not_unique', ...sentence }])
  }

  #toProvider(row: ProviderRow): Provider {
    const { id, name, kind, baseUrl, models, concurrency, requestsPerMinute, isDefault, keyEnv } = row
    return {
      id,
      name,
      kind,
      base_url: baseUrl,
      // Providers of older versions are stored without embeddings.
      models: { ...noModels, ...models },
      concurrency,
      requests_per_minute: requestsPerMinute,
      price: priceOf(row, models.text),
      is_default: isDefault,
      has_key:
        keyEnv === null
          ? this.#parts.secrets.has(id)
          : this.#mayRead(keyEnv) && Boolean(process.env[keyEnv]?.trim()),
    }
  }
}

function pricedBy(price: Prices | null) {
  return (used: ProbeResult['calls'][number]) => ({ ...used, cost: costOf(price, 'text', used) })
}

function modelKey(providerId: string, model: string): string {
  return `${providerId} ${model}`
}

function unasked({ reason, sentence }: ModelCallError): ProbeResult {
  return {
    milliseconds: 0,
    models: [],
    structuredOutput: null,
    fault: { reason, sentence },
    calls: [],
  }
}
