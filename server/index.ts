/**
 * The entry to the server for its hosts: main/, the command line and the tests start it here and nowhere
 * else.
 */
import { openRescued } from './workspaces/rescue.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import packageJson from '../package.json' with { type: 'json' }
import { AuditLog } from './access/audit-log.ts'
import { Consents } from './access/consents.ts'
import { SessionCookies, Session } from './access/session.ts'
import { type DataFolder, type DataFolderOptions, makeFolder, openDataFolder } from './data-folder.ts'
import type { Address } from './edge/host-and-origin.ts'
import { apiRoot } from './edge/paths.ts'
import {
  defaultPort,
  lastPort,
  lastPortKey,
  listenOnFirstFree,
  portsToTry,
  requireLoopback,
} from './listen.ts'
import { startParsersBy as parsersAreStartedBy, type StartParser } from './threads/parser-processes.ts'
import type { NetworkGuard } from './network/network-guard.ts'
import type { ResumeAuthorizer } from './access/team/team-access.ts'
import { roleNow, scopesNow } from './access/access.ts'
import type { TeamParts } from './automations/automations.ts'
import type { FindScopes } from './webhooks/webhooks.ts'
import type { Clusters, PeerAddress, RunningServer, SharedServing } from './running-server.ts'
import type { FileLock } from './store/file/file-lock.ts'
import { lockServerFolder, refuseWhereStandingBy } from './store/file/server-lock.ts'
import type { TeamMode, TeamOptions } from './team-mode.ts'
import type { ReadOnlyServing } from './edge/fence-requests.ts'
import type { WatchingOptions } from './monitoring/watch-app.ts'
import { openLog, type ServerLog } from './log/server-log.ts'
import { type RunningFiles, writeRunningFiles, tooOldMessage } from './running-files.ts'

export interface ServerOptions {
  readonly dataDir: string
  readonly port?: number
  readonly host?: string
  readonly logLevel?: string
  /** Whether the log goes to standard output too. */
  readonly isLogPrinted?: boolean
  readonly watching?: WatchingOptions
  /** The moment of the copy that a standby lets people read. It is served like for one command, but at its port. */
  readonly readOnly?: ReadOnlyServing
  readonly rateLimit?: number
  readonly readDeadlineMs?: number
  readonly rendererDir?: string
  /**
   * Serves one command on a port of its own and nobody else: nothing in the data folder names it, the port is not remembered,
   * no workspace is opened unasked, and watched folders rest.
   */
  readonly isForOneCommand?: boolean
  /** Whether the one command sends requests that a person or an agent has written, to any path. */
  readonly takesAnyRequest?: boolean
  /** Whether the one command has so much to do that its jobs get threads of their own. */
  readonly hasMuchToDo?: boolean
  readonly team?: TeamOptions
  /** Ids of the workspaces that will be requested at once; by default the oldest. */
  readonly openFirst?: readonly string[]
  readonly onJobEnd?: DataFolderOptions['onJobEnd']
  readonly onCheckedAfterUncleanEnd?: DataFolderOptions['onCheckedAfterUncleanEnd']
  readonly lookEveryMs?: DataFolderOptions['lookEveryMs']
  readonly autoPauseMs?: DataFolderOptions['autoPauseMs']
  readonly clock?: DataFolderOptions['clock']
  readonly secretBox?: DataFolderOptions['secretBox']
  readonly pictureFolders?: readonly string[]
  readonly keyVariables?: DataFolderOptions['keyVariables']
  readonly threadEntry?: DataFolderOptions['threadEntry']
  readonly replicate?: DataFolderOptions['replicate']
  readonly cluster?: DataFolderOptions['cluster']
  readonly peer?: PeerAddress
}

export type { Clusters, PeerAddress, RunningServer } from './running-server.ts'
export type { TeamOptions } from './team-mode.ts'

/**
 * Opens a data folder and serves it. Rejects with a message for people when the folder or the address is
 * unavailable.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const tooOld = tooOldMessage(process.versions.node)
  if (tooOld !== undefined) throw new Error(tooOld)
  const guard = options.team && (await (await teamCode()).openGuard(options.host, options.team))
  const host = guard?.dependencies.host ?? requireLoopback(options.host ?? '127.0.0.1')
  await makeFolder(options.dataDir)
  const log = openLog(join(options.dataDir, 'logs'), {
    level: options.logLevel ?? (options.isForOneCommand ? 'error' : 'info'),
    isPrinted: options.isLogPrinted === true,
  })
  try {
    const server = await serveAloneOrInTurn({ ...options, host, guard }, log)
    log.logger.info({ version, origin: server.origin, pid: process.pid }, 'Vitrine serves')
    return server
  } catch (error) {
    await log.close()
    throw error
  }
}

/**
 * Sets how processes for parsers of untrusted bytes are started, where the program is not run by Node
 * itself.
 */
export function startParsersBy(start: StartParser): void {
  parsersAreStartedBy(start)
}

export async function runCommandLine(args: readonly string[]): Promise<number> {
  const { main } = await import('./cli/main.ts')
  return main(args)
}

const { version } = packageJson
const isSource = import.meta.url.endsWith('.ts')
const builtRenderer = fileURLToPath(new URL(isSource ? '../dist/renderer' : '../renderer', import.meta.url))

const teamCode = () => import('./team-mode.ts')

/** Locks a data folder in which a server stands by. Throws WorkspaceFileError where another process has it. */
export function lockStandbyFolder(dataDir: string): FileLock {
  return lockServerFolder(dataDir)
}

/** Refuses a command in the data folder of a server that stands by. */
export function refuseStandbyFolder(dataDir: string): void {
  refuseWhereStandingBy(dataDir)
}

/** The code of clusters, which is loaded only where a database is in one. */
export async function loadClusters(): Promise<Clusters> {
  return (await import('./cluster/serve.ts')).clusters
}

async function serveAloneOrInTurn(options: ListeningOptions, log: ServerLog): Promise<RunningServer> {
  const { cluster: clusters, guard, dataDir, readDeadlineMs, peer = { host: '127.0.0.1' } } = options
  if (!clusters?.ofRegistry()) {
    refuseWhereStandingBy(dataDir)
    return serveDataFolder(options, log)
  }
  if (!guard) throw new Error('Servers that share a vitrine.db in a cluster serve a team: say --team.')
  const port = options.port ?? guard.port ?? defaultPort
  const serve = (shared: SharedServing) => serveDataFolder(options, log, shared)
  const preload = () => void Promise.all([import('./build-app.ts'), teamCode()])
  const { serve: serveInTurn } = await loadClusters()
  return serveInTurn({ version, dataDir, port, clusters, peer, guard, log, serve, preload, readDeadlineMs })
}

type ListeningOptions = ServerOptions & { readonly host: string; readonly guard: NetworkGuard | undefined }

async function serveDataFolder(
  options: ListeningOptions,
  log: ServerLog,
  shared?: SharedServing,
): Promise<RunningServer> {
  const { dataDir, host, guard, rateLimit, rendererDir = builtRenderer, isForOneCommand = false } = options
  // A thread opens the folder's database while this one loads the web framework.
  const { opening, judge: authorize } = beginOpening(options, log, shared)
  void openAhead(opening, isForOneCommand ? [] : options.openFirst)
  const [{ buildApp }, folder] = await Promise.all([import('./build-app.ts'), opening])
  try {
    const session = openSession(dataDir, options)
    const teamMode =
      options.team && (await (await teamCode()).loadTeamMode(folder, log, options.team, authorize))
    authorizeSelfActing(folder, teamMode)
    const audit = openAuditLog(teamMode, folder, log)
    const services = {
      ...folder,
      session,
      ...ofTeam(teamMode),
      audit,
      consents: new Consents(),
      pictureFolders: options.pictureFolders,
      version,
      takesAnyRequest: !isForOneCommand || options.takesAnyRequest === true,
      fillWithSample: (id: string) => fillWithSample(folder, id),
      measureClusters: measuringOf(folder, shared),
    }
    const { app, address } = buildApp(services, {
      logger: log.logger,
      host,
      rendererDir,
      rateLimit,
      guard,
      sharedPort: shared?.port,
      watching: options.watching,
      readOnly: options.readOnly,
    })
    const feedOf = async (id: string) => (await folder.workspaces.get(id)).feed
    await (shared ? shared.attach(app, feedOf) : listen(app, options, folder))
    const { origin, port: taken } = address()
    const commandOrigin = await openForCommands(app, teamMode, { origin, isForOneCommand })
    const files = isForOneCommand
      ? undefined
      : await announce(folder, { origin: commandOrigin, port: taken }, session)
    return new Server({ app, address, audit, folder, session, teamMode, commandOrigin, files, log, shared })
  } catch (error) {
    await folder.close()
    throw error
  }
}

function measuringOf({ workspaces }: DataFolder, shared: SharedServing | undefined) {
  if (!workspaces.clusters) return undefined
  return async () => {
    const { measure } = await loadClusters()
    const nodes = workspaces.clusters && (await measure(workspaces.clusters))
    return [...(shared?.port.measure() ?? []), ...(nodes ?? [])]
  }
}

function authorizeSelfActing(
  { keys, grants, webhooks, automations }: DataFolder,
  teamMode: TeamMode | undefined,
): void {
  const holders = { keys, grants, team: teamMode?.team }
  const scopesOf: FindScopes = (maker, workspaceId) => scopesNow(maker, workspaceId, holders)
  webhooks.authorizeBy(scopesOf, (maker, workspaceId) => roleNow(maker, workspaceId, holders))
  automations.authorizeBy(scopesOf, teamMode && partsOfTeam(teamMode))
}

function partsOfTeam({ team, collaboration }: TeamMode): TeamParts {
  return {
    peopleIn: (workspaceId) => team.members(workspaceId).map(({ id }) => id),
    addWorklist: async (workspaceId, actor, { total, ...worklist }) => {
      const by = { workspaceId, actor, isEditor: true }
      await collaboration.worklists.create(by, worklist, {
        role: undefined,
        count: () => Promise.resolve(total),
        areReadable: () => Promise.resolve(undefined),
      })
    },
  }
}

function openAuditLog(
  mode: TeamMode | undefined,
  { registry, grants }: DataFolder,
  { logger }: ServerLog,
): AuditLog {
  const onError = (err: unknown) => logger.error({ err }, 'an audit entry is lost')
  const audit = mode?.team.audit ?? new AuditLog(registry, Date.now, onError, { ofTeamOnly: true })
  grants.onEndedByAgent(({ workspace_id: workspaceId, client: { name: subject } }) =>
    audit.record({
      action: 'grant_revoked',
      by: null,
      workspaceId,
      subject,
      details: { credential: subject },
    }),
  )
  return audit
}

function ofTeam(mode: TeamMode | undefined) {
  const { team, cliListener, collaboration, workspaceDownloads } = mode ?? {}
  return { team, cliListener, collaboration: collaboration, workspaceDownloads }
}

/** Opens the data folder; jobs of a team wait until its people are loaded, who decide which of them go on. */
function beginOpening(options: ListeningOptions, { logger }: ServerLog, shared: SharedServing | undefined) {
  const { promise, resolve: authorize } = Promise.withResolvers<ResumeAuthorizer>()
  const resumeAuthorizer = options.team && promise
  return {
    opening: threadEntryOf(options).then((threadEntry) =>
      openDataFolder(options.dataDir, logger, { ...options, threadEntry, resumeAuthorizer, shared }),
    ),
    judge: authorize,
  }
}

/** The code of threads is loaded into this one only where one command is served. */
async function threadEntryOf(options: ListeningOptions): Promise<DataFolderOptions['threadEntry']> {
  const { threadEntry, isForOneCommand, cluster, hasMuchToDo = false, readOnly } = options
  if (threadEntry || cluster || readOnly || !isForOneCommand) return threadEntry
  const { threadsOfOneCommand } = await import('./one-command-threads.ts')
  return threadsOfOneCommand(hasMuchToDo)
}

async function listen(app: FastifyInstance, options: ListeningOptions, folder: DataFolder): Promise<void> {
  const { host, guard, port = guard?.port, isForOneCommand, readOnly } = options
  const isAnywhere = isForOneCommand && !readOnly
  await listenOnFirstFree(app, host, isAnywhere ? [0] : portsToTry(port, await lastPort(folder)))
}

/** The owner's session; its cookies outlive the program, except where it serves one command, or people with sessions of their own. */
function openSession(dataDir: string, { isForOneCommand, team }: ServerOptions): Session {
  const isLongLived = !isForOneCommand && !team
  return new Session(new SessionCookies(isLongLived ? join(dataDir, 'session-cookies.json') : undefined))
}

async function announce(
  folder: DataFolder,
  { origin, port }: Pick<Address, 'origin' | 'port'>,
  session: Session,
): Promise<RunningFiles> {
  await folder.registry.call('putSetting', { key: lastPortKey, value: String(port) })
  folder.earlierFolders.start()
  folder.assetLibraries.start()
  folder.webhooks.start()
  folder.feeds.start()
  return writeRunningFiles(folder.dataDir, { origin, version }, session.token)
}

async function openForCommands(
  app: FastifyInstance,
  teamMode: TeamMode | undefined,
  { origin, isForOneCommand }: { readonly origin: string; readonly isForOneCommand: boolean },
): Promise<string> {
  if (teamMode === undefined) return origin
  return (await teamCode()).beginTeamMode(teamMode, app, { origin, isForOneCommand })
}

async function openAhead(opening: Promise<DataFolder>, wanted?: readonly string[]): Promise<void> {
  const { workspaces } = (await opening.catch(() => undefined)) ?? {}
  const [first] = workspaces?.list() ?? []
  const ids = wanted ?? (first ? [first.id] : [])
  for (const id of ids) workspaces?.get(id).catch(() => undefined)
}

/** Loads the sample only on request: drawing the pictures takes a library that is slow to load. */
async function fillWithSample({ workspaces }: DataFolder, id: string): Promise<void> {
  const { fillSampleWorkspace } = await import('./sample/fill-sample-workspace.ts')
  await fillSampleWorkspace(await workspaces.get(id))
}

interface ServerParts {
  readonly audit: AuditLog
  readonly app: FastifyInstance
  readonly address: () => Address
  readonly folder: DataFolder
  readonly session: Session
  readonly teamMode: TeamMode | undefined
  readonly commandOrigin: string
  readonly files: RunningFiles | undefined
  readonly log: ServerLog
  readonly shared: SharedServing | undefined
}

const closeGraceMs = 1500

class Server implements RunningServer {
  readonly #parts: ServerParts
  #closed: Promise<void> | undefined

  constructor(parts: ServerParts) {
    this.#parts = parts
  }

  get origin(): string {
    return this.#parts.address().origin
  }

  get port(): number {
    return this.#parts.address().port
  }

  get baseUrl(): string {
    return this.origin + apiRoot
  }

  get sessionToken(): string {
    return this.#parts.session.token
  }

  get commandOrigin(): string {
    return this.#parts.commandOrigin
  }

  get dataDir(): string {
    return this.#parts.folder.dataDir
  }

  async firstOwnerUrl(): Promise<string | undefined> {
    return this.#parts.teamMode?.team.inviteFirstOwner()
  }

  appUrl(): string {
    if (this.#parts.teamMode) return this.origin
    return `${this.origin}/session?ticket=${this.#parts.session.issueTicket()}`
  }

  openWorkspaceFile(path: string): Promise<Workspace> {
    return this.#parts.folder.workspaces.openFile(path)
  }

  rescueWorkspaceFile(path: string): Promise<Workspace> {
    const { workspaces, dataDir } = this.#parts.folder
    return openRescued(workspaces, dataDir, path)
  }

  createWorkspaceFile(path: string, name: string): Promise<Workspace> {
    return this.#parts.folder.workspaces.createFile(path, name)
  }

  async workspaces(): Promise<Workspace[]> {
    return [...this.#parts.folder.workspaces.list()]
  }

  runningJobs(): number {
    return [...this.#parts.folder.runners.values()].reduce((sum, { running }) => sum + running, 0)
  }

  async latestBackup(workspaceId: string): Promise<Backup | undefined> {
    const [newest] = await this.#parts.folder.backups.list(workspaceId)
    return newest
  }

  async restoreBackup(workspaceId: string, backupId: string): Promise<void> {
    await this.#parts.folder.backups.restore(workspaceId, backupId)
  }

  note(message: string, details: object = {}): void {
    this.#parts.log.logger.warn(details, message)
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close(): Promise<void> {
    const { app, audit, files, folder, teamMode, log, shared } = this.#parts
    files?.remove()
    const grace = setTimeout(() => app.server.closeAllConnections(), closeGraceMs)
    await Promise.all([app.close(), shared?.appCloses()])
    clearTimeout(grace)
    try {
      if (teamMode) await (await teamCode()).endTeamMode(teamMode)
      await audit.settled()
    } finally {
      await folder.close()
    }
    if (!shared) await log.close()
  }
}
