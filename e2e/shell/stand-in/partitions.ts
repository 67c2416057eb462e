import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { Session } from 'electron'
import type { Like } from './like.ts'

type VerifyProc = Parameters<Session['setCertificateVerifyProc']>[0]
type Permission = Parameters<Session['setPermissionCheckHandler']>[0]

const accepted = 0
const asFound = -3

/**
 * A session apart from the default one: no header rule applies to it, and the program judges its
 * certificates.
 */
class Partition extends EventEmitter implements Like<Session> {
  isCleared = false
  mayDo: Permission = null
  #verify: VerifyProc = null

  setCertificateVerifyProc(verify: VerifyProc): void {
    if (this.#verify) throw new Error('A second proc would silently replace the first.')
    this.#verify = verify
  }

  setPermissionRequestHandler(): void {}

  setPermissionCheckHandler(handler: Permission): void {
    this.mayDo = handler
  }

  setSpellCheckerEnabled(): void {}

  setDevicePermissionHandler(): void {}

  async clearStorageData(): Promise<void> {
    this.isCleared = true
  }

  async fetch(input: string | Request): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    if (!(await this.trusts(url))) throw new Error('net::ERR_CERT_AUTHORITY_INVALID')
    return url.startsWith('https:') ? getAnyway(url) : fetch(url)
  }

  /**
   * Whether a connection to the address is trusted: the program's verdict on its certificate counts, as
   * Electron documents.
   */
  async trusts(url: string): Promise<boolean> {
    if (!url.startsWith('https:')) return true
    const { hostname, port } = new URL(url)
    const { certificate, isAuthorized } = await readCertificate(hostname, Number(port || 443))
    const verdict = await new Promise<number>((resolve) => {
      if (!this.#verify) return resolve(asFound)
      const digest = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64')
      const asked = { hostname, certificate: { fingerprint: `sha256/${digest}` } }
      this.#verify(asked as Parameters<NonNullable<VerifyProc>>[0], resolve)
    })
    return verdict === accepted || (verdict === asFound && isAuthorized)
  }
}

export type { Partition }

export const partitions = new Map<string, Partition>()

export function partitionNamed(name: string): Partition {
  const partition = partitions.get(name) ?? new Partition()
  partitions.set(name, partition)
  return partition
}

interface PresentedCertificate {
  readonly certificate: PeerCertificate
  readonly isAuthorized: boolean
}

function readCertificate(host: string, port: number): Promise<PresentedCertificate> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ host, port, rejectUnauthorized: false }, () => {
      resolve({ certificate: socket.getPeerCertificate(), isAuthorized: socket.authorized })
      socket.end()
    })
    socket.once('error', reject)
  })
}

function getAnyway(url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const take = (answer: IncomingMessage): void =>
      void answer
        .toArray()
        .then((parts) => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500 })))
    get(url, { rejectUnauthorized: false }, take).once('error', reject)
  })
}
