/** The location of a replica: a folder, a folder on another computer over SFTP, or an object store. */
export type ReplicaAddress =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'sftp'
      readonly host: string
      readonly user: string
      readonly path: string
      /** The SHA-256 of the only host key that is taken, as ssh-keygen -l writes it. */
      readonly hostKey?: string
    }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly path: string
      readonly endpoint?: string
      readonly region?: string
      /** The bucket is part of the path and not of the host name, as MinIO and others want it. */
      readonly isPathStyle: boolean
    }

export class ReplicaAddressError extends Error {}

const forms = 'file:///folder, sftp://user@host/folder or s3://bucket/folder'

export function parseReplicaAddress(text: string): ReplicaAddress {
  const url = URL.parse(text)
  const read = url && Object.hasOwn(readers, url.protocol) ? readers[url.protocol] : undefined
  if (!url || !read)
    throw new ReplicaAddressError(`A replica is named by ${forms}, not "${withoutSecrets(text)}".`)
  if (url.password !== '') throw passwordInAddress(url.protocol)
  return read(url)
}

export function formatReplicaAddress(address: ReplicaAddress): string {
  if (address.kind === 'file') return `file://${address.path}`
  if (address.kind === 'sftp') return `sftp://${address.user}@${address.host}${address.path}`
  return `s3://${address.bucket}/${address.path}`
}

export function placeInReplica(address: ReplicaAddress, name: string): ReplicaAddress {
  return { ...address, path: address.path === '' ? name : `${address.path}/${name}` }
}

const readers: Readonly<Record<string, (url: URL) => ReplicaAddress>> = {
  'file:': (url) => {
    if (url.host !== '' || pathOf(url) === '')
      throw new ReplicaAddressError(`A folder is named by file:// and its whole path: file:///mnt/replica.`)
    // A drive of Windows has its letter first: file:///D:/replica.
    return { kind: 'file', path: /^\/[A-Za-z]:\//.test(url.pathname) ? pathOf(url).slice(1) : pathOf(url) }
  },
  'sftp:': (url) => {
    if (url.hostname === '' || url.username === '' || pathOf(url) === '')
      throw new ReplicaAddressError('Name user, host and folder: sftp://user@host/folder.')
    const host = url.port === '' ? `${url.hostname}:22` : url.host
    const hostKey = hostKeyOf(url)
    const user = decodeURIComponent(url.username)
    return { kind: 'sftp', host, user, path: pathOf(url), ...(hostKey !== undefined && { hostKey }) }
  },
  's3:': (url) => {
    if (url.username !== '') throw passwordInAddress(url.protocol)
    if (url.host === '') throw new ReplicaAddressError('Name the bucket: s3://bucket/folder.')
    const [endpoint, region, pathStyle] = s3Settings.map((name) => url.searchParams.get(name) ?? undefined)
    requireKnown(url, 'An S3 address', s3Settings)
    return {
      kind: 's3',
      bucket: url.host,
      path: pathOf(url).slice(1),
      ...(endpoint !== undefined && { endpoint }),
      ...(region !== undefined && { region }),
      isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle !== 'false',
    }
  },
}

const s3Settings: readonly string[] = ['endpoint', 'region', 'path-style']

function hostKeyOf(url: URL): string | undefined {
  requireKnown(url, 'An SFTP address', ['host-key'])
  // A plus of base64 is read as a space.
  const key = url.searchParams.get('host-key')?.replaceAll(' ', '+')
  if (key !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(key))
    throw new ReplicaAddressError(
      'A host key is named as ssh-keygen -l writes it: host-key=SHA256: and 43 characters.',
    )
  return key
}

function requireKnown(url: URL, named: string, known: readonly string[]): void {
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ReplicaAddressError(`${named} takes ${known.join(', ')} behind its "?", not ${unknown}.`)
}

function pathOf(url: URL): string {
  return decodeURIComponent(url.pathname).replace(/\/+$/, '')
}

function passwordInAddress(protocol: string): ReplicaAddressError {
  const names =
    protocol === 'sftp:'
      ? 'VITRINE_REPLICA_PASSWORD, or a key file by VITRINE_REPLICA_KEY_FILE'
      : 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  return new ReplicaAddressError(
    `Leave the credentials out of the address, where every list of processes shows them; give them by the environment: ${names}.`,
  )
}

function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//…@')
}
