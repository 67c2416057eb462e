import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DataFolder } from './data-folder.ts'
import { isLoopbackName, loopbackHosts } from './network/network-options.ts'
import { createServer, type Server } from 'node:http'
import { portOf } from './edge/address.ts'
import { answerBelowHandlers } from './edge/below-handlers.ts'
import { allowedHosts, originsOf } from './edge/host-and-origin.ts'

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

/**
 * The port for the command line of a team's server: a port of its own on the loopback address, for the
 * credential in the data folder. On the address of the team that credential is invalid, whoever forwards
 * it.
 */
export class CliListener {
  #server: Server | undefined
  #port: number | undefined
  #hosts: ReadonlySet<string> = new Set()

  async open(app: FastifyInstance): Promise<string> {
    const server = createServer((request, response) => app.routing(request, response))
    this.#server = server
    answerBelowHandlers(server, () => `http://127.0.0.1:${this.#port}`)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    this.#port = portOf(server)
    this.#hosts = allowedHosts(this.#port)
    return `http://127.0.0.1:${this.#port}`
  }

  /** Whether the request came through this port: known by its socket, since headers can be forged. */
  owns({ raw: { socket } }: FastifyRequest): boolean {
    return this.#port !== undefined && socket.localPort === this.#port
  }

  get hosts(): ReadonlySet<string> {
    return this.#hosts
  }

  /**
   * The origins whose pages may call: no pages are served here, but a browser on this computer is refused
   * by the same rule.
   */
  get origins(): ReadonlySet<string> {
    return originsOf(this.#hosts)
  }

  close(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }
}
