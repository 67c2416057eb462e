import { realpathSync, statSync } from 'node:fs'
import type { PeerAddress, RunningServer, ServerOptions, TeamOptions } from '../../index.ts'
import type { ServerLease } from '../../replication/standby/server-lease.ts'
import { withinTime } from '#shared/interrupted.ts'
import { messageOf } from '#shared/workspace-file-error.ts'
import type { Command, Invocation, Output } from '../command.ts'
import { CommandError, listOption, textOption, UsageError } from '../command.ts'
import {
  clusterOptions,
  logOptions,
  readClusterOption,
  readLogOptions,
  readReplicateOptions,
  replicateOptions,
  readSignInOptions,
  signInOptions,
} from '../serve-options.ts'
import { requireLoopback } from '../../listen.ts'
import { isOwnSetting } from '../../providers/provider-rules.ts'

const networkOptions = {
  'public-url': {
    type: 'string',
    help: 'The address that people of the team open, such as https://catalog.example',
  },
  'tls-cert': { type: 'string', help: 'The file of the certificate, for a server that does TLS itself' },
  'tls-key': { type: 'string', help: 'The file of its private key' },
  'behind-proxy': { type: 'string', help: 'The addresses of the proxy that does TLS, such as 172.16.0.0/12' },
} as const

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the catalog to the browser and to scripts, until Ctrl+C',
  arguments:
    '[--port N] [--host 127.0.0.1] [--team [--public-url URL] [--tls-cert FILE --tls-key FILE | --behind-proxy CIDR] [--oidc-issuer URL --oidc-client-id ID]] [--rate-limit N] [--list-limit SECONDS] [--allow-key-variable NAME]… [--picture-folder DIR]… [--replicate URL [--with-standby]] [--log -] [--log-level LEVEL] [--log-requests] [--cluster FILE [--server-address HOST[:PORT]]]',
  positionals: 0,
  options: {
    port: { type: 'string', help: 'The port; 0 takes a free one. Without it the one used last' },
    host: { type: 'string', help: 'A name of this computer for itself; for a team any address it has' },
    team: { type: 'boolean', help: 'Serve a team: people sign in with accounts of their own' },
    ...networkOptions,
    ...signInOptions,
    'rate-limit': { type: 'string', help: 'Requests a minute of one API key; 0 for any number' },
    'list-limit': { type: 'string', help: 'Seconds that reading one list may take; without it 10' },
    'allow-key-variable': {
      type: 'string',
      multiple: true,
      help: 'A variable that may hold the key of a provider of models, beside those that end in _API_KEY',
    },
    'picture-folder': {
      type: 'string',
      multiple: true,
      help: 'A folder whose pictures every editor of a team may import by name, with those below it',
    },
    ...replicateOptions,
    'with-standby': {
      type: 'boolean',
      help: 'Write only while this server holds the lease in the replica, so that a standby can take over',
    },
    ...logOptions,
    ...clusterOptions,
    'server-address': {
      type: 'string',
      help: 'Where other servers of the cluster reach this one: HOST or HOST:PORT of this machine',
    },
  },
  async run(invocation) {
    const { dataDir, options } = invocation
    const settings = await readServeSettings(options)
    const lease = await openLease(dataDir, options, settings.replicate)
    return serveUntilEnd(invocation, settings, { lease })
  },
}

/** The options of serve as read; a standby that takes over serves by the same. */
export type ServeSettings = DefinedOptions<Omit<ServerOptions, 'dataDir'>>

/** Reads the options of serve. Rejects with UsageError. */
export async function readServeSettings(options: Invocation['options']): Promise<ServeSettings> {
  const signIn = readSignInOptions(options)
  const address = parseNetworkOptions(options)
  const team = address && { ...signIn, ...address }
  const listLimit = parseListLimit(textOption(options, 'list-limit'))
  const cluster = await readClusterOption(options)
  const peer = parsePeer(textOption(options, 'server-address'))
  refuseAlone(cluster?.ofRegistry() !== undefined, { team, peer })
  return whatIsGiven({
    port: parsePort(textOption(options, 'port')),
    host: parseHost(textOption(options, 'host'), team),
    rateLimit: parseRateLimit(textOption(options, 'rate-limit')),
    team,
    readDeadlineMs: listLimit && listLimit * 1000,
    keyVariables: parseKeyVariables(listOption(options, 'allow-key-variable')),
    pictureFolders: parsePictureFolders(listOption(options, 'picture-folder')),
    replicate: await readReplicateOptions(options),
    cluster,
    peer,
    ...(await readLogOptions(options)),
  })
}

interface LeasedServing {
  readonly lease: ServerLease | undefined
  readonly onServing?: () => Promise<void>
}

/** Serves until it is interrupted, or another server has taken the lease. */
export async function serveUntilEnd(
  { dataDir, output, interrupted }: Pick<Invocation, 'dataDir' | 'output' | 'interrupted'>,
  { replicate, ...settings }: ServeSettings,
  { lease, onServing }: LeasedServing,
): Promise<number> {
  const [{ startServer }, { collectGarbageWhileIdle }] = await Promise.all([
    import('../../index.ts'),
    import('../../threads/collect-garbage.ts'),
  ])
  const replica = replicate && { replicate: { ...replicate, ...(lease && { lease }) } }
  const server = await startServer({ dataDir, ...settings, ...replica }).catch(async (error: unknown) => {
    await lease?.release()
    return throwUsage(error)
  })
  if (settings.team) await printTeamLink(server, output)
  else printOwnerLink(server, output)
  await onServing?.()
  const stopResting = collectGarbageWhileIdle()
  const taker = await Promise.race([aborted(interrupted), lease?.lost ?? aborted(interrupted)])
  stopResting()
  await server.close()
  if (taker === undefined) return 0
  throw new CommandError(
    `${taker} has taken over, so this server has ended. Start this machine as its standby, in an empty data folder.`,
  )
}

// A place that does not answer must not keep a server without a standby from starting.
const lookWithinMs = 5000

/** The lease of a server that has a standby. Without --with-standby nobody else may ever have held one. */
async function openLease(
  dataDir: string,
  options: Invocation['options'],
  replicate: ServerOptions['replicate'],
): Promise<ServerLease | undefined> {
  const hasStandby = options['with-standby'] === true
  if (hasStandby && !replicate) throw new UsageError('--with-standby goes with --replicate.')
  if (!replicate) return undefined
  const { ServerLease, LeaseError, requireNoLease } =
    await import('../../replication/standby/server-lease.ts')
  const { identityOf } = await import('../../replication/standby/server-identity.ts')
  const { address } = replicate
  try {
    if (hasStandby) return await ServerLease.open({ address, identity: await identityOf(dataDir) })
    await withinTime(requireNoLease(address), lookWithinMs)
  } catch (error) {
    if (error instanceof LeaseError) throw new CommandError(error.message, { cause: error })
    if (hasStandby)
      throw new CommandError(`The lease in the replica could not be taken: ${messageOf(error)}`, {
        cause: error,
      })
  }
  return undefined
}

type DefinedOptions<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> }

function whatIsGiven<Options extends object>(options: Options): DefinedOptions<Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as DefinedOptions<Options>
}

function printOwnerLink(server: RunningServer, output: Output): void {
  const { origin, baseUrl } = server
  const url = server.appUrl()
  output.print(
    { event: 'listening', origin, base_url: baseUrl, app_url: url },
    `Vitrine listens on ${baseUrl}\nOpen ${url}\n\nThe address works once; Ctrl+C ends Vitrine.`,
  )
}

async function printTeamLink(server: RunningServer, output: Output): Promise<void> {
  const { origin, baseUrl } = server
  const first = await server.firstOwnerUrl()
  const remedy = first
    ? `Make the first account at ${first}\nThe link works once and for an hour.`
    : 'People sign in there with their accounts.'
  output.print(
    {
      event: 'listening',
      origin,
      base_url: baseUrl,
      app_url: origin,
      ...(first && { first_owner_url: first }),
    },
    `Vitrine serves a team on ${origin}\n${remedy}\n\nCtrl+C ends Vitrine.`,
  )
}

function parseNetworkOptions(options: Invocation['options']): TeamOptions | undefined {
  const address = {
    publicUrl: textOption(options, 'public-url'),
    tlsCert: textOption(options, 'tls-cert'),
    tlsKey: textOption(options, 'tls-key'),
    behindProxy: textOption(options, 'behind-proxy'),
  }
  if (options['team'] === true) return address
  const named = Object.keys(networkOptions).find((name) => options[name] !== undefined)
  if (named !== undefined) throw new UsageError(`--${named} is for a team: say --team too.`)
  return undefined
}

function parsePeer(text: string | undefined): PeerAddress | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(`http://${text}`)
  if (!url || url.href !== `http://${text.toLowerCase()}/`)
    throw new UsageError(`--server-address takes an address such as 10.0.0.5:4419, not "${text}".`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, ...(url.port !== '' && { port: Number(url.port) }) }
}

function refuseAlone(
  isShared: boolean,
  { team, peer }: { readonly team: TeamOptions | undefined; readonly peer: PeerAddress | undefined },
): void {
  if (isShared && !team)
    throw new UsageError(
      'A vitrine.db in a cluster is for the servers of a team: say --team, or take it out of the file.',
    )
  if (peer && !isShared)
    throw new UsageError(
      '--server-address is for servers that share a vitrine.db: name it in the file of clusters.',
    )
}

/** Throws faults of a team's address as faults of the options that set it. */
function throwUsage(error: unknown): never {
  if (error instanceof Error && error.name === 'NetworkError')
    throw new UsageError(error.message, { cause: error })
  throw error
}

function parseHost(host: string | undefined, team: TeamOptions | undefined): string | undefined {
  if (team) return host
  try {
    return host === undefined ? undefined : requireLoopback(host)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`)
  return port
}

function parseRateLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--rate-limit takes a number of requests a minute, not "${text}".`)
  return Number(text)
}

function parseListLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 3600)
    throw new UsageError(`--list-limit takes a number of seconds from 1 to 3600, not "${text}".`)
  return seconds
}

function parseKeyVariables(names: readonly string[] | undefined): readonly string[] | undefined {
  for (const name of names ?? []) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name))
      throw new UsageError(`--allow-key-variable takes the name of a variable, not "${name}".`)
    if (isOwnSetting(name))
      throw new UsageError(
        `--allow-key-variable cannot allow ${name}: variables that begin with VITRINE_ are settings of the server.`,
      )
  }
  return names
}

function parsePictureFolders(folders: readonly string[] | undefined): readonly string[] | undefined {
  return folders?.map((folder) => {
    try {
      const path = realpathSync(folder)
      if (statSync(path).isDirectory()) return path
    } catch {
      // Refused below, with everything else that is no folder.
    }
    throw new UsageError(`--picture-folder takes a folder that is there, not "${folder}".`)
  })
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
