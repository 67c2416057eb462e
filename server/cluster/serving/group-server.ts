/** A server that shares vitrine.db with others by a cluster: it serves while it has the lease; otherwise it answers reads from its copies and passes everything else on. */
import { hostname } from 'node:os'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import type { RequestListener } from 'node:http'
import { BatchFeed } from '../database/batch-feed.ts'
import type { ClusterMap, DatabaseCluster } from '../database/cluster-file.ts'
import { findObstacle } from './find-obstacle.ts'
import { measureStanding, StandbyMonitor } from './standby-monitor.ts'
import type { HeldLease, LeaseRequest } from '../database/lease.ts'
import { ServerGroup } from './server-group.ts'
import { originOf, allowedHosts } from '../../edge/host-and-origin.ts'
import { apiRoot } from '../../edge/paths.ts'
import { Forwarder } from './forwarder.ts'
import { rightsRoute } from './rights.ts'
import { Front } from './front.ts'
import { type PeerAccess, PeerListener } from './peer-listener.ts'
import { sendSteps } from './batch-stream.ts'
import type { FollowingReads } from './follower-app.ts'
import type { Clusters, RunningServer, SharedServerParts, SharedServing } from '../../running-server.ts'
import { endSpares, keepSpareThreads } from '../../threads/thread.ts'
import type { FileLock } from '../../store/file/file-lock.ts'
import { lockServerFolder } from '../../store/file/server-lock.ts'

const closeGraceMs = 1500
const refreshEveryMs = 15_000
const standby = ['registry', 'models', 'writer', 'reader', 'reader'] as const

interface GroupServerParts extends SharedServerParts {
  readonly measure: Clusters['measure']
}

/** Listens, and finds out which server serves. Rejects where it cannot listen, or has to serve and cannot. */
export async function startGroupServer(parts: GroupServerParts): Promise<RunningServer> {
  const server = new GroupServer(parts, lockServerFolder(parts.dataDir))
  try {
    await server.start()
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

class GroupServer implements RunningServer {
  readonly #parts: GroupServerParts
  readonly #lock: FileLock
  readonly #front: Front
  readonly #listener: PeerListener
  readonly #forwarder: Forwarder
  readonly #monitor: StandbyMonitor
  /** Where databases live as vitrine.db said last, for what this server does while it stands by. */
  #clusters: ClusterMap
  #placement: string | undefined
  readonly #refreshing = setInterval(() => void this.#refreshPlacement(), refreshEveryMs).unref()
  #reading: FollowingReads | undefined
  #group: ServerGroup | undefined
  #inner: RunningServer | undefined
  #closed: Promise<void> | undefined

  constructor(parts: GroupServerParts, lock: FileLock) {
    const { guard, peer } = parts
    this.#parts = parts
    this.#clusters = parts.clusters as ClusterMap
    this.#lock = lock
    this.#forwarder = new Forwarder(
      guard,
      () => this.port,
      () => this.#group?.suspect(),
    )
    this.#front = new Front(guard, (request, response) => this.#passOn(request, response))
    this.#listener = new PeerListener(peer.host)
    this.#monitor = new StandbyMonitor({
      version: parts.version,
      guard,
      standing: () => this.#group?.standing,
      lags: () => this.#reading?.lags() ?? [],
      measureNodes: () => parts.measure(this.#clusters),
    })
  }

  async start(): Promise<void> {
    const { dataDir, peer, port } = this.#parts
    const onError = (err: unknown) =>
      this.#parts.log.logger.error({ err }, 'the renewed certificate cannot be used')
    await this.#front.listen(port, onError)
    await this.#listener.open(peer.port ?? 0, () => this.#front.handler)
    const wish = { holder: `${hostname()}:${dataDir}`, address: JSON.stringify(this.#peerAccess()) }
    const group = new ServerGroup(this.#registry, wish, {
      onHeld: (held) => this.#serve(held, wish),
      findObstacle: () => findObstacle(dataDir, this.#clusters),
      onLost: () => this.#stopServing(),
      probe: async (listener, patienceMs) => {
        const known = parsePeer(listener)
        return known ? this.#forwarder.probe(known, patienceMs) : 'silent'
      },
      onAddress: (listener) => this.#leadTo(parsePeer(listener)),
      onError: (err) =>
        this.#parts.log.logger.error({ err }, 'the servers of the cluster cannot be kept together'),
    })
    this.#group = group
    await this.#refreshPlacement()
    await group.start()
    if (!this.#inner) this.#standBy()
  }

  get #registry(): DatabaseCluster {
    return this.#parts.clusters.ofRegistry() as DatabaseCluster
  }

  /** A workspace may have moved since the file of this server was written. */
  async #refreshPlacement(): Promise<void> {
    if (this.#group?.isHolder === true || this.#closed) return
    try {
      const { readSharedPlacement } = await import('../database/placement.ts')
      const text = await readSharedPlacement(this.#registry)
      if (text === undefined || text === this.#placement) return
      const read = { read: () => Promise.resolve(text), write: () => Promise.resolve() }
      this.#clusters = await (this.#parts.clusters as ClusterMap).agree(read)
      this.#placement = text
    } catch (err) {
      this.#parts.log.logger.warn({ err }, 'where workspaces live cannot be read from vitrine.db')
    }
  }

  /** Loads the code and starts the threads that taking over needs: on a busy machine that is most of the wait. */
  #standBy(): void {
    this.#parts.preload()
    if (!this.#closed) keepSpareThreads(standby)
  }

  #passOn(...[request, response]: Parameters<RequestListener>): void {
    if (this.#monitor.answers(request)) this.#monitor.handle(request, response)
    else if (this.#reading) this.#reading.handle(request, response)
    else void this.#forwarder.handle(request, response)
  }

  #leadTo(listener: PeerAccess | undefined): void {
    this.#forwarder.leadTo(listener)
    this.#reading?.turn()
    if (listener && !this.#reading) void this.#startReading()
  }

  async #startReading(): Promise<void> {
    const { dataDir, readDeadlineMs, guard, log } = this.#parts
    const { logger } = log
    const clusters = {
      ofWorkspace: (workspace: Workspace) => this.#clusters.ofWorkspace(workspace),
    }
    const { startFollowingReads } = await import('./follower-app.ts')
    if (this.#reading || this.#group?.isHolder !== false || this.#closed) return
    const onError = (err: unknown) => logger.warn({ err }, 'a workspace cannot be followed')
    const forwarder = this.#forwarder
    this.#reading = startFollowingReads({
      dataDir,
      clusters,
      readDeadlineMs,
      guard,
      logger,
      onError,
      forwarder,
      origin: () => this.origin,
    })
  }

  async #endReading(): Promise<void> {
    const reading = this.#reading
    this.#reading = undefined
    await reading?.close()
  }

  async #serve(held: HeldLease, wish: LeaseRequest): Promise<void> {
    await this.#endReading()
    const front = this.#front
    const { logger } = this.#parts.log
    const since = performance.now()
    const laterWish: LeaseRequest = { holder: wish.holder, takesAtOnce: true }
    logger.info({ term: held.term }, 'this server has the lease of the cluster')
    const shared: SharedServing = {
      port: {
        serverOptions: front.serverOptions,
        isFromPeer: (request) => this.#listener.owns(request),
        isConfirmed: () => this.#group?.isConfirmed === true,
        measure: () => measureStanding(this.#group?.standing),
        routes: (app, { services }) => rightsRoute(app, services, this.#listener),
      },
      ofRegistry: { wish: laterWish, held },
      ofWorkspaces: { wish: laterWish },
      openFeed: () => new BatchFeed(),
      confirm: async () => this.#group?.confirm(),
      attach: async (app, feedOf) => {
        await app.ready()
        front.attach((request, response) => app.routing(request, response))
        this.#listener.onFollow = (id, socket) =>
          void feedOf(id)
            .then((feed) => (feed instanceof BatchFeed ? sendSteps(socket, feed) : socket.destroy()))
            .catch(() => socket.destroy())
      },
      appCloses: async () => {
        if (this.#closed) await front.close(closeGraceMs)
      },
    }
    try {
      this.#inner = await this.#parts.serve(shared)
    } catch (error) {
      front.detach()
      front.forget()
      throw error
    }
    await endSpares()
    logger.info({ ms: Math.round(performance.now() - since) }, 'this server serves')
    // Earlier requests still wait in the forwarder; they are sent to this server's own port for peers.
    this.#forwarder.leadTo(this.#peerAccess())
  }

  async #stopServing(): Promise<void> {
    this.#front.detach()
    this.#listener.endLines()
    this.#forwarder.leadTo(undefined)
    this.#parts.log.logger.warn('another server has taken the lease of the cluster')
    const inner = this.#inner
    this.#inner = undefined
    // Another server writes now; requests that are still open here fail.
    await inner
      ?.close()
      .catch((err: unknown) => this.#parts.log.logger.warn({ err }, 'ended without the lease'))
    this.#front.forget()
    this.#standBy()
  }

  #peerAccess(): PeerAccess {
    const [host = ''] = allowedHosts(this.port)
    const { publicUrl } = this.#parts.guard.dependencies
    return this.#listener.info({ host: publicUrl?.host ?? host, publicOrigin: this.origin })
  }

  get origin(): string {
    const { publicUrl, host } = this.#parts.guard.dependencies
    return publicUrl?.origin ?? originOf('http', host, this.port)
  }

  get port(): number {
    return this.#front.port
  }

  get baseUrl(): string {
    return this.origin + apiRoot
  }

  get dataDir(): string {
    return this.#parts.dataDir
  }

  get sessionToken(): string {
    return this.#serving().sessionToken
  }

  get commandOrigin(): string {
    return this.#serving().commandOrigin
  }

  async firstOwnerUrl(): Promise<string | undefined> {
    return this.#inner?.firstOwnerUrl()
  }

  appUrl(): string {
    return this.origin
  }

  openWorkspaceFile(path: string): Promise<Workspace> {
    return this.#serving().openWorkspaceFile(path)
  }

  rescueWorkspaceFile(path: string): Promise<Workspace> {
    return this.#serving().rescueWorkspaceFile(path)
  }

  createWorkspaceFile(path: string, name: string): Promise<Workspace> {
    return this.#serving().createWorkspaceFile(path, name)
  }

  workspaces(): Promise<Workspace[]> {
    return this.#serving().workspaces()
  }

  runningJobs(): number {
    return this.#inner?.runningJobs() ?? 0
  }

  latestBackup(workspaceId: string): Promise<Backup | undefined> {
    return this.#serving().latestBackup(workspaceId)
  }

  restoreBackup(workspaceId: string, backupId: string): Promise<void> {
    return this.#serving().restoreBackup(workspaceId, backupId)
  }

  note(message: string, details: object = {}): void {
    this.#parts.log.logger.warn(details, message)
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  /** The lease is given back last, so that the next server finds everything written. */
  async #close(): Promise<void> {
    await Promise.resolve()
    clearInterval(this.#refreshing)
    await this.#endReading()
    await this.#inner?.close().catch(() => undefined)
    this.#forwarder.close()
    await this.#front.close(closeGraceMs)
    this.#listener.close()
    await Promise.all([this.#group?.close(), endSpares()])
    this.#lock.release()
    await this.#parts.log.close()
  }

  #serving(): RunningServer {
    if (this.#inner) return this.#inner
    throw new Error('Another server of the cluster serves just now: run the command on its machine.')
  }
}

function parsePeer(text: string | undefined): PeerAccess | undefined {
  if (text === undefined) return undefined
  const listener: Partial<PeerAccess> = JSON.parse(text)
  const isWhole = [listener.origin, listener.secret, listener.host].every((part) => typeof part === 'string')
  return isWhole ? (listener as PeerAccess) : undefined
}
