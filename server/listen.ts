import type { FastifyInstance } from 'fastify'

const defaultPort = 4417

/** Names of this computer for itself, with the address to listen on; the server listens on nothing else. */
const loopbackHosts: Readonly<Record<string, string>> = {
  '127.0.0.1': '127.0.0.1',
  localhost: '127.0.0.1',
  '::1': '::1',
}

/** The host if it is one of this computer's names for itself; throws otherwise: the catalog is not for the network. */
export function requireLoopback(host: string): string {
  if (Object.hasOwn(loopbackHosts, host)) return host
  const names = Object.keys(loopbackHosts).join(', ')
  throw new Error(`Vitrine serves this computer only: the host must be one of ${names}, not ${host}.`)
}

/** The wanted port and no other, for scripts count on it; without one the last, the default, and then any free one. */
export function portsToTry(wanted: number | undefined, last: number | undefined): number[] {
  if (wanted !== undefined) return [wanted]
  return [...new Set([last ?? defaultPort, defaultPort, 0])]
}

/** Listens on the first free port of those given. Listening itself is the test, so nobody can take the port in between. */
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
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
