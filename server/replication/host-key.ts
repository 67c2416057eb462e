import { readFile } from 'node:fs/promises'
import { openPlace } from '../places/open-place.ts'
import { type PlaceAccess, PlaceFault } from '../places/place.ts'
import { anyHostKey } from '../places/sftp-place.ts'
import type { ReplicaAddress } from './replica-address.ts'

export class HostKeyError extends Error {}

// The host key is looked at before all else, so these tell that it was the right one.
const problemsBehindIt: ReadonlySet<string> = new Set(['refused', 'not_found', 'full'])

/** How a folder of a replica is reached over SFTP. Rejects with HostKeyError where the private key cannot be read. */
export async function sftpAccessOf(
  { host: withPort, user, path: root, hostKey = anyHostKey }: ReplicaAddress & { kind: 'sftp' },
  folder = '',
): Promise<PlaceAccess<'sftp'>> {
  const { host, port } = splitHost(withPort)
  const keyFile = process.env['VITRINE_REPLICA_KEY_FILE'] ?? ''
  const [auth, secret] =
    keyFile === ''
      ? (['password', process.env['VITRINE_REPLICA_PASSWORD'] ?? ''] as const)
      : (['key', await readKey(keyFile)] as const)
  const path = folder === '' ? root : `${root}/${folder}`
  const settings = { host, port, user, path, auth, move: false }
  return { kind: 'sftp', settings, secret, fingerprint: hostKey, isInNetwork: true }
}

/** Rejects with HostKeyError where the address names a host key and the host does not show it; Litestream itself takes any. */
export async function requireHostKey(address: ReplicaAddress): Promise<void> {
  if (address.kind !== 'sftp' || address.hostKey === undefined) return
  const access = await sftpAccessOf(address)
  const place = await openPlace(access, { signal: new AbortController().signal, timeoutMs: 30_000 })
  try {
    await place.check()
  } catch (error) {
    if (!(error instanceof PlaceFault)) throw error
    if (!problemsBehindIt.has(error.problem)) throw refused(address, error)
  } finally {
    await place.close()
  }
}

function refused(
  { host, hostKey }: ReplicaAddress & { kind: 'sftp' },
  { problem, fingerprint }: PlaceFault,
): HostKeyError {
  return new HostKeyError(
    problem === 'host_key_changed'
      ? `${host} shows the host key ${fingerprint}, not ${hostKey}, and nothing was sent to it. Ask who runs it; where the new key is right, write it behind host-key= in the address.`
      : `${host} does not answer, so its host key could not be looked at. Check the name, the port and the network.`,
  )
}

function splitHost(host: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(`ssh://${host}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

async function readKey(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new HostKeyError(
      'The private key cannot be read. Set VITRINE_REPLICA_KEY_FILE to the path of a private key without a passphrase.',
      { cause: error },
    )
  })
}
