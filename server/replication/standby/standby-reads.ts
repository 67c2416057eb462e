import { mkdir, rm } from 'node:fs/promises'
import { restoreInto } from '../restore-replica.ts'
import type { StandbyFiles } from './standby-files.ts'
import type { WarmReplica } from './warm-replica.ts'

/** Serves the catalog in a folder to who reads, until it is closed. */
export type ServeReads = (dataDir: string, asOf: () => string) => Promise<{ close(): Promise<void> }>

const renewEveryMs = 5000
// Making a copy takes the disk and a processor, which following needs too.
const restsTimes = 5

/** Lets people read the copy of a standby. A newer copy is made aside, and served in the place of the former one. */
export class StandbyReads {
  readonly #serve: ServeReads
  readonly #files: StandbyFiles
  #served: { readonly close: () => Promise<void> } | undefined
  #number = 0
  #notBefore = -Infinity

  constructor(serve: ServeReads, files: StandbyFiles) {
    this.#serve = serve
    this.#files = files
  }

  /** Serves what the replica had at a moment; does nothing where the last time was a moment ago. Returns whether it did. */
  async renew(warm: WarmReplica, asOf: string): Promise<boolean> {
    const startedAt = performance.now()
    if (startedAt < this.#notBefore) return false
    this.#number += 1
    const folder = this.#files.reads(this.#number)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await restoreInto(folder, warm)
    await this.close()
    const server = await this.#serve(folder, () => asOf)
    const close = async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
    this.#served = { close }
    const now = performance.now()
    this.#notBefore = now + Math.max(renewEveryMs, restsTimes * (now - startedAt))
    return true
  }

  async close(): Promise<void> {
    const served = this.#served
    this.#served = undefined
    await served?.close()
  }
}
