import { realpathSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Workspace } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'
import { AutoGeneration, type AutoGenerationParts } from './auto-generation.ts'
import { DailyPointRecorder } from './daily-points.ts'
import { type ApiKeys, loadApiKeys } from './access/api-keys.ts'
import type { ResumeAuthorizer } from './access/team/team-access.ts'
import { type Grants, loadGrants } from './access/grants.ts'
import { JobRunner, type JobRunnerOptions, readJob } from './workspaces/job-runner.ts'
import { messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { JobSettings } from './jobs/job-context.ts'
import { removeUnwanted } from './jobs/generation/run-book.ts'
import { modelAccessFor } from './model-access.ts'
import { loadProviders, type Providers } from './providers/providers.ts'
import { type SecretBox, SecretsFile } from './registry/secrets.ts'
import {
  type ModelThread,
  openModelThread,
  openRegistryThread,
  type RegistryThread,
  type RegistryThreadOptions,
} from './threads/idle-thread.ts'
import type { WorkspaceThreads } from './threads/pool.ts'
import type { ThreadEntry } from './threads/thread.ts'
import type { LastCheck } from './edge/services.ts'
import { type AssetLibraries, loadAssetLibraries } from './workspaces/asset-libraries.ts'
import { Backups } from './workspaces/backups.ts'
import { loadOwnerSettings, type SettingsKeeper, mayFetchPrivately } from './workspaces/owner-settings.ts'
import { Automations } from './automations/automations.ts'
import { readTries } from './webhooks/tries.ts'
import type { Connections } from './feeds/connections.ts'
import type { EarlierFolders } from './feeds/earlier-folders.ts'
import type { Feeds } from './feeds/feeds.ts'
import type { WatchedFolders } from './feeds/watched-folders.ts'
import { openFeeds, placeOf, startFeedBy } from './open-feeds.ts'
import { loadWebhooks, type Webhooks } from './webhooks/webhooks.ts'
import type { Clock } from './workspaces/clock.ts'
import { asError } from '#shared/interrupted.ts'
import type { ClusterDatabases, SharedWriting } from './catalog/connections/cluster-seam.ts'
import type { ReplicaSettings } from './replication/litestream-config.ts'
import { WriteFence } from './catalog/connections/write-fence.ts'
import type { ServerLease } from './replication/standby/server-lease.ts'
import type { Replication } from './replication/replication.ts'
import { loadPackageOpenings, type PackageOpenings } from './workspaces/package-openings.ts'
import { loadWorkspaces, type Workspaces, type WorkspacesOptions } from './workspaces/registry.ts'
import { toIso } from '#shared/iso-times.ts'

// Seconds between the tries of a delivery, such as 5,300,1800: for tests and trials.
const triesVariable = 'VITRINE_WEBHOOK_TRIES'

export interface DataFolder {
  readonly registry: RegistryThread
  readonly keys: ApiKeys
  readonly grants: Grants
  readonly workspaces: Workspaces
  readonly packageOpenings: PackageOpenings
  readonly settings: SettingsKeeper
  readonly backups: Backups
  readonly providers: Providers
  readonly models: ModelThread
  readonly replication: Replication | undefined
  readonly lease: ServerLease | undefined
  readonly watchedFolders: WatchedFolders
  readonly earlierFolders: EarlierFolders
  readonly webhooks: Webhooks
  readonly automations: Automations
  readonly connections: Connections
  readonly feeds: Feeds
  readonly assetLibraries: AssetLibraries
  readonly uploadsDir: string
  readonly dataDir: string
  readonly isShared: boolean
  readonly lastChecks: ReadonlyMap<string, LastCheck>
  readonly exportsDir: string
  jobsOf(workspaceId: string): JobRunner
  readonly runners: ReadonlyMap<string, JobRunner>
  close(): Promise<void>
}

/** Where a replica is kept, and the right to write where a standby could take over. */
export interface ServedReplica extends ReplicaSettings {
  readonly lease?: ServerLease | undefined
}

export interface DataFolderEvents {
  /** Decides which jobs of a team go on, once its people are known; jobs wait for it. */
  readonly resumeAuthorizer?: Promise<ResumeAuthorizer> | undefined
  readonly onJobEnd?: ((workspace: Workspace, job: Job) => void) | undefined
  /**
   * Called after the check of a workspace that was not closed properly; an empty list means that it is
   * sound.
   */
  readonly onCheckedAfterUncleanEnd?: ((workspace: Workspace, damage: readonly string[]) => void) | undefined
}

export interface DataFolderOptions extends DataFolderEvents {
  readonly lookEveryMs?: number | undefined
  readonly autoPauseMs?: number | undefined
  /** The time of schedules and of what is gathered; tests set it. */
  readonly clock?: Clock | undefined
  readonly isForOneCommand?: boolean | undefined
  readonly readDeadlineMs?: number | undefined
  readonly replicate?: ServedReplica | undefined
  readonly cluster?: ClusterDatabases | undefined
  readonly shared?: SharedWriting | undefined
  readonly secretBox?: SecretBox | undefined
  readonly keyVariables?: readonly string[] | undefined
  readonly threadEntry?: ThreadEntry | undefined
}

/** Opens a data folder for this process alone, or makes it. Rejects with WorkspaceFileError. */
export async function openDataFolder(
  dataDir: string,
  log: Logger,
  {
    threadEntry: entry,
    lookEveryMs,
    readDeadlineMs,
    secretBox,
    keyVariables,
    autoPauseMs,
    clock,
    isForOneCommand,
    replicate,
    cluster,
    shared,
    ...events
  }: DataFolderOptions = {},
): Promise<DataFolder> {
  await makeFolder(dataDir)
  const [fence, uploadsDir] = [fenceOf(replicate), join(dataDir, 'uploads')]
  const serving = { isReplicated: fence !== undefined, ...sharedBy({ shared, cluster }) }
  const registry = await openRegistryThread(dataDir, entry, serving)
  const [settings, placed] = [await loadOwnerSettings(registry), await placedBy(registry, cluster)]
  const [runners, lastChecks] = [new Map<string, JobRunner>(), new Map<string, LastCheck>()]
  const jobsOf = (id: string) => runnerOf(runners, id)
  const late = { backups: () => backups, providers: () => providers, replication: () => replication }
  const later = { ...late, webhooks: () => webhooks, workspaces: () => workspaces, fed: () => fed }
  const automations = openAutomations({ log, clock, jobsOf, settings, ...later })
  const own = { ...later, libraries: () => folders.assetLibraries, automations, autoPauseMs, isForOneCommand }
  const parts = { ...own, settings, uploadsDir, runners, lastChecks, log, events }
  const writing = { cluster: placed, shared, fence: fence?.memory, isReplicated: fence !== undefined }
  const limits = { onIdleError: noteIdleIn(log), entry, readDeadlineMs, ...writing }
  const workspaces = await loadWorkspaces(dataDir, registry, { ...watch(parts), ...limits })
  const replication = await replicateTo(replicate, { dataDir, log, workspaces, fence })
  const packageOpenings = await openPackages({ registry, workspaces, log })
  const backups = openBackups({ workspaces, settings, dataDir, log })
  const [models, secrets] = [openModelThread(entry), new SecretsFile(dataDir, secretBox)]
  const ofModels = loadProviders({ registry, models, secrets: secrets.of('provider'), keyVariables })
  const [keys, grants, providers] = await Promise.all([loadApiKeys(registry), loadGrants(registry), ofModels])
  const using = { registry, workspaces, jobsOf, dataDir }
  const folders = await loadFolders({ ...using, uploadsDir }, log)
  const webhooks = await openWebhooks({ registry, workspaces, secrets, log })
  const fed = await openFeeds({ ...using, uploadsDir, secrets, lookEveryMs, clock, log })
  automations.connectFeeds({ run: startFeedBy(fed.feeds) })
  const acting = { keys, grants, backups, providers, webhooks, ...fed, automations, packageOpenings }
  const replicating = { replication, lease: replicate?.lease }
  const opened = { registry, workspaces, ...replicating, runners, lastChecks, ...acting, ...folders }
  const places = { uploadsDir, dataDir, exportsDir: join(dataDir, 'exports'), isShared: shared !== undefined }
  return { ...opened, ...places, models, settings, jobsOf, close: () => closeAll(opened, runners) }
}

/** In vitrine.db, so that each server that opens it knows where workspaces live. */
async function placedBy(registry: RegistryThread, cluster: ClusterDatabases | undefined) {
  const key = 'cluster_placement'
  return cluster?.agree({
    read: () => registry.call('getSetting', { key }),
    write: (value) => registry.call('putSetting', { key, value }),
  })
}

function sharedBy({ shared, cluster }: DataFolderOptions): RegistryThreadOptions {
  return shared ? { cluster: cluster?.ofRegistry(), claim: shared.ofRegistry } : {}
}

type OpenParts = Omit<
  DataFolder,
  'models' | 'settings' | 'uploadsDir' | 'exportsDir' | 'dataDir' | 'isShared' | 'jobsOf' | 'close'
>

/** Ends running parts before the parts that they use. A failure keeps nothing else open. */
async function closeAll(opened: OpenParts, runners: ReadonlyMap<string, JobRunner>): Promise<void> {
  const { earlierFolders, assetLibraries, webhooks, feeds, providers, ...others } = opened
  const { packageOpenings, backups, workspaces, keys, grants } = others
  const steps: readonly (() => Promise<unknown> | undefined)[] = [
    ...[earlierFolders, assetLibraries, webhooks, feeds, providers].map((part) => () => part.close()),
    async () => runners.forEach((runner) => runner.close()),
    ...[packageOpenings, backups, workspaces].map((part) => () => part.close()),
    ...[keys, grants].map((part) => () => part.flush()),
    () => opened.registry.close(),
    // Last, so that everything written until now is still sent.
    () => opened.replication?.close(),
    () => opened.lease?.release(),
  ]
  const failures: unknown[] = []
  for (const step of steps) await step()?.catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw asError(failures[0])
}

function fenceOf(replicate: ServedReplica | undefined): WriteFence | undefined {
  return replicate && (replicate.lease?.fence ?? WriteFence.alwaysOpen())
}

type ReplicatedParts = Pick<BackupParts, 'dataDir' | 'log' | 'workspaces'> & {
  readonly fence: WriteFence | undefined
}

async function replicateTo(
  replica: ServedReplica | undefined,
  { dataDir, log, workspaces, fence }: ReplicatedParts,
): Promise<Replication | undefined> {
  if (!replica || !fence) return undefined
  const { lease, ...settings } = replica
  const { startReplication } = await import('./replication/replication.ts')
  const replication = await startReplication({
    ...settings,
    ...(lease && { address: lease.address, hasStandby: true }),
    fence,
    dataDir: realpathSync(dataDir),
    log,
    workspaces: () => workspaces.list(),
  })
  lease?.reportBy({ log, sentUntil: () => replication.sentUntil() })
  return replication
}

function noteIdleIn(log: Logger): (error: unknown) => void {
  return notingIn(log, 'ending the threads of an unused workspace failed')
}

function notingIn(log: Logger, what: string): (error: unknown) => void {
  return (err) => log.error({ err }, what)
}

interface PackageParts {
  readonly registry: RegistryThread
  readonly workspaces: Workspaces
  readonly log: Logger
}

function openPackages({ registry, workspaces, log }: PackageParts): Promise<PackageOpenings> {
  return loadPackageOpenings(registry, workspaces, notingIn(log, 'opening a package failed'))
}

type WatchingParts = Omit<Parameters<typeof loadAssetLibraries>[0], 'onError'>

async function loadFolders(
  watching: WatchingParts,
  log: Logger,
): Promise<Pick<DataFolder, 'assetLibraries'>> {
  return { assetLibraries: await loadAssetLibraries({ ...watching, onError: noteScanIn(log) }) }
}

interface WebhookStores {
  readonly registry: RegistryThread
  readonly workspaces: Workspaces
  readonly secrets: SecretsFile
  readonly log: Logger
}

function openWebhooks({ registry, workspaces, secrets, log }: WebhookStores): Promise<Webhooks> {
  const pauses = readTries(process.env[triesVariable])
  const signing = { secrets: secrets.of('webhook'), pauses }
  return loadWebhooks({ registry, workspaces, ...signing, onError: noteDeliveryIn(log) })
}

interface AutomationStores {
  readonly workspaces: () => Workspaces
  readonly webhooks: () => Webhooks
  readonly providers: () => Providers
  readonly settings: SettingsKeeper
  readonly jobsOf: (workspaceId: string) => JobRunner
  readonly clock: Clock | undefined
  readonly log: Logger
}

function openAutomations({ log, settings, jobsOf, ...stores }: AutomationStores): Automations {
  return new Automations({
    ...stores,
    spending: (id) => settings.ofWorkspace(id),
    wake: (id) => jobsOf(id).wake(),
    onError: notingIn(log, 'looking for the work of automations failed'),
  })
}

function noteDeliveryIn(log: Logger): (url: string, error: unknown) => void {
  // Addresses of webhooks often hold a secret of their receiver.
  return (url, err) => log.error({ err, host: URL.parse(url)?.host }, 'delivering to a webhook failed')
}

function noteScanIn(log: Logger): (folder: string, error: unknown) => void {
  return (folder, err) => log.error({ err, folder }, 'the scan of a linked library failed')
}

function runnerOf(runners: ReadonlyMap<string, JobRunner>, workspaceId: string): JobRunner {
  const runner = runners.get(workspaceId)
  if (runner === undefined) throw new Error('The workspace is not open.')
  return runner
}

interface WorkspaceParts {
  /** They are opened after the workspaces, which they copy. */
  readonly backups: () => Backups
  readonly providers: () => Providers
  readonly replication: () => Replication | undefined
  readonly libraries: () => AssetLibraries
  readonly webhooks: () => Webhooks
  readonly automations: Automations
  readonly fed: () => Pick<DataFolder, 'feeds' | 'connections'>
  readonly settings: SettingsKeeper
  readonly uploadsDir: string
  readonly runners: Map<string, JobRunner>
  readonly lastChecks: Map<string, LastCheck>
  readonly log: Logger
  readonly events: DataFolderEvents
  readonly autoPauseMs: number | undefined
  readonly isForOneCommand: boolean | undefined
}

function startWorkspaceServices(parts: AutoGenerationParts & { readonly threads: WorkspaceThreads }): void {
  const { threads, onError } = parts
  for (const one of [new AutoGeneration(parts), new DailyPointRecorder({ threads, onError })]) {
    one.start()
    threads.onClosing(() => one.close())
  }
}

async function settingsOf(
  starting: StartingJob,
  {
    settings,
    uploadsDir,
    providers,
    fed,
  }: Pick<WorkspaceParts, 'settings' | 'uploadsDir' | 'providers' | 'fed'>,
): Promise<JobSettings> {
  const { threads, job } = starting
  const models = await modelAccessFor({ threads, job, providers: providers() })
  const place = await placeOf(fed().connections, starting)
  const dictionariesDir = join(dirname(uploadsDir), 'dictionaries')
  return { ...jobSettings(settings), dictionariesDir, ...place, ...(models && { models }) }
}

function actOnChanges(
  id: string,
  threads: WorkspaceThreads,
  { webhooks, automations }: Pick<WorkspaceParts, 'webhooks' | 'automations'>,
): void {
  automations.watch(id, threads)
  const wake = () => webhooks().wake(id)
  threads.onWritten(wake)
  threads.onJobEvents(wake)
}

function noteJobIn(log: Logger, { name: workspace }: Workspace): (error: unknown) => void {
  return (err) => log.error({ err, workspace }, 'job failed')
}

/** When the job of a feed has ended, the next file has its turn. */
function noteFeedEndIn({
  log,
  fed,
}: Pick<WorkspaceParts, 'log' | 'fed'>): (workspace: Workspace, job: Job) => void {
  return ({ id, name: workspace }, job) => {
    const onError = (err: unknown) => log.error({ err, workspace }, 'noting the end of a feed failed')
    fed().feeds.noteJobEnd(id, job).catch(onError)
  }
}

function authorizedBy(
  { resumeAuthorizer }: DataFolderEvents,
  workspaceId: string,
): JobRunnerOptions['mayRun'] {
  return resumeAuthorizer && (async (job) => (await resumeAuthorizer)(workspaceId, job))
}

function noteCheckIn({
  lastChecks,
  log,
  events,
}: Pick<WorkspaceParts, 'lastChecks' | 'log' | 'events'>): NonNullable<
  WorkspacesOptions['onCheckedAfterUncleanEnd']
> {
  return (workspace, damage) => {
    lastChecks.set(workspace.id, { checked_at: toIso(Date.now()), damage: [...damage] })
    logCheck(log, workspace, damage)
    events.onCheckedAfterUncleanEnd?.(workspace, damage)
  }
}

function watch({
  settings,
  uploadsDir,
  runners,
  lastChecks,
  log,
  events,
  backups,
  providers,
  replication,
  libraries,
  webhooks,
  automations,
  fed,
  autoPauseMs,
  isForOneCommand,
}: WorkspaceParts): WorkspacesOptions {
  return {
    onOpened: async (workspace, threads) => {
      const { id } = workspace
      replication()?.include(id)
      const onInternalError = noteJobIn(log, workspace)
      const runner = new JobRunner(threads, {
        workspaceId: id,
        uploadsDir,
        libraryFolders: () => libraries().foldersOf(id),
        onInternalError,
        mayRun: authorizedBy(events, id),
        beforeJob: (job) => prepareJob({ workspaceId: id, threads, job }, backups(), automations),
        settings: (job) =>
          settingsOf({ workspaceId: id, threads, job }, { settings, uploadsDir, providers, fed }),
      })
      runners.set(id, runner)
      for (const notify of [events.onJobEnd, noteFeedEndIn({ log, fed })])
        if (notify) notifyOfJobEnds(workspace, threads, notify)
      await runner.start()
      void removeUnwanted(threads.call.bind(threads)).catch(onInternalError)
      if (isForOneCommand) return
      actOnChanges(id, threads, { webhooks, automations })
      const asked = { spending: () => settings.ofWorkspace(id), wake: () => runner.wake() }
      startWorkspaceServices({ threads, providers, ...asked, onError: onInternalError, pauseMs: autoPauseMs })
    },
    onClosing: async ({ id }) => {
      runners.get(id)?.close()
      await replication()?.release(id)
    },
    onCheckedAfterUncleanEnd: noteCheckIn({ lastChecks, log, events }),
  }
}

interface BackupParts {
  readonly workspaces: Workspaces
  readonly settings: SettingsKeeper
  readonly dataDir: string
  readonly log: Logger
}

function openBackups({ workspaces, settings, dataDir, log }: BackupParts): Backups {
  const backups = new Backups({
    workspaces,
    settings,
    folder: join(dataDir, 'backups'),
    onError: ({ name }, error) => log.error({ err: error, workspace: name }, 'scheduled backup failed'),
  })
  backups.startSchedule()
  return backups
}

interface StartingJob {
  readonly workspaceId: string
  readonly threads: WorkspaceThreads
  readonly job: { readonly id: string; readonly name: string }
}

/** A job gets these before it starts on its thread. */
async function prepareJob(starting: StartingJob, backups: Backups, automations: Automations): Promise<void> {
  const { workspaceId, threads, job } = starting
  await backUpBeforeImport(backups, starting)
  await automations.prepareRun(workspaceId, threads, job)
}

/** Makes every import revertible as a whole; a rehearsal or a resumed import needs no new backup. */
async function backUpBeforeImport(
  backups: Backups,
  { workspaceId, threads, job: { id, name } }: StartingJob,
): Promise<void> {
  if (name !== 'import') return
  const { metadata, progress } = await readJob(threads, id)
  // A feed is undone by its run, and may come every five minutes.
  const isNew = metadata['dry_run'] !== true && metadata['feed_id'] === undefined && progress.current === 0
  if (isNew) await backups.createIfChanged(workspaceId, 'import')
}

function jobSettings({ current }: SettingsKeeper): JobSettings {
  return { allowsPrivateAddresses: mayFetchPrivately(current) }
}

function logCheck(log: Logger, { name }: Workspace, damage: readonly string[]): void {
  if (damage.length > 0) log.error({ workspace: name, damage }, 'the workspace file is damaged')
  else log.info({ workspace: name }, 'the workspace was not closed properly; it is sound')
}

function notifyOfJobEnds(
  workspace: Workspace,
  threads: WorkspaceThreads,
  notify: (workspace: Workspace, job: Job) => void,
): void {
  threads.onJobEvents((events) => {
    for (const { job_id: id } of events) {
      if (id === null) continue
      readJob(threads, id)
        .then((job) => notify(workspace, job))
        .catch(() => undefined)
    }
  })
}

export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new WorkspaceFileError(
      'read_only',
      `The data folder ${folder} cannot be used (${messageOf(error)}). Change its permissions, or name another with --data.`,
      { cause: error },
    )
  }
}
