import type { Logger } from 'pino'
import type { Actor } from '#shared/events.ts'
import { parseAnswer } from './catalog/answer.ts'
import type { JobSettings } from './jobs/job-context.ts'
import { type Connections, loadConnections } from './feeds/connections.ts'
import { EarlierFolders } from './feeds/earlier-folders.ts'
import { type Feeds, type FeedsParts, loadFeeds } from './feeds/feeds.ts'
import { WatchedFolders } from './feeds/watched-folders.ts'
import type { SecretsFile } from './registry/secrets.ts'
import type { WorkspaceThreads } from './threads/pool.ts'
import { type Clock, systemClock } from './workspaces/clock.ts'
import { readJob } from './workspaces/job-runner.ts'

type FeedStores = Omit<FeedsParts, 'onError' | 'connections' | 'clock'> & {
  readonly clock: Clock | undefined
  readonly secrets: SecretsFile
  readonly dataDir: string
  readonly uploadsDir: string
  readonly log: Logger
}

export interface OpenedFeeds {
  readonly connections: Connections
  readonly feeds: Feeds
  readonly watchedFolders: WatchedFolders
  readonly earlierFolders: EarlierFolders
}

/** Loads the connections of a data folder and the feeds that use them. */
export async function openFeeds({
  secrets,
  dataDir,
  uploadsDir,
  log,
  clock = systemClock,
  ...parts
}: FeedStores): Promise<OpenedFeeds> {
  const { registry, workspaces } = parts
  const connections = await loadConnections({
    registry,
    workspaces,
    secrets: secrets.of('connection'),
    dataDir,
  })
  const onError = (feed: string, err: unknown) => log.error({ err, feed }, 'a feed could not run')
  const feeds = await loadFeeds({ ...parts, clock, connections, onError })
  const using = { ...parts, clock, connections, feeds }
  const earlierFolders = new EarlierFolders({ ...using, uploadsDir, onError })
  const watchedFolders = new WatchedFolders({ ...using, dataDir, earlier: earlierFolders })
  return { connections, feeds, watchedFolders, earlierFolders }
}

interface StartingJob {
  readonly workspaceId: string
  readonly threads: WorkspaceThreads
  readonly job: { readonly id: string; readonly name: string }
}

const feedJobs: ReadonlySet<string> = new Set(['import', 'export', 'channel_export'])

/** Where the job of a feed takes its file from or sends it to, with the secret as it is now. */
export async function placeOf(
  connections: Connections,
  { workspaceId, threads, job: { id, name } }: StartingJob,
): Promise<Pick<JobSettings, 'place'>> {
  if (!feedJobs.has(name)) return {}
  const { connection } = (await readJob(threads, id)).metadata
  if (typeof connection !== 'string' || !connections.find(workspaceId, connection)) return {}
  return { place: await connections.access(workspaceId, connection) }
}

/** Starts a feed for an automation, as the actor that it runs as. */
export function startFeedBy(
  feeds: Feeds,
): (workspaceId: string, feed: string, actor: Actor) => Promise<{ readonly id: string }> {
  return async (workspaceId, feed, actor) => {
    const context = { actor, via: 'automation', request_id: null } as const
    const answer = await feeds.run(workspaceId, feed, { body: {}, faults: [], context })
    return parseAnswer<{ data: { id: string } }>(answer).data
  }
}
