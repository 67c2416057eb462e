/** The copy of a workspace of a cluster on the server that writes: readers read it, and it is made equal to the cluster when opened. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { backUpDatabase } from '../../store/file/backup.ts'
import { isToReplace, migrateCopy, writeClusterState, isLeftBehind, isSameState } from './cluster-state.ts'
import { type ClusterState, readClusterState } from '../../store/file/cluster-tables.ts'
import { type FileFormat, latestVersion } from '../../store/file/migrate.ts'
import { createOwnedFile, openOwnedFile, type OwnedFile } from '../../store/file/workspace-file.ts'
import { takenOver, unreachable } from './cluster-faults.ts'
import { type FormatName, formatOf } from './plan-move.ts'
import type { SentBatch } from './batch-feed.ts'
import { type HeldLease, type LeaseRequest, stepStatement } from './lease.ts'
import type { Link } from './link.ts'
import type { ClusterContent } from './serve-link.ts'
import { toIsoInFileName } from '#shared/iso-times.ts'

const patienceMs = 5000

export interface OwnCopy {
  readonly opened: OwnedFile
  /** The term of the lease; undefined where the cluster could not be asked. */
  readonly term: number | undefined
  readonly state: ClusterState | undefined
  readonly step?: SentBatch | undefined
}

export interface CopyOptions {
  readonly database: string
  readonly backupFolder?: string | undefined
  readonly isReplicated?: boolean | undefined
  readonly format?: FormatName | undefined
  readonly wish: LeaseRequest
  readonly held?: HeldLease | undefined
}

/**
 * Opens the copy and makes it equal to the cluster, or the cluster to it where that is empty; creates both
 * where neither has content. Throws WorkspaceFileError.
 */
export async function openCopy(file: string, link: Link, options: CopyOptions): Promise<OwnCopy> {
  const content = link.call('look', { patienceMs })
  refuseContent(content, options)
  const format = await formatOf(options.format)
  const held = content.kind === 'unreachable' ? undefined : leaseOf(link, options)
  // A server that has taken the lease already opens nothing without the cluster.
  if (!held && options.held) throw notThere(options)
  if (!existsSync(file)) {
    if (!held) throw notThere(options)
    if (content.kind === 'workspace') fetchCopy(link, { file, format: options.format, term: held.term })
    else createOwnedFile(file, format)
  }
  const opened = await openOwnedFile(file, format, options)
  try {
    const meeting = { file, content, held, format, link, options }
    const state = await synchronize(opened, meeting)
    return { opened, term: held?.term, state, step: stepTo(state, held) }
  } catch (error) {
    opened.close()
    throw error
  }
}

/** The batch that brings copies from the state before the lease was taken to the state after it. */
function stepTo(state: ClusterState | undefined, held: HeldLease | undefined): SentBatch | undefined {
  const step = held?.step
  if (!step || !state || !isSameState(state, step.after)) return undefined
  return { from: step.before, to: step.after, body: `[${stepStatement(step)}]` }
}

function leaseOf(link: Link, options: CopyOptions): HeldLease | undefined {
  if (!options.held) return claimLease(link, options)
  link.call('keep', options.held)
  return options.held
}

/** Takes the lease; undefined where the cluster cannot be asked. Throws WorkspaceFileError where another server has it and lives. */
export function claimLease(
  link: Link,
  { wish, database }: Pick<CopyOptions, 'wish' | 'database'>,
): HeldLease | undefined {
  const claim = link.call('claim', { wish, patienceMs })
  if (claim.kind === 'held')
    throw new WorkspaceFileError(
      'in_use',
      `Another Vitrine server (${claim.by.holder}) serves "${database}" of the cluster. End that one first.`,
    )
  return claim.kind === 'taken' ? claim : undefined
}

/**
 * Makes a copy equal to the cluster. Throws where another server has taken the lease meanwhile: its state
 * must not be written on.
 */
export function fetchCopy(
  link: Link,
  {
    term,
    ...target
  }: {
    readonly file: string
    readonly format: FormatName | undefined
    readonly term: number | undefined
  },
): void {
  link.call('fetch', target)
  const content = link.call('look', { patienceMs })
  if (content.kind === 'unreachable') throw unreachable()
  if (content.kind !== 'workspace' || content.term !== term) throw takenOver()
}

interface Meeting {
  readonly file: string
  readonly content: ClusterContent
  readonly held: HeldLease | undefined
  readonly format: FileFormat
  readonly link: Link
  readonly options: CopyOptions
}

async function synchronize(opened: OwnedFile, meeting: Meeting): Promise<ClusterState | undefined> {
  const { content, held, options } = meeting
  const own = opened.database.read(readClusterState)
  if (!held) {
    if (!own) throw notThere(options)
    return undefined
  }
  if (content.kind !== 'workspace') return give(opened, meeting, beginning(own, options))
  const step = held.step ?? { before: content.state, after: content.state }
  if (opened.database.read(isToReplace)) return give(opened, meeting, step.after)
  if (own?.origin !== step.after.origin) throw ofAnother(meeting)
  return follow(opened, meeting, { own, step, version: content.version })
}

/**
 * Nodes that have lost everything get the content again under the same origin, so that the copies of other
 * servers remain valid.
 */
function beginning(own: ClusterState | undefined, { held, wish }: CopyOptions): ClusterState {
  const isShared = held !== undefined || wish.takesAtOnce === true
  return own && isShared ? own : { origin: randomUUID(), sequence: 0, digest: '' }
}

interface Following {
  readonly own: ClusterState
  readonly step: NonNullable<HeldLease['step']>
  readonly version: number
}

async function follow(
  opened: OwnedFile,
  meeting: Meeting,
  { own, step, version }: Following,
): Promise<ClusterState> {
  const { file, format, held, link, options } = meeting
  const { database } = opened
  if (isSameState(own, step.before)) database.write((tx) => writeClusterState(tx, step.after))
  else if (!isSameState(own, step.after)) {
    if (own.sequence > step.before.sequence) await keepAside(opened, options)
    fetchCopy(link, { file, format: options.format, term: held?.term })
  }
  await migrateCopy(database, options, format)
  const state = database.read(readClusterState) ?? step.after
  return version < latestVersion(format) ? give(opened, meeting, state) : state
}

function give(
  { database }: OwnedFile,
  { file, link, held, options }: Meeting,
  before: ClusterState,
): ClusterState {
  const state = { ...before, sequence: before.sequence + 1, digest: randomUUID() }
  link.call('give', { file, state, term: held?.term ?? 0, format: options.format })
  database.write((tx) => writeClusterState(tx, state))
  return state
}

/**
 * Backs the copy up first: a cluster that was restored from a backup has lost changes that the copy still
 * holds.
 */
async function keepAside({ database }: OwnedFile, { backupFolder }: CopyOptions): Promise<void> {
  if (backupFolder === undefined) return
  const time = toIsoInFileName(Date.now())
  await backUpDatabase(database, join(backupFolder, `ahead of the cluster ${time}.vitrine`))
}

function refuseContent(content: ClusterContent, options: CopyOptions): void {
  const { kind } = content
  const { database } = options
  if (kind === 'workspace' && isLeftBehind(content.state)) throw movedAway(options)
  if (kind === 'foreign')
    throw new WorkspaceFileError(
      'not_ours',
      `The cluster named for "${database}" holds something other than what Vitrine keeps there. Name a cluster of its own in the file of clusters.`,
    )
  if (kind === 'lax')
    throw new WorkspaceFileError(
      'not_ours',
      `The nodes of the cluster named for "${database}" do not keep foreign keys. Start each of them with -fk.`,
    )
}

function notThere({ database }: CopyOptions): WorkspaceFileError {
  return new WorkspaceFileError(
    'unreadable',
    `Most nodes of the cluster that keeps "${database}" do not answer, and this server has no copy of it yet. Start them or mend the network between them, then try again.`,
  )
}

function movedAway({ database }: CopyOptions): WorkspaceFileError {
  return new WorkspaceFileError(
    'exists',
    `"${database}" has been moved away from the cluster that is named for it. Take over the file of clusters from the server that moved it.`,
  )
}

function ofAnother({ file, options }: Meeting): WorkspaceFileError {
  return new WorkspaceFileError(
    'exists',
    `${file} is no copy of what the cluster named for "${options.database}" holds. Move the file away to open what is in the cluster, or name an empty cluster to bring the file there.`,
  )
}
