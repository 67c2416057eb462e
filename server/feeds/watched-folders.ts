import { access, constants, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { ConnectionProblem } from '#shared/connections.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { type Message, message, referenceOf, type Sentence, textOf } from '#shared/messages/message.ts'
import type { ImportProfile } from '#shared/imports.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import type { NewWatchedFolder, WatchedFolder, WatchedFolderPatch } from '#shared/schemas/watched-folders.ts'
import { foldText } from '#shared/text.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { Faults, notFound, validationFailed } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import { freeName, watchedFolderFeed } from '../catalog/feeds/adopt-watched-folder.ts'
import { isWithin } from '../workspaces/file-places.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import { type Connections, nameOfFolder } from './connections.ts'
import type { EarlierFolders } from './earlier-folders.ts'
import type { Feeds } from './feeds.ts'

export interface WatchedFoldersParts {
  readonly workspaces: Pick<Workspaces, 'get'>
  readonly connections: Connections
  readonly feeds: Feeds
  readonly earlier: EarlierFolders
  readonly dataDir: string
}

interface FolderWrite<Body> {
  readonly body: Body
  readonly context: WriteContext
}

/** Watched folders, each of which is a connection to a folder and a feed that runs when a file comes. */
export class WatchedFolders {
  readonly #parts: WatchedFoldersParts

  constructor(parts: WatchedFoldersParts) {
    this.#parts = parts
  }

  async list(workspaceId: string): Promise<WatchedFolder[]> {
    await this.#parts.earlier.adopt()
    const feeds = await this.#parts.feeds.list(workspaceId)
    return feeds.flatMap((feed) => this.#shown(workspaceId, feed) ?? [])
  }

  /** Watches a folder; throws all faults of the request together. */
  async add(workspaceId: string, { body, context }: FolderWrite<NewWatchedFolder>): Promise<WatchedFolder> {
    const watched = await this.list(workspaceId)
    const faults = new Faults()
    const profile = await this.#findProfile(workspaceId, body.profile)
    if (!profile) faults.addSentence('profile', noProfile)
    const problem = await this.#problemOf(workspaceId, body.folder, watched)
    if (problem !== undefined) faults.addSentence('folder', problem)
    const { id } = faults.settled(profile)
    const { connection, isNew } = await this.#connect(workspaceId, resolve(body.folder))
    const name = await this.#nameFor(workspaceId, body.folder)
    const feed = { ...watchedFolderFeed, name, connection, profile: id }
    try {
      const answer = await this.#parts.feeds.create(workspaceId, { body: feed, faults: [], context })
      return this.#get(workspaceId, parseAnswer<{ data: Feed }>(answer).data)
    } catch (error) {
      if (isNew) await this.#parts.connections.delete(workspaceId, connection)
      throw error
    }
  }

  async change(
    workspaceId: string,
    id: string,
    { body, context }: FolderWrite<WatchedFolderPatch>,
  ): Promise<WatchedFolder> {
    await this.#find(workspaceId, id)
    if (body.profile !== undefined && !(await this.#findProfile(workspaceId, body.profile)))
      throw validationFailed([{ field: 'profile', ...issueSentence(noProfile) }])
    const answer = await this.#parts.feeds.change(workspaceId, id, { body, faults: [], context })
    return this.#get(workspaceId, parseAnswer<{ data: Feed }>(answer).data)
  }

  async jobsOf(workspaceId: string, id: string): Promise<Answer> {
    await this.#find(workspaceId, id)
    return (await this.#parts.workspaces.get(workspaceId)).call('listWatchedJobs', { folder: id })
  }

  /** Stops watching a folder. Its connection goes too, unless another feed has it. */
  async remove(workspaceId: string, id: string, context: WriteContext): Promise<WatchedFolder> {
    const { feeds, connections } = this.#parts
    const was = await this.#find(workspaceId, id)
    const { connection } = await feeds.find(workspaceId, id)
    await feeds.delete(workspaceId, id, { faults: [], context })
    const isUsed = (await feeds.list(workspaceId)).some((feed) => feed.connection === connection)
    if (!isUsed) await connections.delete(workspaceId, connection)
    return was
  }

  async #find(workspaceId: string, id: string): Promise<WatchedFolder> {
    const found = (await this.list(workspaceId)).find((folder) => folder.id === id)
    if (!found) throw notFound(`The watched folder ${id}`)
    return found
  }

  #get(workspaceId: string, feed: Feed): WatchedFolder {
    const shown = this.#shown(workspaceId, feed)
    if (!shown) throw notFound(`The watched folder ${feed.id}`)
    return shown
  }

  /** Undefined for any other feed, and for one whose folder is not known any more. */
  #shown(workspaceId: string, feed: Feed): WatchedFolder | undefined {
    const { id, trigger, direction, profile, is_on: isOn, off_reason: reason, waiting = [] } = feed
    if (trigger.on !== 'file' || direction !== 'import') return undefined
    const folder = this.#parts.connections.folders().find((known) => known.id === feed.connection)
    if (!folder || folder.workspaceId !== workspaceId) return undefined
    const problem = reason === null ? this.#problemSeen(workspaceId, folder.id) : profileGone
    return {
      id,
      workspace_id: workspaceId,
      folder: folder.path,
      profile_id: profile,
      is_on: isOn || reason !== null,
      problem: problem === null ? null : textOf(problem),
      ...(problem !== null && referenceOf(problem)),
      waiting,
    }
  }

  #problemSeen(workspaceId: string, connection: string): Message | null {
    const problem = this.#parts.connections.find(workspaceId, connection)?.problem ?? null
    return problem === null ? null : (problems[problem] ?? message('folder.use_refused'))
  }

  async #connect(workspaceId: string, path: string): Promise<{ connection: string; isNew: boolean }> {
    const { connections } = this.#parts
    const known = connections
      .folders()
      .find((folder) => folder.workspaceId === workspaceId && folder.path === path && folder.move)
    if (known) return { connection: known.id, isNew: false }
    const names = connections.names(workspaceId).map(({ name }) => name)
    const body = { name: freeName(nameOfFolder(path), names), kind: 'folder', settings: { path, move: true } }
    const { id } = await connections.create(workspaceId, { body, faults: [] })
    return { connection: id, isNew: true }
  }

  async #nameFor(workspaceId: string, folder: string): Promise<string> {
    const feeds = await this.#parts.feeds.list(workspaceId)
    return freeName(
      nameOfFolder(folder),
      feeds.map(({ name }) => name),
    )
  }

  async #findProfile(workspaceId: string, asked: string): Promise<ImportProfile | undefined> {
    const threads = await this.#parts.workspaces.get(workspaceId)
    const answer = await threads.call('listImportProfiles', { faults: [] })
    const { data } = parseAnswer<{ data: ImportProfile[] }>(answer)
    const name = foldText(asked)
    return data.find((profile) => profile.id === name || foldText(profile.name) === name)
  }

  /** Explains in a sentence why a folder cannot be watched; undefined without a problem. */
  async #problemOf(
    workspaceId: string,
    folder: string,
    watched: readonly WatchedFolder[],
  ): Promise<Sentence | undefined> {
    if (!isAbsolute(folder)) return message('folder.path_not_whole')
    const { dataDir, connections } = this.#parts
    if (isWithin(dataDir, folder) || isWithin(folder, dataDir)) return message('folder.not_apart')
    // The files of other workspaces are not asked for their folders, since they may not be open.
    const others = connections.folders().filter((known) => known.move && known.workspaceId !== workspaceId)
    const paths = [...watched.map((known) => known.folder), ...others.map(({ path }) => path)]
    if (paths.some((path) => isWithin(path, folder) || isWithin(folder, path)))
      return message('folder.watched_already')
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) return message('folder.not_found')
    const mayUse = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    return mayUse ? undefined : message('folder.write_refused')
  }
}

const noProfile = message('folder.profile_not_found')
const profileGone = message('folder.profile_gone')

const problems: Readonly<Partial<Record<ConnectionProblem, Message>>> = {
  not_found: message('folder.gone'),
  full: message('connection.full'),
}
