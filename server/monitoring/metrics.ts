import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from 'node:http'
import { dirname } from 'node:path'
import { stat } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Workspace } from '#shared/app-surface.ts'
import { keysOf } from '#shared/text.ts'
import { clusterGauges, type ClusterMeasure } from '../catalog/connections/cluster-seam.ts'
import { withinTime } from '#shared/interrupted.ts'
import type { Services } from '../edge/services.ts'
import { databaseFiles, type DiskRoom, failureReasons, findFailures, roomOnDisks } from './health-failures.ts'

/** A busy workspace is reported without the values that it has not answered in this time. */
const answerWithinMs = 1000
const secondsOfBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Requests are counted by route, never by path, so that their number has a bound. */
const otherRoute = 'other'

export class Metrics {
  readonly #registry = new Registry()
  readonly #services: Services
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #seconds: Histogram<'method' | 'route'>

  constructor(services: Services, server: Server) {
    this.#services = services
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      name: 'vitrine_http_requests_total',
      help: 'Requests that were answered, by method, route and status',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Time from the head of a request until its answer was sent, but for event streams',
      labelNames: ['method', 'route'],
      buckets: secondsOfBuckets,
      registers,
    })
    this.#lookUp('vitrine_http_connections', 'Connections that are open', [], async (gauge) =>
      gauge.set({}, await connectionsOf(server)),
    )
    this.#lookUpWorkspaces()
    this.#lookUpHealth()
    this.#lookUpStorage()
    this.#lookUpTeam()
    this.#lookUpClusters()
    this.#lookUp(
      'vitrine_replication_lag_seconds',
      'How far the copy of a database elsewhere is behind',
      ['database'],
      (gauge) => {
        for (const { database, seconds } of services.replication?.lags() ?? [])
          gauge.set({ database }, seconds)
      },
    )
  }

  count({ method, routeOptions }: FastifyRequest, { raw: response }: FastifyReply): void {
    const route = routeOptions.url ?? otherRoute
    const started = performance.now()
    response.once('close', () => {
      this.#requests.inc({ method, route, status: response.statusCode })
      const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream')
      if (!isStream) this.#seconds.observe({ method, route }, (performance.now() - started) / 1000)
    })
  }

  async read(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  #lookUp(
    name: string,
    help: string,
    labelNames: string[],
    look: (gauge: Gauge) => void | Promise<void>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset()
        return look(this)
      },
    })
    this.#registry.registerMetric(gauge)
  }

  #lookUpWorkspaces(): void {
    const { workspaces } = this.#services
    this.#lookUp(
      'vitrine_workspace_info',
      'The name of each workspace, and whether it is open',
      ['workspace', 'name', 'open'],
      (gauge) => {
        for (const { id, name } of workspaces.list())
          gauge.set({ workspace: id, name, open: String(workspaces.opened(id) !== undefined) }, 1)
      },
    )
    this.#lookUp('vitrine_open_workspaces', 'Workspaces that are open', [], (gauge) =>
      gauge.set({}, workspaces.list().filter(({ id }) => workspaces.opened(id) !== undefined).length),
    )
    this.#lookUp(
      'vitrine_waiting_calls',
      'Reads and writes of open workspaces that wait for their turn or are being carried out',
      ['workspace', 'kind'],
      (gauge) => {
        for (const { id, threads } of this.#open()) {
          const { reads, writes } = threads.load()
          gauge.set({ workspace: id, kind: 'read' }, reads)
          gauge.set({ workspace: id, kind: 'write' }, writes)
        }
      },
    )
    this.#lookUp('vitrine_jobs', 'Jobs of open workspaces that wait or run', ['workspace', 'kind'], (gauge) =>
      this.#countJobs(gauge),
    )
  }

  #lookUpHealth(): void {
    const services = this.#services
    this.#lookUp('vitrine_info', 'The version that runs', ['version'], (gauge) =>
      gauge.set({ version: services.version }, 1),
    )
    this.#lookUp(
      'vitrine_health_failures',
      'Reasons for which /health answers 503, each with the number of things that have it',
      ['reason'],
      async (gauge) => {
        for (const reason of failureReasons) gauge.set({ reason }, 0)
        for (const { reason } of await findFailures(services)) gauge.inc({ reason })
      },
    )
  }

  #lookUpStorage(): void {
    const services = this.#services
    const { workspaces, backups, replication, dataDir } = services
    this.#lookUp(
      'vitrine_database_bytes',
      'The size of each database with its log',
      ['database'],
      async (gauge) => {
        for (const { id, file } of databaseFiles(services)) gauge.set({ database: id }, await sizeOf(file))
      },
    )
    const disk = (name: string, help: string, of: (room: DiskRoom) => number) =>
      this.#lookUp(name, help, ['folder'], async (gauge) => {
        const folders = [dataDir, ...workspaces.list().map(({ file }) => dirname(file))]
        for (const room of await roomOnDisks(folders)) gauge.set({ folder: room.folder }, of(room))
      })
    disk('vitrine_disk_free_bytes', 'Room that is left on each disk with data', ({ free }) => free)
    disk('vitrine_disk_size_bytes', 'The size of each disk with data', ({ size }) => size)
    this.#lookUp(
      'vitrine_last_backup_age_seconds',
      'Time since the newest backup of a workspace, where there is one',
      ['workspace'],
      async (gauge) => {
        for (const { id } of workspaces.list()) {
          const [newest] = await backups.list(id).catch(() => [])
          if (newest) gauge.set({ workspace: id }, ageOf(newest.created_at))
        }
      },
    )
    this.#lookUp(
      'vitrine_last_replica_age_seconds',
      'Time since something of a database was last sent to the replica, also where nothing is to be sent',
      ['database'],
      (gauge) => {
        for (const { workspace_id: id, replicated_at: at } of replication?.status().databases ?? [])
          if (at !== null) gauge.set({ database: id ?? 'vitrine.db' }, ageOf(at))
      },
    )
  }

  #lookUpTeam(): void {
    const { team, collaboration } = this.#services
    if (!team) return
    this.#lookUp('vitrine_people_online', 'People who have a workspace open', [], (gauge) =>
      gauge.set({}, collaboration?.presence.countPeople() ?? 0),
    )
    const failures = new Counter({
      name: 'vitrine_failed_sign_ins_total',
      help: 'Tries to sign in that were refused since the start',
      registers: [],
      collect() {
        this.reset()
        this.inc(team.failedSignIns)
      },
    })
    this.#registry.registerMetric(failures)
  }

  #lookUpClusters(): void {
    const { measureClusters } = this.#services
    if (!measureClusters) return
    let last: { readonly until: number; readonly measures: Promise<readonly ClusterMeasure[]> } | undefined
    // One look serves all gauges of a scrape.
    const look = () => {
      if (!last || last.until < Date.now())
        last = { until: Date.now() + answerWithinMs, measures: measureClusters() }
      return last.measures
    }
    for (const name of keysOf(clusterGauges)) {
      const { help, labels } = clusterGauges[name]
      this.#lookUp(name, help, [...labels], async (gauge) => {
        for (const measure of await look())
          if (measure.name === name) gauge.set(measure.labels, measure.value)
      })
    }
  }

  async #countJobs(gauge: Gauge): Promise<void> {
    const counting = this.#open().map(async ({ id, threads }) => {
      const { queued, running } = await threads.call('countJobs', {})
      gauge.set({ workspace: id, kind: 'waiting' }, queued)
      gauge.set({ workspace: id, kind: 'running' }, running)
    })
    await withinTime(Promise.allSettled(counting), answerWithinMs)
  }

  #open() {
    const { workspaces } = this.#services
    return workspaces.list().flatMap(({ id }: Workspace) => {
      const threads = workspaces.opened(id)
      // The question would wake a workspace whose threads are resting.
      return threads && !threads.isResting ? [{ id, threads }] : []
    })
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}

async function sizeOf(file: string): Promise<number> {
  const parts = [file, `${file}-wal`].map((path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(parts)).reduce((sum, size) => sum + size, 0)
}

function ageOf(time: string): number {
  return Math.max(0, (Date.now() - Date.parse(time)) / 1000)
}
