import { placeInReplica, type ReplicaAddress } from './replica-address.ts'

export interface ReplicatedDatabase {
  readonly id: string
  readonly file: string
}

export const registryDatabase = 'vitrine.db'

export interface ReplicaSettings {
  readonly address: ReplicaAddress
  readonly retentionDays: number
}

export const defaultRetentionDays = 7
export const snapshotHours = 6

// A commit is noticed within the first interval and sent within the second: together well below the promised
// two seconds, and below the one of a server with a standby.
const usualIntervals = { monitorMs: 100, sendMs: 500 }
const standbyIntervals = { monitorMs: 100, sendMs: 250 }
// Litestream waits this long for the lock of a writer, and a writer for Litestream while it waits for readers.
const busyMs = 200
// In pages of 4 KB: a high number, since many pages are changed again and again; at the second one the log is
// checkpointed even while others read.
const [checkpointPages, forcedCheckpointPages] = [16_000, 100_000]

export interface LitestreamSettings extends ReplicaSettings {
  readonly notesFolder: string
  readonly hasStandby?: boolean | undefined
}

/**
 * Returns the configuration of Litestream as YAML, a superset of JSON. It holds no credential: they are
 * named as variables that Litestream reads from its environment.
 */
export function litestreamConfig(
  databases: readonly ReplicatedDatabase[],
  { address, retentionDays, notesFolder, hasStandby }: LitestreamSettings,
): string {
  const { monitorMs, sendMs } = hasStandby ? standbyIntervals : usualIntervals
  const dbs = databases.map(({ id, file }) => ({
    path: file,
    'meta-path': `${notesFolder}/${id}`,
    'monitor-interval': `${monitorMs}ms`,
    'busy-timeout': `${busyMs}ms`,
    'min-checkpoint-page-count': checkpointPages,
    'max-checkpoint-page-count': forcedCheckpointPages,
    replicas: [
      {
        ...placeOf(placeInReplica(address, id === registryDatabase ? id : `workspaces/${id}`)),
        'sync-interval': `${sendMs}ms`,
        'snapshot-interval': `${snapshotHours}h`,
        // The oldest moment needs a snapshot from before it.
        retention: `${retentionDays * 24 + snapshotHours}h`,
      },
    ],
  }))
  const logging = { type: 'json', level: 'info', stderr: true }
  return toYaml({ logging, dbs })
}

function placeOf(place: ReplicaAddress): object {
  if (place.kind === 'file') return { type: 'file', path: place.path }
  if (place.kind === 'sftp')
    return { type: 'sftp', host: place.host, user: place.user, path: place.path, ...sftpCredentials }
  const { bucket, path, endpoint, region, isPathStyle } = place
  return { type: 's3', bucket, path, endpoint, region, 'force-path-style': isPathStyle }
}

const passwordVariable = 'VITRINE_QUOTED_PASSWORD'
const keyFileVariable = 'VITRINE_QUOTED_KEY_FILE'
const sftpCredentials = {
  password: { variable: passwordVariable },
  'key-path': { variable: keyFileVariable },
}

/** Writes JSON with variables as Litestream expands them, and escapes everything else that looks like one. */
function toYaml(value: object): string {
  return JSON.stringify(value)
    .replaceAll('$', String.raw`\u0024`)
    .replaceAll(/\{"variable":"(\w+)"\}/g, '${$1}')
}

type Environment = Readonly<Record<string, string | undefined>>

// Variables of the server that Litestream may read; others may hold secrets.
const passedOn =
  /^(PATH|HOME|USERPROFILE|SYSTEMROOT|TMPDIR|TEMP|TMP|(AWS|LITESTREAM)_.*|SSL_CERT_.*|(https?|no)_proxy)$/i

export function litestreamEnvironment(environment: Environment): Record<string, string> {
  const passed = Object.entries(environment).filter(([name]) => passedOn.test(name)) as [string, string][]
  return {
    ...Object.fromEntries(passed),
    [passwordVariable]: JSON.stringify(environment['VITRINE_REPLICA_PASSWORD'] ?? ''),
    [keyFileVariable]: JSON.stringify(environment['VITRINE_REPLICA_KEY_FILE'] ?? ''),
  }
}

/** Removes every credential from a text that is logged or shown. */
export function withoutCredentials(text: string, environment: Environment): string {
  return secretVariables
    .map((name) => environment[name])
    .filter((secret): secret is string => secret !== undefined && secret.length >= 4)
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
}

const secretVariables = [
  'VITRINE_REPLICA_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'LITESTREAM_ACCESS_KEY_ID',
  'LITESTREAM_SECRET_ACCESS_KEY',
]
