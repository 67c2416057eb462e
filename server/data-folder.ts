import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Workspace } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'
import { type ApiKeys, loadApiKeys } from './access/api-keys.ts'
import { type Grants, loadGrants } from './access/grants.ts'
import { JobRunner } from './workspaces/job-runner.ts'
import { messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { JobSettings } from './jobs/job-context.ts'
import { removeUnwanted } from './jobs/generation/remove-unwanted.ts'
import { modelAccessFor } from './model-access.ts'
import { loadProviders, type Providers } from './providers/providers.ts'
import { type SecretBox, Secrets } from './providers/secrets.ts'
import { type ModelThread, openModelThread } from './threads/model-thread.ts'
import type { WorkspaceThreads } from './threads/pool.ts'
import type { ThreadEntry } from './threads/thread.ts'
import { openRegistryThread, type RegistryThread } from './threads/registry-thread.ts'
import type { LastCheck } from './edge/services.ts'
import { Backups } from './workspaces/backups.ts'
import { loadOwnerSettings, type SettingsKeeper } from './workspaces/owner-settings.ts'
import { loadWatchedFolders, type WatchedFolders } from './workspaces/watched-folders.ts'
import { PackageOpenings } from './workspaces/package-openings.ts'
import { loadWorkspaces, type Workspaces, type WorkspacesOptions } from './workspaces/registry.ts'
import { readJob } from './workspaces/read-job.ts'

/** An open data folder: its workspaces with their job runners, its keys and its settings. */
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
  /** They are not looked at before they are started. */
  readonly watchedFolders: WatchedFolders
  readonly uploadsDir: string
  readonly dataDir: string
  /** What the checks after unclean ends found in this run, by workspace. */
  readonly lastChecks: ReadonlyMap<string, LastCheck>
  /** Files of exports, until they expire. */
  readonly exportsDir: string
  /** The job runner of a workspace that is open. */
  jobsOf(workspaceId: string): JobRunner
  /** Lets running jobs reach their next checkpoint, then closes every file. */
  close(): Promise<void>
}

/** What the host of the server wants to hear of. */
export interface DataFolderEvents {
  /** A job of some workspace has ended, however it did. */
  readonly onJobEnd?: ((workspace: Workspace, job: Job) => void) | undefined
  /** A workspace that had not been closed properly was checked; an empty list means sound. */
  readonly onCheckedAfterUncleanEnd?: ((workspace: Workspace, damage: readonly string[]) => void) | undefined
}

export interface DataFolderOptions extends DataFolderEvents {
  /** How often watched folders are looked into, if not every two seconds. */
  readonly lookEveryMs?: number | undefined
  /** How long one read may take, if not ten seconds. */
  readonly readDeadlineMs?: number | undefined
  /** What the host seals keys of providers with; without one they lie in a file that only its owner may read. */
  readonly secretBox?: SecretBox | undefined
  /** What the threads run, where it is not the program's own (tests). */
  readonly threadEntry?: ThreadEntry | undefined
}

/** Opens a data folder for this process alone, or makes it. Rejects with WorkspaceFileError. */
export async function openDataFolder(
  dataDir: string,
  log: Logger,
  { threadEntry: entry, lookEveryMs, readDeadlineMs, secretBox, ...events }: DataFolderOptions = {},
): Promise<DataFolder> {
  await makeFolder(dataDir)
  const registry = await openRegistryThread(dataDir, entry)
  const uploadsDir = join(dataDir, 'uploads')
  const settings = await loadOwnerSettings(registry)
  const runners = new Map<string, JobRunner>()
  const lastChecks = new Map<string, LastCheck>()
  const jobsOf = (id: string) => runnerOf(runners, id)
  const later = { backups: () => backups, providers: () => providers }
  const parts = { settings, uploadsDir, runners, lastChecks, log, events, ...later }
  const workspaces = await loadWorkspaces(dataDir, registry, { ...watch(parts), entry, readDeadlineMs })
  const onFailed = (err: unknown) => log.error({ err }, 'opening a package failed')
  const packageOpenings = new PackageOpenings(workspaces, onFailed)
  const backups = openBackups({ workspaces, settings, dataDir, log })
  const models = openModelThread(entry)
  const keeping = { registry, models, secrets: new Secrets(dataDir, secretBox) }
  const loading = [loadApiKeys(registry), loadGrants(registry), loadProviders(keeping)] as const
  const [keys, grants, providers] = await Promise.all(loading)
  const watching = { registry, workspaces, jobsOf, dataDir, uploadsDir, onError: noteIn(log) }
  const watchedFolders = await loadWatchedFolders({ ...watching, ...(lookEveryMs && { lookEveryMs }) })
  const opened = { registry, keys, grants, workspaces, packageOpenings, backups, providers, watchedFolders }
  return {
    ...opened,
    models,
    settings,
    uploadsDir,
    dataDir,
    lastChecks,
    exportsDir: join(dataDir, 'exports'),
    jobsOf,
    close: () => closeAll(opened, runners),
  }
}

type Opened = Pick<
  DataFolder,
  | 'watchedFolders'
  | 'providers'
  | 'packageOpenings'
  | 'backups'
  | 'workspaces'
  | 'keys'
  | 'grants'
  | 'registry'
>

/** Ends what runs before what it works on. */
async function closeAll(opened: Opened, runners: ReadonlyMap<string, JobRunner>): Promise<void> {
  await opened.watchedFolders.close()
  await opened.providers.close()
  for (const runner of runners.values()) runner.close()
  await opened.packageOpenings.close()
  await opened.backups.close()
  await opened.workspaces.close()
  await opened.keys.flush()
  await opened.grants.flush()
  await opened.registry.close()
}

function noteIn(log: Logger): (folder: string, error: unknown) => void {
  return (folder, err) => log.error({ err, folder }, 'watched folder failed')
}

function runnerOf(runners: ReadonlyMap<string, JobRunner>, workspaceId: string): JobRunner {
  const runner = runners.get(workspaceId)
  if (runner === undefined) throw new Error('The workspace is not open.')
  return runner
}

interface Watched {
  /** They are opened after the workspaces, which they copy. */
  readonly backups: () => Backups
  readonly providers: () => Providers
  readonly settings: SettingsKeeper
  readonly uploadsDir: string
  readonly runners: Map<string, JobRunner>
  readonly lastChecks: Map<string, LastCheck>
  readonly log: Logger
  readonly events: DataFolderEvents
}

/** What happens when a workspace opens: its job runner starts, and the host hears of what it asked for. */
function watch({
  settings,
  uploadsDir,
  runners,
  lastChecks,
  log,
  events,
  backups,
  providers,
}: Watched): WorkspacesOptions {
  return {
    onOpened: async (workspace, threads) => {
      const { id, name } = workspace
      const onInternalError = (error: unknown) => log.error({ err: error, workspace: name }, 'job failed')
      const runner = new JobRunner(threads, {
        uploadsDir,
        onInternalError,
        beforeJob: (job) => backUpBeforeImport(backups(), { workspaceId: id, threads, job }),
        settings: async (job) => {
          const models = await modelAccessFor({ threads, job, providers: providers() })
          return { ...jobSettings(settings), ...(models && { models }) }
        },
      })
      runners.set(id, runner)
      if (events.onJobEnd) tellJobEnds(workspace, threads, events.onJobEnd)
      await runner.start()
      void removeUnwanted(threads.call.bind(threads)).catch(onInternalError)
    },
    onClosing: ({ id }) => runners.get(id)?.close(),
    onCheckedAfterUncleanEnd: (workspace, damage) => {
      lastChecks.set(workspace.id, { checked_at: new Date().toISOString(), damage: [...damage] })
      logCheck(log, workspace, damage)
      events.onCheckedAfterUncleanEnd?.(workspace, damage)
    },
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

/** An import can be taken back whole, whatever it did; a rehearsal and one that goes on have nothing new to take back. */
async function backUpBeforeImport(
  backups: Backups,
  { workspaceId, threads, job: { id, name } }: StartingJob,
): Promise<void> {
  if (name !== 'import') return
  const { metadata, progress } = await readJob(threads, id)
  const isNew = metadata['dry_run'] !== true && progress.current === 0
  if (isNew) await backups.createIfChanged(workspaceId, 'import')
}

/** The variable is for servers that nobody opens the app of. */
function jobSettings({ current }: SettingsKeeper): JobSettings {
  const isAllowed = current.allow_private_sources || process.env['VITRINE_ALLOW_PRIVATE_SOURCES'] === '1'
  return { allowsPrivateAddresses: isAllowed }
}

function logCheck(log: Logger, { name }: Workspace, damage: readonly string[]): void {
  if (damage.length > 0) log.error({ workspace: name, damage }, 'the workspace file is damaged')
  else log.info({ workspace: name }, 'the workspace was not closed properly; it is sound')
}

function tellJobEnds(
  workspace: Workspace,
  threads: WorkspaceThreads,
  tell: (workspace: Workspace, job: Job) => void,
): void {
  threads.onJobEvents((events) => {
    for (const { job_id: id } of events) {
      if (id === null) continue
      readJob(threads, id)
        .then((job) => tell(workspace, job))
        // The workspace is being closed: then nobody waits for the news.
        .catch(() => undefined)
    }
  })
}

/** Makes the folder if there is none. Rejects with WorkspaceFileError where it cannot be used. */
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
