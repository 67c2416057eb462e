import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toIso } from '#shared/iso-times.ts'
import { messageOf } from '#shared/workspace-file-error.ts'
import { openRegistryThread } from '../../threads/idle-thread.ts'
import { registryDatabase } from '../litestream-config.ts'
import { formatReplicaAddress, type ReplicaAddress } from '../replica-address.ts'
import { ReplicaReader } from '../restore-replica.ts'
import { addressOfSeries, type ReplicaLease, seriesAt } from './replica-lease.ts'
import type { StandbyFiles } from './standby-files.ts'
import { type ServeReads, StandbyReads } from './standby-reads.ts'
import { WarmReplica } from './warm-replica.ts'

const followEveryMs = 1000

interface FollowerOptions {
  readonly address: ReplicaAddress
  readonly serveReads?: ServeReads | undefined
}

/** Keeps copies of all databases of the series that the lease names, and lets people read them if that is wanted. */
export class ReplicaFollower {
  /** Everything that the replica had at this moment is here; undefined before the first time. */
  asOf: string | undefined
  fault: string | undefined
  readonly #address: ReplicaAddress
  readonly #files: StandbyFiles
  readonly #lease: () => ReplicaLease | undefined
  readonly #reads: StandbyReads | undefined
  #warm: WarmReplica | undefined
  #warmSeries: string | undefined
  #workspaces: readonly string[] = []
  #hasNews = false
  #following: Promise<void> = Promise.resolve()
  #isEnded = false

  constructor(
    { address, serveReads }: FollowerOptions,
    files: StandbyFiles,
    lease: () => ReplicaLease | undefined,
  ) {
    this.#address = address
    this.#files = files
    this.#lease = lease
    this.#reads = serveReads && new StandbyReads(serveReads, files)
  }

  start(): void {
    this.#following = this.#follow()
  }

  /** Follows no further; the copies stay until it is closed. */
  async stop(): Promise<void> {
    this.#isEnded = true
    await this.#following
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#reads?.close()
    await this.#warm?.close()
  }

  async #follow(): Promise<void> {
    while (!this.#isEnded) {
      const startedAt = performance.now()
      const at = toIso(Date.now())
      try {
        const lease = this.#lease()
        if (lease) {
          await this.#refreshAll(lease)
          this.asOf = at
          await this.#renewReads(at)
        }
        this.fault = undefined
      } catch (error) {
        this.fault = messageOf(error)
      }
      // Restoring a large workspace takes long, and takes the network: it has at most half of the time.
      const pause = Math.max(followEveryMs, performance.now() - startedAt)
      for (const until = performance.now() + pause; performance.now() < until && !this.#isEnded;)
        await sleep(100)
    }
  }

  async #refreshAll(lease: ReplicaLease): Promise<void> {
    const warm = await this.copiesOf(addressOfSeries(this.#address, seriesAt(lease, undefined)))
    const { isThere, hasChanged } = await warm.refresh(registryDatabase)
    if (!isThere) throw new Error('The server is still making the first copy of its replica.')
    if (hasChanged) this.#workspaces = await this.#listWorkspaces(warm)
    this.#hasNews ||= hasChanged
    for (const id of this.#workspaces) {
      if (this.#isEnded) return
      this.#hasNews = (await warm.refresh(id)).hasChanged || this.#hasNews
    }
  }

  async #renewReads(asOf: string): Promise<void> {
    if (!this.#hasNews || !this.#warm || this.#isEnded) return
    if (await this.#reads?.renew(this.#warm, asOf)) this.#hasNews = false
  }

  async #listWorkspaces(warm: WarmReplica): Promise<string[]> {
    const folder = join(this.#files.folder, 'list')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await warm.restore(registryDatabase, join(folder, 'vitrine.db'))
    const registry = await openRegistryThread(folder, undefined, { isCopyWanted: true })
    try {
      return (await registry.call('listWorkspaces', {})).map(({ id }) => id)
    } finally {
      await registry.close()
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** The copies of one series; those of a former one are dropped. */
  async copiesOf(address: ReplicaAddress): Promise<WarmReplica> {
    const series = formatReplicaAddress(address)
    if (this.#warm && this.#warmSeries === series) return this.#warm
    await this.#warm?.close()
    this.#warm = undefined
    const reader = await ReplicaReader.open({ address, at: undefined })
    this.#warmSeries = series
    return (this.#warm = new WarmReplica(reader, this.#files.copies))
  }
}
