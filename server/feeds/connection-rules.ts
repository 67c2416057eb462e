import { isAbsolute, resolve } from 'node:path'
import { unknownFieldIssue } from '#shared/describe-fault.ts'
import { needsPermission } from '#shared/local-address.ts'
import { message } from '#shared/messages/message.ts'
import { type ConnectionKind, connectionKinds } from '#shared/connections.ts'
import {
  type ConnectionPatch,
  httpsAuths,
  type NewConnection,
  type SettingsByKind,
  sftpAuths,
} from '#shared/schemas/connections.ts'
import { checkName } from '../catalog/answer.ts'
import type { Faults } from '../catalog/errors.ts'
import { isWithin } from '../workspaces/file-places.ts'

type GivenSettings = Readonly<Record<string, unknown>>

export interface CheckedConnection {
  readonly name: string
  readonly kind: ConnectionKind
  readonly settings: SettingsByKind[ConnectionKind]
  readonly isInNetwork: boolean
}

interface CheckOptions {
  readonly faults: Faults
  /** Files of the program itself are no place for files of others. */
  readonly dataDir: string
}

/** Checks a connection as it will be; undefined where a fault was noted. */
export function checkConnection(
  body: Partial<NewConnection>,
  { faults, dataDir }: CheckOptions,
): CheckedConnection | undefined {
  const name = checkName(body.name, faults)
  const isInNetwork = body.in_my_network ?? false
  const kind = connectionKinds.find((known) => known === body.kind)
  if (kind === undefined) {
    faults.add('kind', body.kind === undefined ? 'required' : 'invalid_value', connectionKinds, body.kind)
    return undefined
  }
  const fields = new SettingFields(body.settings ?? {}, faults)
  const settings = checkers[kind](fields, { isInNetwork, dataDir })
  fields.refuseOthers()
  return settings === undefined ? undefined : { name, kind, settings, isInNetwork }
}

interface CheckFacts {
  readonly isInNetwork: boolean
  readonly dataDir: string
}

type Checkers = {
  readonly [Kind in ConnectionKind]: (
    fields: SettingFields,
    facts: CheckFacts,
  ) => SettingsByKind[Kind] | undefined
}

const checkers: Checkers = {
  folder(fields, { dataDir }) {
    const path = fields.text('path')
    const move = fields.flag('move')
    if (path === undefined) return undefined
    if (!isAbsolute(path)) return fields.refuse('path', message('folder.path_not_whole'))
    if (isWithin(dataDir, path) || isWithin(path, dataDir))
      return fields.refuse('path', message('folder.not_apart'))
    return { path: resolve(path), move }
  },

  https(fields, facts) {
    const url = fields.address('url', facts)
    const auth = fields.choice('auth', httpsAuths, 'none')
    if (url !== undefined && !url.pathname.endsWith('/')) url.pathname += '/'
    return url && { url: url.href, auth }
  },

  sftp(fields) {
    const [host, user] = [fields.text('host'), fields.text('user')]
    const port = fields.port('port')
    const path = fields.text('path', '.')
    const [auth, move] = [fields.choice('auth', sftpAuths, 'password'), fields.flag('move')]
    if (host !== undefined && !/^[\w.:-]+$/.test(host))
      return fields.refuse('host', message('connection.host_not_valid'))
    if (host === undefined || user === undefined || path === undefined) return undefined
    return { host, port, user, path, auth, move }
  },

  s3(fields, facts) {
    const endpoint = fields.address('endpoint', facts)
    const [bucket, region] = [fields.text('bucket'), fields.text('region', 'us-east-1')]
    const prefix = fields.text('prefix', '') ?? ''
    const path_style = fields.flag('path_style')
    if (bucket !== undefined && !/^[A-Za-z0-9][\w.-]{1,254}$/.test(bucket))
      return fields.refuse('bucket', message('connection.bucket_not_valid'))
    if (endpoint === undefined || bucket === undefined || region === undefined) return undefined
    return { endpoint: endpoint.href, region, bucket, prefix, path_style }
  },
}

/** The settings that were sent; each is read once, and those that no kind has are refused. */
class SettingFields {
  readonly #sent: GivenSettings
  readonly #faults: Faults
  readonly #read = new Set<string>()

  constructor(sent: GivenSettings, faults: Faults) {
    this.#sent = sent
    this.#faults = faults
  }

  text(name: string, byDefault?: string): string | undefined {
    const value = this.#take(name) ?? byDefault
    if (value === undefined || (value === '' && byDefault === undefined))
      return this.#faults.add(`settings.${name}`, 'required')
    if (typeof value !== 'string' || value.length > 2000 || /[\0\r\n]/.test(value))
      return this.#faults.add(`settings.${name}`, 'invalid_value')
    return value.trim()
  }

  flag(name: string): boolean {
    const value = this.#take(name) ?? false
    if (typeof value !== 'boolean') this.#faults.add(`settings.${name}`, 'expected_boolean')
    return value === true
  }

  port(name: string): number {
    const value = this.#take(name) ?? 22
    const isPort = typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536
    if (!isPort) this.#faults.add(`settings.${name}`, 'invalid_value')
    return isPort ? value : 22
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], byDefault: Choice): Choice {
    const value = this.#take(name) ?? byDefault
    const known = choices.find((choice) => choice === value)
    if (known === undefined) this.#faults.add(`settings.${name}`, 'invalid_value', choices, value)
    return known ?? byDefault
  }

  address(name: string, { isInNetwork }: CheckFacts): URL | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '')
      return this.#faults.add(`settings.${name}`, 'expected_url')
    if (url.username + url.password !== '')
      return this.#faults.explain(`settings.${name}`, 'expected_url', message('connection.address_with_name'))
    if (!isInNetwork && needsPermission(url.href))
      return this.#faults.add(`settings.${name}`, 'not_allowed_address')
    return url
  }

  refuse(name: string, sentence: Parameters<Faults['addSentence']>[1]): undefined {
    this.#faults.addSentence(`settings.${name}`, sentence)
  }

  refuseOthers(): void {
    for (const name of Object.keys(this.#sent))
      if (!this.#read.has(name))
        this.#faults.addUnknown(`settings.${name}`, unknownFieldIssue, name, [...this.#read])
  }

  #take(name: string): unknown {
    this.#read.add(name)
    return this.#sent[name]
  }
}

/** Notes a secret in another form than its connection needs. */
export function checkSecret(
  secret: string | null | undefined,
  { kind, settings }: Pick<CheckedConnection, 'kind' | 'settings'>,
  faults: Faults,
): void {
  if (typeof secret !== 'string') return
  const isPair = /^[^:]+:[\s\S]+$/.test(secret)
  const needsPair = kind === 's3' || (kind === 'https' && 'auth' in settings && settings.auth === 'basic')
  if (secret === '' || (needsPair && !isPair))
    faults.explain('secret', 'invalid_value', message('connection.secret_form'))
}

/** The parts of an address by which a secret is meant for it: with another one it is deleted. */
export function boundTo({ kind, settings }: Pick<CheckedConnection, 'kind' | 'settings'>): string {
  const { url, endpoint, host, port, user, bucket }: Readonly<Record<string, unknown>> = { ...settings }
  const address = typeof url === 'string' ? url : endpoint
  const origin = typeof address === 'string' ? new URL(address).origin : undefined
  return JSON.stringify([kind, origin, host, port, user, bucket])
}

export function checkFingerprint(
  { fingerprint }: Partial<ConnectionPatch>,
  kind: ConnectionKind,
  faults: Faults,
): void {
  if (fingerprint === undefined || fingerprint === null) return
  if (kind !== 'sftp' || !/^SHA256:[A-Za-z0-9+/]{43}$/.test(fingerprint))
    faults.explain('fingerprint', 'invalid_value', message('connection.fingerprint_form'))
}
