import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningServer } from '../index.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { findRunningServer, type ServerAddress } from './remote-host.ts'

// Long enough for an agent that asks one thing after the other; then the app may have the folder.
const idleMs = 2000
const attempts = 20
const pauseMs = 300

/**
 * The server of a data folder: the one that runs, or one in this process that lives while it is in use. A data folder has one server
 * at a time, so that an agent which waits all day must not keep the app from starting.
 */
export class NearestServer {
  readonly #dataDir: string
  #address: Promise<ServerAddress> | undefined
  #own: RunningServer | undefined
  #users = 0
  #idle: NodeJS.Timeout | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Works with the server's address; a server of our own stays until nobody works with it any more. */
  async use<T>(work: (address: ServerAddress) => Promise<T>): Promise<T> {
    this.#users += 1
    clearTimeout(this.#idle)
    try {
      return await work(await (this.#address ??= this.#find()))
    } finally {
      this.#users -= 1
      if (this.#users === 0) this.#idle = setTimeout(() => void this.close(), idleMs)
    }
  }

  /** The server that was found does not answer any more: the next use looks for one anew. */
  forget(): void {
    if (this.#own === undefined) this.#address = undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const own = this.#own
    this.#own = undefined
    this.#address = undefined
    await own?.close()
  }

  async #find(): Promise<ServerAddress> {
    try {
      return await this.#findOrStart()
    } catch (error) {
      this.#address = undefined
      throw error
    }
  }

  /** A server that is just starting or ending is waited for. */
  async #findOrStart(): Promise<ServerAddress> {
    for (let attempt = 1; ; attempt += 1) {
      const running = await findRunningServer((name) => readFile(join(this.#dataDir, name), 'utf8'))
      if (running) return running
      try {
        const { startServer } = await import('../index.ts')
        this.#own = await startServer({ dataDir: this.#dataDir })
        return { origin: this.#own.origin, session: this.#own.sessionToken }
      } catch (error) {
        const isInUse = error instanceof WorkspaceFileError && error.kind === 'in_use'
        if (!isInUse || attempt === attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
}
