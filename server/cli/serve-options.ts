import { type OptionValues, textOption, UsageError } from './command.ts'
import type { ReplicaAddress } from '../replication/replica-address.ts'
import type { ReplicaSettings } from '../replication/litestream-config.ts'
import { type MailSettings, mailSettingsOf } from '../access/team/mailer.ts'
import { checkIssuer, type SignInProviderOptions } from '../access/team/sign-in-provider.ts'
import type { ServerOptions, TeamOptions } from '../index.ts'

export const clusterOptions = {
  cluster: {
    type: 'string',
    help: 'The file that says which workspaces live in a cluster of rqlite, and where',
  },
} as const

/** Reads which databases live in clusters; undefined where no file is named. Rejects with UsageError. */
export async function readClusterOption(options: OptionValues): Promise<ServerOptions['cluster']> {
  const path = textOption(options, 'cluster')
  if (path === undefined) return undefined
  const { loadClusters } = await import('../index.ts')
  const { readClusterFile } = await loadClusters()
  try {
    return await readClusterFile(path)
  } catch (error) {
    if (error instanceof Error && error.name === 'ClusterFileError')
      throw new UsageError(error.message, { cause: error })
    throw error
  }
}

export const logOptions = {
  log: {
    type: 'string',
    help: 'With - the log goes to standard output too, as JSON; under systemd it does by itself',
  },
  'log-level': {
    type: 'string',
    help: 'The least serious lines that are logged: error, warn, info or debug',
  },
  'log-requests': { type: 'boolean', help: 'Log each request with its id, person and milliseconds' },
} as const

// The image for containers sets it, whose logs are what is written to standard output.
const logVariable = 'VITRINE_LOG'

/** Reads what is logged, and whether to standard output too. Rejects with UsageError. */
export async function readLogOptions(
  options: OptionValues,
): Promise<Pick<ServerOptions, 'isLogPrinted' | 'logLevel' | 'watching'>> {
  const { isJournal, logLevels } = await import('../log/server-log.ts')
  const to = textOption(options, 'log') ?? (process.env[logVariable] || undefined)
  const level = textOption(options, 'log-level')
  if (to !== undefined && to !== '-')
    throw new UsageError(
      `--log takes - for standard output, not "${to}"; the file is logs/server.log in the data folder.`,
    )
  if (level !== undefined && !logLevels.some((known) => known === level))
    throw new UsageError(`--log-level takes ${logLevels.join(', ')}, not "${level}".`)
  return {
    isLogPrinted: to === '-' || isJournal(),
    ...(level !== undefined && { logLevel: level }),
    watching: { logsRequests: options['log-requests'] === true, measuresAtOnce: isMonitored(options) },
  }
}

/** Whether somebody will ask for measurements: of a team's server, and where a token for them is set. */
function isMonitored(options: OptionValues): boolean {
  return options['team'] === true || Boolean(process.env['VITRINE_METRICS_TOKEN'])
}

export const replicateOptions = {
  replicate: {
    type: 'string',
    help: 'Keep a replica of everything at file:///folder, sftp://user@host/folder or s3://bucket/folder',
  },
  'replicate-days': { type: 'string', help: 'How many days back a moment can be restored; without it 7' },
} as const

/** Reads where a replica is kept and for how long; undefined without one. Rejects with UsageError. */
export async function readReplicateOptions(options: OptionValues): Promise<ReplicaSettings | undefined> {
  const text = textOption(options, 'replicate')
  const days = textOption(options, 'replicate-days')
  if (text === undefined) {
    if (days !== undefined) throw new UsageError('--replicate-days goes with --replicate.')
    return undefined
  }
  const { defaultRetentionDays } = await import('../replication/litestream-config.ts')
  return {
    address: await parseReplica(text),
    retentionDays: days === undefined ? defaultRetentionDays : parseDays(days),
  }
}

export async function parseReplica(text: string): Promise<ReplicaAddress> {
  const { parseReplicaAddress, ReplicaAddressError } = await import('../replication/replica-address.ts')
  try {
    return parseReplicaAddress(text)
  } catch (error) {
    throw error instanceof ReplicaAddressError ? new UsageError(error.message, { cause: error }) : error
  }
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > 366)
    throw new UsageError(`--replicate-days takes a number of days from 1 to 366, not "${text}".`)
  return days
}

export const signInOptions = {
  'oidc-issuer': {
    type: 'string',
    help: 'The provider of OpenID Connect that people may sign in with, such as https://login.example',
  },
  'oidc-client-id': {
    type: 'string',
    help: 'What it calls this server; the secret comes by VITRINE_OIDC_CLIENT_SECRET',
  },
  'oidc-name': {
    type: 'string',
    help: 'The name on the button of the sign-in page, such as Contoso; without it the host of the issuer',
  },
  'oidc-groups-claim': {
    type: 'string',
    help: 'The claim with the groups of a person, such as groups; vitrine group role says what they give',
  },
  'oidc-scopes': {
    type: 'string',
    help: 'Scopes to ask for besides openid, email and profile, such as groups',
  },
  'oidc-trust-email': {
    type: 'boolean',
    help: 'Take an e-mail as verified where the provider does not say, as Entra does not',
  },
  'oidc-only': {
    type: 'boolean',
    help: 'People sign in with the provider only; passwords are refused',
  },
} as const

/** How the provider is used, as its options say. */
function readProviderUse(options: OptionValues): Partial<SignInProviderOptions> {
  const scopes = textOption(options, 'oidc-scopes')
  return {
    name: textOption(options, 'oidc-name'),
    groupsClaim: textOption(options, 'oidc-groups-claim'),
    scopes: scopes?.split(/[\s,]+/).filter((scope) => scope !== ''),
    trustsEmail: options['oidc-trust-email'] === true,
    isOnly: options['oidc-only'] === true,
  }
}

function refuseWithoutIssuer(options: OptionValues): void {
  const named = Object.keys(signInOptions).find((name) => options[name] !== undefined)
  if (named !== undefined) throw new UsageError(`--${named} goes with --oidc-issuer.`)
}

/** Reads how people of a team sign in without a password, and how mail is sent. Throws UsageError. */
export function readSignInOptions(options: OptionValues): Pick<TeamOptions, 'oidc' | 'mail'> {
  const [issuer, clientId] = [textOption(options, 'oidc-issuer'), textOption(options, 'oidc-client-id')]
  if ((issuer === undefined) !== (clientId === undefined))
    throw new UsageError('--oidc-issuer and --oidc-client-id belong together.')
  const mail = readMailSettings()
  if (issuer === undefined || clientId === undefined) {
    refuseWithoutIssuer(options)
    return { ...(mail && { mail }) }
  }
  if (options['team'] !== true) throw new UsageError('--oidc-issuer is for a team: say --team too.')
  inUsage(() => checkIssuer(issuer))
  const clientSecret = process.env['VITRINE_OIDC_CLIENT_SECRET']
  return { ...(mail && { mail }), oidc: { issuer, clientId, clientSecret, ...readProviderUse(options) } }
}

/** Reads from the environment how mail is sent. Throws UsageError where the address is invalid. */
export function readMailSettings(): MailSettings | undefined {
  return inUsage(() => mailSettingsOf(process.env))
}

function inUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
