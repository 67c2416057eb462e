import type { FastifyInstance } from 'fastify'

export const defaultPort = 4417

/** Names of this computer for itself; the server listens on nothing else. */
const loopbackHosts = ['127.0.0.1', 'localhost', '::1']

/** Throws when the host is not this computer's own: the catalog is not for the network. */
export function requireLoopback(host: string): void {
  if (loopbackHosts.includes(host)) return
  throw new Error(
    `Vitrine serves this computer only: the host must be one of ${loopbackHosts.join(', ')}, not ${host}.`,
  )
}

/**
 * Listens on the first free port of those given. Listening itself is the test, so nobody can take the port in between.
 * Rejects with a plain sentence when all are taken.
 */
export async function listenOnFirstFree(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
): Promise<void> {
  for (const [index, port] of ports.entries()) {
    try {
      await app.listen({ host, port })
      return
    } catch (error) {
      const isLast = index === ports.length - 1
      if (!isTaken(error)) throw error
      if (isLast)
        throw new Error(`Port ${port} is taken or not allowed. Name another with --port.`, { cause: error })
    }
  }
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}
