import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type ApiKeys, loadApiKeys } from './access/api-keys.ts'
import { type Grants, loadGrants } from './access/grants.ts'
import { JobRunner } from './jobs/runner.ts'
import { messageOf, WorkspaceFileError } from './store/workspace-file-error.ts'
import type { JobSettings } from './threads/job-thread.ts'
import { openRegistryThread, type RegistryThread } from './threads/registry-thread.ts'
import { loadOwnerSettings, type SettingsKeeper } from './workspaces/owner-settings.ts'
import { loadWorkspaces, type Workspaces } from './workspaces/registry.ts'

/** An open data folder: its workspaces with their job runners, its keys and its settings. */
export interface DataFolder {
  readonly registry: RegistryThread
  readonly keys: ApiKeys
  readonly grants: Grants
  readonly workspaces: Workspaces
  readonly settings: SettingsKeeper
  readonly uploadsDir: string
  /** Files of exports, until they expire. */
  readonly exportsDir: string
  /** The job runner of a workspace that is open. */
  jobsOf(workspaceId: string): JobRunner
  /** Lets running jobs reach their next checkpoint, then closes every file. */
  close(): Promise<void>
}

/** Opens a data folder for this process alone, or makes it. Rejects with WorkspaceFileError. */
export async function openDataFolder(dataDir: string, log: Logger): Promise<DataFolder> {
  await makeFolder(dataDir)
  const registry = await openRegistryThread(dataDir)
  const uploadsDir = join(dataDir, 'uploads')
  const settings = await loadOwnerSettings(registry)
  const runners = new Map<string, JobRunner>()
  const workspaces = await loadWorkspaces(dataDir, registry, {
    onOpened: async ({ id, name }, threads) => {
      const onInternalError = (error: unknown) => log.error({ err: error, workspace: name }, 'job failed')
      const runner = new JobRunner(threads, {
        uploadsDir,
        onInternalError,
        settings: () => jobSettings(settings),
      })
      runners.set(id, runner)
      await runner.start()
    },
    onCheckedAfterUncleanEnd: ({ name }, damage) => {
      if (damage.length > 0) log.error({ workspace: name, damage }, 'the workspace file is damaged')
    },
  })
  const [keys, grants] = await Promise.all([loadApiKeys(registry), loadGrants(registry)])
  return {
    registry,
    keys,
    grants,
    workspaces,
    settings,
    uploadsDir,
    exportsDir: join(dataDir, 'exports'),
    jobsOf(workspaceId) {
      const runner = runners.get(workspaceId)
      if (runner === undefined) throw new Error('The workspace is not open.')
      return runner
    },
    async close() {
      for (const runner of runners.values()) runner.close()
      await workspaces.close()
      await keys.flush()
      await grants.flush()
      await registry.close()
    },
  }
}

/** The variable is for servers that nobody opens the app of. */
function jobSettings({ current }: SettingsKeeper): JobSettings {
  const isAllowed = current.allow_private_sources || process.env['VITRINE_ALLOW_PRIVATE_SOURCES'] === '1'
  return { allowsPrivateAddresses: isAllowed }
}

async function makeFolder(folder: string): Promise<void> {
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
