import type { ReplicaAddress } from './replica-address.ts'

/** Why a replica cannot be read and what to do; the remedy may need the region that the bucket is in. */
interface Explanation {
  readonly pattern: RegExp
  readonly cause: string
  readonly remedy: string | ((found: RegExpExecArray) => string)
}

const keyVariables = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const withRegion = ([, , region]: RegExpExecArray): string =>
  region === undefined
    ? 'Name its region behind the "?" of the address, such as region=eu-central-1.'
    : `Write region=${region} behind the "?" of the address.`

const nobodyAnswers: Explanation = {
  pattern: /dial tcp|no such host|connection refused|i\/o timeout|deadline exceeded|unexpected EOF/,
  cause: 'nobody answers there',
  remedy: 'Check the name, the port and the network.',
}

const s3Explanations: readonly Explanation[] = [
  {
    pattern: /InvalidAccessKeyId/,
    cause: 'the key was refused, since the store does not know it',
    remedy: `Set ${keyVariables} to a key that it knows.`,
  },
  {
    pattern: /SignatureDoesNotMatch/,
    cause: 'the key was refused, since its secret is another one',
    remedy: `Set AWS_SECRET_ACCESS_KEY to the secret of the key in AWS_ACCESS_KEY_ID.`,
  },
  {
    pattern: /ExpiredToken|InvalidToken/,
    cause: 'the key was refused, since its session has ended',
    remedy: `Set ${keyVariables} and AWS_SESSION_TOKEN anew.`,
  },
  {
    pattern: /RequestTimeTooSkewed/,
    cause: 'the key was refused, since the clock of this computer is wrong',
    remedy: 'Set the clock.',
  },
  {
    pattern: /NoCredentialProviders|MissingSecurityHeader|InvalidSecurity/,
    cause: 'no key was given',
    remedy: `Set ${keyVariables}.`,
  },
  {
    pattern:
      /(BucketRegionError|PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint\w*|status code: 301)(?:[^]*(?:bucket is in|expecting) '([\w-]+)')?/,
    cause: 'the bucket is in another region',
    remedy: withRegion,
  },
  {
    pattern: /NoSuchBucket|status code: 404/,
    cause: 'there is no such bucket',
    remedy: 'Check the name of the bucket and the endpoint.',
  },
  {
    pattern: /AccessDenied|AllAccessDisabled|status code: 40[13]/,
    cause: 'the key was refused, since it may not read this bucket',
    remedy: `Let the key list the bucket and read and write its objects, or set ${keyVariables} to one that may.`,
  },
  {
    pattern: /x509|certificate|HTTP response to HTTPS client|SerializationError/,
    cause: 'the endpoint is not a store of S3 that this computer trusts',
    remedy: 'Check endpoint=https://… behind the "?" of the address.',
  },
  {
    ...nobodyAnswers,
    cause: 'nobody answers at its endpoint',
    remedy: 'Check endpoint=https://… behind the "?" of the address, and the network.',
  },
]

const sftpExplanations: readonly Explanation[] = [
  {
    pattern: /unable to authenticate/,
    cause: 'the password or key was refused',
    remedy: 'Set VITRINE_REPLICA_PASSWORD, or VITRINE_REPLICA_KEY_FILE to the path of a private key.',
  },
  {
    pattern: /sftp key|no key found|passphrase/i,
    cause: 'the private key cannot be read',
    remedy: 'Set VITRINE_REPLICA_KEY_FILE to the path of a private key without a passphrase.',
  },
  {
    pattern: /permission denied/i,
    cause: 'the folder may not be read',
    remedy: 'Let the user in the address read and write the folder on that computer.',
  },
  nobodyAnswers,
]

const fileExplanations: readonly Explanation[] = [
  {
    pattern: /permission denied|operation not permitted/i,
    cause: 'the folder may not be read',
    remedy: 'Let the user who runs this read and write the folder, or run this as the user of the server.',
  },
  {
    pattern: /not a directory/i,
    cause: 'a file is in the place of a folder',
    remedy: 'Name the folder of the replica.',
  },
  {
    pattern: /input\/output error|stale|no such device/i,
    cause: 'the disk does not answer',
    remedy: 'Look whether it is mounted and sound.',
  },
]

const explanations: Readonly<Record<ReplicaAddress['kind'], readonly Explanation[]>> = {
  s3: s3Explanations,
  sftp: sftpExplanations,
  file: fileExplanations,
}

/** Explains what Litestream has said of a replica that it could not read: the cause and the remedy. */
export function explainReplica({ kind }: ReplicaAddress, said: string): string {
  for (const { pattern, cause, remedy } of explanations[kind]) {
    const found = pattern.exec(said)
    if (found) return `${cause}. ${typeof remedy === 'string' ? remedy : remedy(found)}`
  }
  return `${said.split('\n')[0]}.`
}
