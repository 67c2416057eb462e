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

/** How many days back a moment can be restored that nobody chose another number for. */
export const defaultRetentionDays = 7
export const snapshotHours = 6

// A commit is seen after one of them and sent after the other: together well below the two seconds that are promised.
const monitorMs = 250
const sendMs = 750
// Litestream waits this long for the lock of a writer, and a writer for Litestream while it waits for readers.
const busyMs = 200
// In pages of 4 KB: seldom, since many pages are changed again and again; and when the log is moved whoever reads.
const [checkpointPages, forcedCheckpointPages] = [16_000, 100_000]

/**
 * The configuration of Litestream as a text of YAML, of which JSON is a part. It holds no credential: those are named as variables
 * that Litestream takes from its environment.
 */
export function litestreamConfig(
  databases: readonly ReplicatedDatabase[],
  { address, retentionDays, notesFolder }: ReplicaSettings & { readonly notesFolder: string },
): string {
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

/** JSON in which a variable is written as Litestream replaces it, and nothing else looks like one. */
function toYaml(value: object): string {
  return JSON.stringify(value)
    .replaceAll('$', String.raw`\u0024`)
    .replaceAll(/\{"variable":"(\w+)"\}/g, '${$1}')
}

type Environment = Readonly<Record<string, string | undefined>>

// Variables of the server that Litestream may see; others may hold secrets.
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

/** Takes every credential out of a text that is to be logged or shown. */
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
