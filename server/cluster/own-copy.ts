/** The file in which the writer's server has the workspace of a cluster: readers read it, and it is made equal to the cluster where it is not. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { backUpDatabase } from '../store/file/backup.ts'
import { isToReplace, migrateCopy, writeClusterState } from '../store/file/cluster-copy.ts'
import { type ClusterState, readClusterState } from '../store/file/cluster-state.ts'
import { formatVersion } from '../catalog/connections/format-version.ts'
import { createWorkspaceFile, openWorkspaceFile, type OwnedFile } from '../store/file/workspace-file.ts'
import type { Link } from './link.ts'
import type { ClusterContent } from './serve-link.ts'

const patienceMs = 5000

export interface OwnCopy {
  readonly opened: OwnedFile
  /** The state of the cluster that the copy is in; undefined where that is yet to be found out. */
  readonly state: ClusterState | undefined
}

export interface CopyOptions {
  readonly database: string
  readonly backupFolder?: string | undefined
}

/** Opens the copy and makes it equal to what the cluster holds, or the cluster to it where that is empty; makes what neither has. Throws WorkspaceFileError. */
export async function openCopy(file: string, link: Link, options: CopyOptions): Promise<OwnCopy> {
  const content = link.call('look', { patienceMs })
  refuseContent(content, options)
  if (!existsSync(file)) {
    if (content.kind === 'unreachable') throw notThere(options)
    if (content.kind === 'workspace') link.call('fetch', { file })
    else createWorkspaceFile(file)
  }
  const opened = await openWorkspaceFile(file, options)
  try {
    return { opened, state: await bringTogether(opened, { file, content, link, options }) }
  } catch (error) {
    opened.close()
    throw error
  }
}

interface Meeting {
  readonly file: string
  readonly content: ClusterContent
  readonly link: Link
  readonly options: CopyOptions
}

async function bringTogether(opened: OwnedFile, meeting: Meeting): Promise<ClusterState | undefined> {
  const { content, options } = meeting
  const own = opened.database.read(readClusterState)
  if (content.kind === 'unreachable') {
    if (!own) throw notThere(options)
    return undefined
  }
  if (content.kind !== 'workspace')
    return give(opened, meeting, { origin: randomUUID(), sequence: 0, digest: '' })
  if (opened.database.read(isToReplace)) return give(opened, meeting, content.state)
  if (own?.origin !== content.state.origin) throw ofAnother(meeting)
  return follow(opened, meeting, { own, content })
}

/** Makes the copy equal to the cluster, and both of the version of this program. */
async function follow(
  opened: OwnedFile,
  meeting: Meeting,
  {
    own,
    content,
  }: { readonly own: ClusterState; readonly content: Extract<ClusterContent, { kind: 'workspace' }> },
): Promise<ClusterState> {
  const { file, link, options } = meeting
  if (!isSameState(own, content.state)) {
    if (own.sequence > content.state.sequence) await keepAside(opened, options)
    link.call('fetch', { file })
  }
  await migrateCopy(opened.database, options)
  const state = opened.database.read(readClusterState) ?? content.state
  return content.version < formatVersion() ? give(opened, meeting, state) : state
}

export function isSameState(one: ClusterState, other: ClusterState): boolean {
  return one.origin === other.origin && one.sequence === other.sequence && one.digest === other.digest
}

/** Gives the cluster what the copy holds, in place of what it has. */
function give({ database }: OwnedFile, { file, link }: Meeting, before: ClusterState): ClusterState {
  const state = { ...before, sequence: before.sequence + 1, digest: randomUUID() }
  link.call('give', { file, state })
  database.write((tx) => writeClusterState(tx, state))
  return state
}

/** A cluster that was set back has lost what the copy still holds. */
async function keepAside({ database }: OwnedFile, { backupFolder }: CopyOptions): Promise<void> {
  if (backupFolder === undefined) return
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  await backUpDatabase(database, join(backupFolder, `ahead of the cluster ${time}.vitrine`))
}

function refuseContent({ kind }: ClusterContent, { database }: CopyOptions): void {
  if (kind === 'foreign')
    throw new WorkspaceFileError(
      'not_ours',
      `The cluster named for "${database}" holds something other than a Vitrine workspace. Name a cluster of its own in the file of clusters.`,
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

function ofAnother({ file, options }: Meeting): WorkspaceFileError {
  return new WorkspaceFileError(
    'exists',
    `${file} is no copy of what the cluster named for "${options.database}" holds. Move the file away to open what is in the cluster, or name an empty cluster to bring the file there.`,
  )
}
