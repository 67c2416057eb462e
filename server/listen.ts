import type { FastifyInstance } from 'fastify'
import type { DataFolder } from './data-folder.ts'
import { isLoopbackName, loopbackHosts } from './network/network-options.ts'

export const defaultPort = 4417

/** The host if it is one of this computer's names for itself; throws otherwise: the catalog is not for the network. */
export function requireLoopback(host: string): string {
  if (isLoopbackName(host)) return host
  const names = Object.keys(loopbackHosts).join(', ')
  throw new Error(
    `Without --team Vitrine serves this computer only: the host must be one of ${names}, not ${host}.`,
  )
}

/**
 * Returns only the wanted port, since scripts rely on it; without one the last port, the default, and then
 * any free one.
 */
export function portsToTry(wanted: number | undefined, last: number | undefined): number[] {
  if (wanted !== undefined) return [wanted]
  return [...new Set([last ?? defaultPort, defaultPort, 0])]
}

/**
 * Listens on the first free of these ports. Listening itself is the test, so nobody can take the port in
 * between.
 */
export async function listenOnFirstFree(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
): Promise<void> {
  const [port = 0, ...others] = ports
  try {
    await app.listen({ host: loopbackHosts[host] ?? host, port })
  } catch (error) {
    const reason = reasons[codeOf(error)]
    if (reason === undefined) throw error
    if (others.length === 0)
      throw new Error(`The port ${port} ${reason}. Name another, or 0 for any free one.`, { cause: error })
    await listenOnFirstFree(app, host, others)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'is not open to this user',
  EADDRNOTAVAIL: 'belongs to an address that this computer does not have',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export const lastPortKey = 'last_port'

export async function lastPort({ registry }: Pick<DataFolder, 'registry'>): Promise<number | undefined> {
  const text = await registry.call('getSetting', { key: lastPortKey })
  return text === undefined ? undefined : Number(text)
}
