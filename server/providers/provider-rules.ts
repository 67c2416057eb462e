import {
  defaultBaseUrls,
  noModels,
  type OwnPrice,
  type ProviderPatch,
  type ProviderKind,
} from '#shared/providers.ts'
import { foldText } from '#shared/text.ts'
import { Faults } from '../catalog/errors.ts'
import type { ProviderRow } from '../registry/registry-operations.ts'
import { isLocalAddress } from '#shared/local-address.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { toUtcDay } from '#shared/iso-times.ts'

type CheckedProvider = Omit<ProviderRow, 'id' | 'createdAt'>

const fresh = {
  name: '',
  kind: 'openai_compatible',
  models: noModels,
  concurrency: 4,
  requestsPerMinute: null,
  price: null,
  isDefault: false,
  keyEnv: null,
} as const satisfies Partial<ProviderRow>

const twoKeys = 'Send either a key or the name of a variable that holds it, not both.'
const noVariable =
  'This is no name of an environment variable, such as OPENAI_API_KEY. A key itself goes into key.'
const oneIsDefault = 'Make another provider the default; then this one is it no more.'

const missing = message('provider.address_not_valid')
const tooMuch =
  'The address is more than a server and a path. Leave out what stands before @ and behind ? or #; a key goes into key.'
const unsafe = message('provider.https_needed')

function checkBaseUrl(text: string | undefined, kind: ProviderKind, faults: Faults): string | undefined {
  if (!text?.trim()) return faults.explain('base_url', 'required', missing)
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol)) return faults.add('base_url', 'expected_url')
  if (url.username + url.password + url.search + url.hash !== '')
    return faults.explain('base_url', 'invalid_value', tooMuch)
  if (url.protocol === 'http:' && !isLocalAddress(url.href))
    return faults.explain('base_url', 'invalid_value', unsafe)
  return url.origin + pathOf(url, kind)
}

/** Nearly all servers that speak as OpenAI does answer under /v1, and few people know of it. */
function pathOf({ pathname }: URL, kind: ProviderKind): string {
  const path = pathname.replace(/\/+$/, '')
  return path === '' && kind === 'openai_compatible' ? '/v1' : path
}

/**
 * Returns the row of a provider after a change, or of a new one; `mayRead` says which variables of the
 * environment hold keys. Throws validation_failed with every fault.
 */
export function checkProvider(
  body: ProviderPatch,
  before: ProviderRow | undefined,
  mayRead: (variable: string) => boolean,
): CheckedProvider {
  const faults = new Faults()
  const was = before ?? fresh
  const { kind = was.kind } = body
  const name = checkName(body.name ?? was.name, faults)
  if (was.isDefault && body.is_default === false) faults.explain('is_default', 'invalid_value', oneIsDefault)
  checkKey(body, mayRead, faults)
  const current = kind === before?.kind ? before.baseUrl : defaultBaseUrls[kind]
  const baseUrl = checkBaseUrl(body.base_url ?? current, kind, faults)
  return {
    name,
    foldedName: foldText(name),
    kind,
    baseUrl: faults.settled(baseUrl),
    models: { ...noModels, ...was.models, ...body.models },
    ...termsOf(body, was),
    isDefault: body.is_default ?? was.isDefault,
    keyEnv: orElse(body.key_env, was.keyEnv),
  }
}

function checkName(text: string, faults: Faults): string {
  const name = text.trim()
  if (name === '') faults.add('name', 'required')
  return name
}

function termsOf(body: ProviderPatch, was: Pick<ProviderRow, 'concurrency' | 'requestsPerMinute' | 'price'>) {
  return {
    concurrency: body.concurrency ?? was.concurrency,
    requestsPerMinute: orElse(body.requests_per_minute, was.requestsPerMinute),
    price: body.price === undefined ? was.price : toOwnPrice(body.price),
  }
}

/**
 * Whether the provider has changed its server: then its key and the findings about its models are dropped.
 */
export function isElsewhere(row: Pick<ProviderRow, 'kind' | 'baseUrl'>, before: ProviderRow): boolean {
  return row.kind !== before.kind || new URL(row.baseUrl).origin !== new URL(before.baseUrl).origin
}

/** A key in the wrong field must not be repeated in the refusal. */
function checkKey(
  { key, key_env: variable }: ProviderPatch,
  mayRead: (variable: string) => boolean,
  faults: Faults,
): void {
  if (typeof variable !== 'string') return
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(variable)) faults.explain('key_env', 'invalid_value', noVariable)
  else if (!mayRead(variable)) faults.explain('key_env', 'invalid_value', explainVariable(variable))
  if (typeof key === 'string') faults.explain('key', 'invalid_value', twoKeys)
}

/** Null is a value here, and undefined keeps the former one. */
function orElse<Value>(said: Value | null | undefined, was: Value | null): Value | null {
  return said === undefined ? was : said
}

function toOwnPrice(price: ProviderPatch['price']): OwnPrice | null {
  if (!price) return null
  const { input = null, output = null, image = null, video = null } = price
  return { input, output, image, video, as_of: toUtcDay(Date.now()) }
}

/** Whether a variable holds a setting or secret of the server itself; Windows reads names in any case. */
export function isOwnSetting(name: string): boolean {
  return name.toUpperCase().startsWith('VITRINE_')
}

/**
 * Returns a check whether a variable may be read: names that end in `_API_KEY`, and those that the server
 * was started with.
 */
export function keyVariables(allowed: readonly string[] = []): (name: string) => boolean {
  return (name) => !isOwnSetting(name) && (name.endsWith('_API_KEY') || allowed.includes(name))
}

/**
 * Explains why a variable is not read, and the remedy, without repeating its name: it may be a key in the
 * wrong field.
 */
export function explainVariable(name: string): Message {
  if (isOwnSetting(name)) return message('provider.variable_is_setting')
  return message('provider.variable_name_refused')
}
