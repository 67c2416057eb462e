import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { toIso } from '#shared/iso-times.ts'
import { type FenceMoment, WriteFence } from '../../catalog/connections/write-fence.ts'
import { formatReplicaAddress, type ReplicaAddress } from '../replica-address.ts'
import { type LeasePlace, openLeasePlace, type StoredText } from './lease-place.ts'
import {
  addressOfSeries,
  beatMs,
  firstLease,
  holdMs,
  parseLease,
  type ReplicaLease,
  type Series,
  seriesAt,
  type ServerIdentity,
} from './replica-lease.ts'

export class LeaseError extends Error {}

export interface ServerLeaseParts {
  readonly address: ReplicaAddress
  readonly identity: ServerIdentity
}

/** The server that holds a lease: its log, and until when everything is in its replica, which each beat says. */
export interface HoldingServer {
  readonly log: Logger
  readonly sentUntil: () => number | undefined
}

const againMs = 250

/** A lease that was read or written, with the version by which it is replaced. */
export interface LeaseVersion {
  readonly lease: ReplicaLease
  readonly version: string
}

/** Reads the lease of a replica; undefined where none was ever taken. */
export async function readLease(place: LeasePlace): Promise<LeaseVersion | undefined> {
  const stored = await place.read()
  return stored && { lease: leaseIn(stored), version: stored.version }
}

function leaseIn({ text }: StoredText): ReplicaLease {
  const lease = parseLease(text)
  if (lease) return lease
  throw new LeaseError(
    'The lease in the replica cannot be read. Try again, or remove it while no server runs.',
  )
}

/** Refuses to serve a replica whose lease belongs to another server, or that is to be served with its lease. */
export async function requireNoLease(address: ReplicaAddress): Promise<void> {
  const place = await openLeasePlace(address)
  try {
    const found = await readLease(place)
    if (found)
      throw new LeaseError(
        `The replica ${formatReplicaAddress(address)} has a standby: ${found.lease.holder.name} has written it last. Start that server with --with-standby, and this one as its standby, in an empty data folder, by vitrine standby.`,
      )
  } finally {
    await place.close()
  }
}

/**
 * The right to write, renewed every two seconds. From the moment that it could not be renewed for seven seconds, or another
 * server has it, the fence lets no write through.
 */
export class ServerLease {
  readonly fence = new WriteFence()
  /** Resolves with the name of the server that has taken the lease. */
  readonly lost: Promise<string>
  readonly #parts: ServerLeaseParts
  readonly #place: LeasePlace
  readonly #lose: (by: string) => void
  #held: LeaseVersion
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()
  #isEnded = false
  #isLate = false
  #server: HoldingServer | undefined

  /** `askedAt` is the moment before the lease was asked for, by the clock of the fence. */
  constructor(parts: ServerLeaseParts, place: LeasePlace, held: LeaseVersion, askedAt: FenceMoment) {
    this.#parts = parts
    this.#place = place
    this.#held = held
    const { promise, resolve } = Promise.withResolvers<string>()
    this.lost = promise
    this.#lose = resolve
    this.fence.openFrom(askedAt, holdMs)
    this.#timer = setTimeout(() => this.#beat(), beatMs).unref()
  }

  /** Takes the lease where this server has it or nobody ever had it. Rejects with LeaseError. */
  static async open(parts: ServerLeaseParts): Promise<ServerLease> {
    const { address, identity } = parts
    const place = await openLeasePlace(address)
    try {
      const found = await readLease(place)
      if (found && found.lease.holder.id !== identity.id)
        throw new LeaseError(
          `${found.lease.holder.name} has taken over and is the server now. Start this one as its standby, in an empty data folder: vitrine standby --from ${formatReplicaAddress(address)}.`,
        )
      const at = toIso(Date.now())
      const lease = found
        ? { ...found.lease, run: randomUUID(), is_released: false, beat: found.lease.beat + 1, at }
        : firstLease(identity, at)
      const askedAt = WriteFence.now()
      const version = await place.replace(JSON.stringify(lease), found?.version)
      if (version === undefined)
        throw new LeaseError('Another server is taking the lease. Start this one again.')
      return new ServerLease(parts, place, { lease, version }, askedAt)
    } catch (error) {
      await place.close()
      throw error
    }
  }

  /** Where this server sends its changes. */
  get address(): ReplicaAddress {
    return addressOfSeries(this.#parts.address, seriesAt(this.#held.lease, undefined))
  }

  /** Where the server before this one has sent its changes. */
  get formerAddress(): ReplicaAddress {
    const { series } = this.#held.lease
    return addressOfSeries(this.#parts.address, (series.at(-2) ?? series.at(-1)) as Series)
  }

  get term(): number {
    return this.#held.lease.term
  }

  /** Connects the lease with what it is held for. */
  reportBy(server: HoldingServer): void {
    this.#server = server
  }

  /** Writes no more, and says that everything was sent, so that a standby need not wait. */
  async release(): Promise<void> {
    await this.#end()
    if (this.fence.isOpen)
      await this.#renew({ ...this.#describeReplica(), is_released: true }).catch(() => undefined)
    this.fence.close()
    await this.#place.close()
  }

  async #end(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    await this.#beating
  }

  #beat(): void {
    const startedAt = performance.now()
    this.#beating = this.#renewOrFence().finally(() => {
      if (this.#isEnded) return
      const pace = this.#isLate ? againMs : beatMs
      const wait = Math.max(0, pace - (performance.now() - startedAt))
      this.#timer = setTimeout(() => this.#beat(), wait).unref()
    })
  }

  /** One failure may be an accident of the network; after the second nothing is written until the lease is renewed. */
  async #renewOrFence(): Promise<void> {
    try {
      await this.#renew(this.#describeReplica())
    } catch (err) {
      if (this.#isLate) this.fence.close()
      else
        this.#server?.log.error(
          { err },
          'the lease could not be renewed; if it cannot at once, no write is taken',
        )
      this.#isLate = true
    }
  }

  #describeReplica(): Pick<ReplicaLease, 'sent_until'> {
    const until = this.#server?.sentUntil()
    return { sent_until: until === undefined ? null : toIso(until) }
  }

  async #renew(change: Partial<ReplicaLease>): Promise<void> {
    const askedAt = WriteFence.now()
    const lease = { ...this.#held.lease, ...change, beat: this.#held.lease.beat + 1, at: toIso(Date.now()) }
    const version = await this.#place.replace(JSON.stringify(lease), this.#held.version)
    if (version !== undefined) {
      this.#held = { lease, version }
      this.fence.openFrom(askedAt, holdMs)
      if (this.#isLate) this.#server?.log.warn('the lease is renewed again, and writes are taken')
      this.#isLate = false
      return
    }
    await this.#lookWhoHasIt()
  }

  /** A renewal whose answer was lost has been taken all the same. */
  async #lookWhoHasIt(): Promise<void> {
    const found = await readLease(this.#place)
    if (!found) throw new LeaseError('The lease is gone from the replica.')
    if (found.lease.run === this.#held.lease.run && found.lease.term === this.#held.lease.term) {
      this.#held = found
      return
    }
    this.#isEnded = true
    this.fence.close()
    this.#server?.log.error({ by: found.lease.holder.name }, 'another server has taken the lease')
    this.#lose(found.lease.holder.name)
  }
}
