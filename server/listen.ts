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

/** The wanted port, the last one, the default, and then any free one; 0 asks for any free one at once. */
export function portsToTry(wanted: number | undefined, last: number | undefined): number[] {
  if (wanted === 0) return [0]
  const wishes = [wanted, last, defaultPort].filter((port) => port !== undefined)
  return [...new Set(wishes), 0]
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
    if (others.length === 0 || !isTaken(error)) throw error
    await listenOnFirstFree(app, host, others)
  }
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}
