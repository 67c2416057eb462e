import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { toIso } from '#shared/iso-times.ts'
import { messageOf } from '#shared/workspace-file-error.ts'
import { WriteFence } from '../../catalog/connections/write-fence.ts'
import { workspacesFolder } from '../../registry/stored-files.ts'
import { formatReplicaAddress, type ReplicaAddress } from '../replica-address.ts'
import { RestoreError, restoreInto } from '../restore-replica.ts'
import { ServerLease, type LeaseVersion, readLease } from './server-lease.ts'
import { type LeasePlace, openLeasePlace } from './lease-place.ts'
import { type ServerIdentity, takenBy, takeoverMs } from './replica-lease.ts'
import { identityOf } from './server-identity.ts'
import { ReplicaFollower } from './replica-follower.ts'
import type { ServeReads } from './standby-reads.ts'
import { StandbyFiles, type StandbyStatus } from './standby-files.ts'

const lookEveryMs = 500

interface FolderLock {
  release(): void
}

export interface StandbyOptions {
  /** While it is held no command makes a vitrine.db in the folder; it is released before the server opens it. */
  readonly lock: FolderLock
  readonly address: ReplicaAddress
  readonly dataDir: string
  readonly log: Logger
  /** After how long a silence of the server it is replaced; never without. */
  readonly promoteAfterMs?: number | undefined
  readonly onStatus?: ((status: StandbyStatus) => void) | undefined
  readonly serveReads?: ServeReads | undefined
}

/** The state that a promotion has found: the data that is here, and the moment from which some may be missing. */
export interface Promotion {
  readonly lease: ServerLease
  readonly from_server: string
  readonly term: number
  /** Everything that was in the replica at this moment is here. */
  readonly as_of: string
  /** When the former server was last heard, and until when everything that it had saved was in its replica then. */
  readonly last_beat: string
  readonly sent_until: string | null
  readonly was_ended_in_order: boolean
  readonly took_seconds: number
}

interface Sighting extends LeaseVersion {
  /** By the clock of this machine, which is the only one that is compared. */
  readonly since: number
}

interface StandbyParts {
  readonly identity: ServerIdentity
  readonly place: LeasePlace
  readonly lock: FolderLock
}

/**
 * Follows the replica of a server and takes its place. One loop looks at the lease, one keeps copies current; only `promote`
 * changes the lease, and only after the former holder can write no more does it make the data folder.
 */
export class Standby {
  readonly #options: StandbyOptions
  readonly #identity: ServerIdentity
  readonly #place: LeasePlace
  readonly #files: StandbyFiles
  readonly #lock: FolderLock
  readonly #follower: ReplicaFollower
  #sighting: Sighting | undefined
  #fault: string | undefined

  private constructor(options: StandbyOptions, { identity, place, lock }: StandbyParts) {
    this.#options = options
    this.#identity = identity
    this.#place = place
    this.#lock = lock
    this.#files = new StandbyFiles(options.dataDir)
    this.#follower = new ReplicaFollower(options, this.#files, () => this.#sighting?.lease)
  }

  /** Opens an empty data folder for a standby. Rejects with RestoreError where it holds a catalog. */
  static async open(options: StandbyOptions): Promise<Standby> {
    const { dataDir, address, lock } = options
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    try {
      const [identity, place] = [await identityOf(dataDir), await openLeasePlace(address)]
      const standby = new Standby(options, { identity, place, lock })
      await standby.#files.open()
      return standby
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Follows until it is to take over, and does; undefined where it is interrupted before. */
  async run(interrupted: AbortSignal): Promise<Promotion | undefined> {
    try {
      await this.#refuseOtherFolder()
      this.#follower.start()
      while (!interrupted.aborted) {
        await this.#look()
        if (this.#isHolder() || this.#mayPromote()) {
          const promotion = await this.#tryPromote()
          if (promotion) return promotion
        }
        await this.#report('following')
        await sleep(lookEveryMs, undefined, { signal: interrupted }).catch(() => undefined)
      }
      await this.#report('ended')
      await this.#place.close()
      return undefined
    } finally {
      await this.#follower.close()
      this.#lock.release()
    }
  }

  async noteServing(): Promise<void> {
    await this.#report('serving')
  }

  async #refuseOtherFolder(): Promise<void> {
    const { dataDir, address } = this.#options
    if (!existsSync(join(dataDir, 'vitrine.db'))) return
    const found = await readLease(this.#place)
    if (found?.lease.holder.id === this.#identity.id) return
    throw new RestoreError(
      `${dataDir} holds a catalog already, and a standby makes its own of ${formatReplicaAddress(address)}. Move away what is there, or name an empty folder with --data.`,
    )
  }

  /** Whether this server took over before, and was started again. */
  #isHolder(): boolean {
    return this.#sighting?.lease.holder.id === this.#identity.id
  }

  async #look(): Promise<void> {
    try {
      const found = await readLease(this.#place)
      this.#fault = found
        ? undefined
        : 'The replica has no lease. Start its server with --with-standby, so that two never write.'
      if (!found) return
      const isSame = found.version === this.#sighting?.version
      if (!isSame) this.#sighting = { ...found, since: performance.now() }
    } catch (error) {
      this.#fault = messageOf(error)
      // A server that is not seen need not be silent: this machine may be the one that is cut off.
      if (this.#sighting) this.#sighting = { ...this.#sighting, since: performance.now() }
    }
  }

  #mayPromote(): boolean {
    const { promoteAfterMs = Infinity } = this.#options
    const isSilent = this.#sighting !== undefined && this.#silentMs() > promoteAfterMs
    return this.#sighting !== undefined && (isSilent || this.#files.isPromotionWished)
  }

  #silentMs(): number {
    return this.#sighting ? performance.now() - this.#sighting.since : 0
  }

  async #tryPromote(): Promise<Promotion | undefined> {
    try {
      return await this.#promote(this.#sighting as Sighting)
    } catch (error) {
      this.#fault = messageOf(error)
      this.#options.log.error({ err: error }, 'taking over has failed, and is tried again')
      return undefined
    }
  }

  async #promote(sighting: Sighting): Promise<Promotion | undefined> {
    const startedAt = performance.now()
    await this.#report('promoting')
    const lease = await this.#take(sighting)
    // Its former holder was faster.
    if (!lease) return undefined
    try {
      return await this.#becomeServer(lease, sighting, startedAt)
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async #becomeServer(lease: ServerLease, sighting: Sighting, startedAt: number): Promise<Promotion> {
    const { holder, at, sent_until: sentUntil, is_released: isReleased } = sighting.lease
    const left = isReleased || holder.id === this.#identity.id ? 0 : takeoverMs - this.#silentMs()
    if (left > 0) await sleep(left)
    await this.#follower.stop()
    const asOf = toIso(Date.now())
    await this.#makeFolder(lease)
    return {
      lease,
      from_server: holder.name,
      term: lease.term,
      as_of: asOf,
      last_beat: at,
      sent_until: sentUntil,
      was_ended_in_order: isReleased,
      took_seconds: (performance.now() - startedAt) / 1000,
    }
  }

  async #take({ lease, version }: Sighting): Promise<ServerLease | undefined> {
    const parts = { address: this.#options.address, identity: this.#identity }
    if (this.#isHolder()) return ServerLease.open(parts)
    const askedAt = WriteFence.now()
    const taken = takenBy(this.#identity, lease, toIso(Date.now()))
    const own = await this.#place.replace(JSON.stringify(taken), version)
    return own === undefined
      ? undefined
      : new ServerLease(parts, this.#place, { lease: taken, version: own }, askedAt)
  }

  /** Everything is made aside, so that a standby that is killed meanwhile begins again. */
  async #makeFolder(lease: ServerLease): Promise<void> {
    const { dataDir } = this.#options
    if (existsSync(join(dataDir, 'vitrine.db'))) return
    const { made } = this.#files
    await rm(made, { recursive: true, force: true })
    await mkdir(made, { recursive: true, mode: 0o700 })
    await restoreInto(made, await this.#follower.copiesOf(lease.formerAddress))
    await rm(join(dataDir, workspacesFolder), { recursive: true, force: true })
    await rename(join(made, workspacesFolder), join(dataDir, workspacesFolder))
    await rename(join(made, 'vitrine.db'), join(dataDir, 'vitrine.db'))
    await rm(made, { recursive: true, force: true })
  }

  async #report(phase: StandbyStatus['phase']): Promise<void> {
    const { address, onStatus } = this.#options
    const status: StandbyStatus = {
      phase,
      pid: process.pid,
      from: formatReplicaAddress(address),
      server: this.#sighting?.lease.holder.name ?? null,
      as_of: this.#follower.asOf ?? null,
      silent_seconds: Math.round(this.#silentMs() / 100) / 10,
      sent_until: this.#sighting?.lease.sent_until ?? null,
      fault: this.#fault ?? this.#follower.fault ?? null,
    }
    onStatus?.(status)
    await this.#files.writeStatus(status)
  }
}
