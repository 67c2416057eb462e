import { statSync } from 'node:fs'
import type { Server } from 'node:http'
import { Server as TlsServer } from 'node:tls'
import { loadTls, type Tls } from './network-options.ts'

/** Certificates are renewed every few weeks, by programs that write files. */
const lookEveryMs = 30_000

/** Serves a renewed certificate without a restart; one that cannot be used is told of, and the last good one goes on. */
export class CertificateWatch {
  readonly #files: Tls['files']
  readonly #timer: NodeJS.Timeout
  #seen: string

  constructor({ files }: Tls, server: Server, onError: (error: unknown) => void, everyMs = lookEveryMs) {
    this.#files = files
    this.#seen = this.#look()
    this.#timer = setInterval(() => {
      if (this.#hasChanged()) this.#renew(server).catch(onError)
    }, everyMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #hasChanged(): boolean {
    const before = this.#seen
    this.#seen = this.#look()
    return this.#seen !== before
  }

  /** When the files were written; while one is being replaced it may be missing. */
  #look(): string {
    const files = [this.#files.cert, this.#files.key]
    return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join()
  }

  async #renew(server: Server): Promise<void> {
    const { cert, key } = await loadTls(this.#files.cert, this.#files.key)
    if (server instanceof TlsServer) server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  }
}
