import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Workspace } from '#shared/app-surface.ts'
import type { ClusterDatabase, ClusterDatabases } from '../../catalog/connections/cluster-seam.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from '../../threads/pool.ts'
import { makeFolder } from '../../workspaces/file-places.ts'
import { FollowedWorkspace } from './followed-workspace.ts'
import type { Forwarder } from './forwarder.ts'
import { stepProtocol } from './peer-listener.ts'

export interface FollowParts {
  readonly dataDir: string
  /** Where workspaces live now: one that has moved is followed anew. */
  readonly clusters: Pick<ClusterDatabases, 'ofWorkspace'>
  readonly forwarder: Forwarder
  readonly readDeadlineMs: number | undefined
  readonly onError: (error: unknown) => void
}

const [maxFollowed, idleMs, againMs] = [20, 10 * 60_000, 10_000]
const connectMs = 2000

interface FollowedState {
  readonly cluster: ClusterDatabase
  readonly opening: Promise<FollowedWorkspace | undefined>
  ready: FollowedWorkspace | undefined
  ending?: Promise<void>
  askedAt: number
}

/** The workspaces that this server keeps a current copy of: those requested in the last minutes. */
export class FollowedWorkspaces {
  readonly #parts: FollowParts
  readonly #followed = new Map<string, FollowedState>()
  readonly #sweeping = setInterval(() => this.#sweep(), idleMs / 10).unref()
  #isClosed = false

  constructor(parts: FollowParts) {
    this.#parts = parts
  }

  /** Returns the threads of a current copy; starts one and returns undefined where there is none. */
  current(workspace: Workspace): WorkspaceThreads | undefined {
    const known = this.#followed.get(workspace.id)
    if (!known) {
      this.#begin(workspace)
      return undefined
    }
    known.askedAt = performance.now()
    if (known.cluster !== this.#parts.clusters.ofWorkspace(workspace)) {
      void this.#end(workspace.id)
      return undefined
    }
    return known.ready?.isCurrent() === true ? known.ready.threads : undefined
  }

  lags(): { readonly workspace_id: string; readonly lag_seconds: number }[] {
    return [...this.#followed].flatMap(([id, { ready }]) =>
      ready ? [{ workspace_id: id, lag_seconds: ready.lagMs() / 1000 }] : [],
    )
  }

  /** Another server writes from now on: statements of the former one do not count any more. */
  turn(): void {
    for (const { ready } of this.#followed.values()) ready?.turn()
  }

  /** Closes all copies, so that their files can be opened for writing. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweeping)
    const all = [...this.#followed.keys()].map(async (id) => this.#end(id))
    await Promise.all(all)
  }

  #begin(workspace: Workspace): void {
    const cluster = this.#parts.clusters.ofWorkspace(workspace)
    if (!cluster || this.#isClosed || this.#followed.size >= maxFollowed) return
    const opening = this.#open(workspace)
    const followed: FollowedState = { cluster, opening, ready: undefined, askedAt: performance.now() }
    this.#followed.set(workspace.id, followed)
    void this.#await(workspace.id, followed)
  }

  async #await(id: string, followed: FollowedState): Promise<void> {
    followed.ready = await followed.opening
    // Not to be followed for now: tried again after a while.
    if (!followed.ready) setTimeout(() => this.#forget(id, followed), againMs).unref()
  }

  async #open(workspace: Workspace): Promise<FollowedWorkspace | undefined> {
    const { dataDir, clusters, readDeadlineMs, onError } = this.#parts
    const folder = join(dataDir, 'workspaces')
    try {
      makeFolder(folder)
      const threads = await openWorkspaceThreads(join(folder, basename(workspace.file)), {
        backupFolder: join(dataDir, 'backups', workspace.id),
        cluster: clusters.ofWorkspace(workspace),
        isCopy: true,
        readDeadlineMs,
      })
      return new FollowedWorkspace(threads, (signal) => this.#connect(workspace.id, signal))
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  async #connect(workspaceId: string, signal: AbortSignal): Promise<Duplex> {
    const headers = { connection: 'Upgrade', upgrade: stepProtocol }
    const asked = this.#parts.forwarder.ask(`/${workspaceId}`, { headers, timeout: connectMs, signal })
    if (!asked) throw new Error('Nobody has the lease.')
    asked.on('timeout', () => asked.destroy())
    // An answer instead of an upgrade: the server is of another version or about to end.
    asked.on('response', () => asked.destroy(new Error('The server that writes cannot be followed.')))
    asked.end()
    const [, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Duplex]
    return socket
  }

  #sweep(): void {
    const before = performance.now() - idleMs
    for (const [id, { askedAt }] of this.#followed) if (askedAt < before) void this.#end(id)
  }

  async #end(id: string): Promise<void> {
    const followed = this.#followed.get(id)
    if (followed) await (followed.ending ??= this.#endOne(id, followed))
  }

  async #endOne(id: string, followed: FollowedState): Promise<void> {
    const ready = await followed.opening
    await ready?.close().catch(this.#parts.onError)
    this.#forget(id, followed)
  }

  /** Another copy may have taken its place meanwhile, and its file must not be left open. */
  #forget(id: string, followed: FollowedState): void {
    if (this.#followed.get(id) === followed) this.#followed.delete(id)
  }
}
