import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplicaReader, RestoreSource } from '../restore-replica.ts'
import { chooseGeneration, type Generation } from '../known-generations.ts'

interface WarmCopy {
  readonly generation: string
  readonly end: number
  /** Whether everything that the replica has until `end` is in the copy. */
  readonly isWhole: boolean
}

interface Sight {
  readonly end: number
  readonly since: number
}

// Litestream lists whole seconds: what is written within the same one is seen by restoring once more after it.
const secondMs = 1500

/**
 * The databases of a replica, each restored anew only where the replica has more than its last copy. So a new server needs to
 * restore only what was changed in the last seconds.
 */
export class WarmReplica implements RestoreSource {
  readonly #reader: ReplicaReader
  readonly #folder: string
  readonly #copies = new Map<string, WarmCopy>()
  readonly #sights = new Map<string, Sight>()

  constructor(reader: ReplicaReader, folder: string) {
    this.#reader = reader
    this.#folder = folder
  }

  get request(): RestoreSource['request'] {
    return this.#reader.request
  }

  /** Makes a copy current; false where the replica has nothing of the database. */
  async refresh(id: string): Promise<{ readonly isThere: boolean; readonly hasChanged: boolean }> {
    const newest = await this.#newestOf(id)
    if (!newest) return { isThere: false, hasChanged: false }
    const isSettled = this.#isSettled(id, newest.end)
    const known = this.#copies.get(id)
    if (known?.isWhole && known.generation === newest.name && known.end === newest.end)
      return { isThere: true, hasChanged: false }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const part = join(this.#folder, `${id}.part`)
    await rm(part, { force: true })
    if (!(await this.#reader.restore(id, part))) return { isThere: false, hasChanged: false }
    await rename(part, this.#fileOf(id))
    this.#copies.set(id, { generation: newest.name, end: newest.end, isWhole: isSettled })
    return { isThere: true, hasChanged: true }
  }

  async restore(id: string, target: string): Promise<boolean> {
    if (!(await this.refresh(id)).isThere) return false
    await copyFile(this.#fileOf(id), target, constants.COPYFILE_FICLONE)
    return true
  }

  async close(): Promise<void> {
    await this.#reader.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #newestOf(id: string): Promise<Generation | undefined> {
    const generations = await this.#reader.generationsOf(id)
    const chosen = chooseGeneration(generations, undefined)
    return generations.find(({ name }) => name === chosen?.generation)
  }

  #isSettled(id: string, end: number): boolean {
    const seen = this.#sights.get(id)
    const now = performance.now()
    if (seen?.end === end) return now - seen.since > secondMs
    this.#sights.set(id, { end, since: now })
    return false
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.copy`)
  }
}
