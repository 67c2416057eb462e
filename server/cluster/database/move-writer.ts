/**
 * Moves a workspace from a file into a cluster, between clusters, and back, while its readers go on and
 * its writes wait: all of it happens in the one thread that writes. The file of clusters says where the
 * workspace lives, so changing it is the move.
 */
import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { conflict } from '../../catalog/errors.ts'
import { type CatalogWriter, writerOf } from '../../catalog/connections/writer.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { noteOrigin, writeClusterState, isLeftBehind } from './cluster-state.ts'
import type { ClusterState } from '../../store/file/cluster-tables.ts'
import { syncFile } from '../../store/file/backup.ts'
import { clusterWriter, type OnSteps, writerPatienceMs } from './cluster-writer.ts'
import type { LeaseRequest } from './lease.ts'
import { Link, type StartLink } from './link.ts'
import { claimLease } from './own-copy.ts'
import type { MoveOrder } from './plan-move.ts'
import type { ClusterContent } from './serve-link.ts'

export interface Move extends MoveOrder {
  readonly file: string
  readonly wish: LeaseRequest
  readonly startLink: StartLink
  readonly onSteps?: OnSteps | undefined
}

const patienceMs = 2000

/**
 * Returns the writer of the workspace in its new location. Throws conflict, and leaves the workspace where
 * it was.
 */
export function moveWriter(writer: CatalogWriter, move: Move): CatalogWriter {
  const { cluster, file, startLink, wish, onSteps } = move
  writer.home?.equalize()
  if (!cluster) {
    nameNewPlace(move)
    writer.home?.leave()
    writer.opened.database.stopCollecting()
    writer.opened.database.sqlite.pragma('synchronous = FULL')
    return writerOf(writer.opened, file)
  }
  const link = new Link(cluster, startLink)
  try {
    const options = { database: cluster.database, wish }
    const { term, state } = moveIn(writer, link, move)
    nameNewPlace(move)
    writer.home?.leave()
    writer.opened.database.write((tx) => writeClusterState(tx, state))
    const copy = { opened: writer.opened, term, state }
    // Followers of the old cluster stop answering from their copies, and follow from here on.
    onSteps?.({ kind: 'begun', state })
    return clusterWriter(copy, { file, link, options, patienceMs: writerPatienceMs, onSteps })
  } catch (error) {
    link.close()
    throw error instanceof WorkspaceFileError ? conflict(error.message) : error
  }
}

/** Copies the content to the cluster. It counts only once the file of clusters names the new location. */
function moveIn({ opened }: CatalogWriter, link: Link, { file, cluster, wish }: Move) {
  const own = opened.database.write((tx) => noteOrigin(tx, randomUUID()))
  refuseContent(link.call('look', { patienceMs }), own)
  const held = claimLease(link, { wish, database: cluster?.database ?? '' })
  if (!held) throw notConnected()
  const sequence = Math.max(own.sequence, held.step?.after.sequence ?? 0) + 1
  const state: ClusterState = { origin: own.origin, sequence, digest: randomUUID() }
  link.call('give', { file, state, term: held.term })
  return { term: held.term, state }
}

/** Taking a lease counts as a step, and an aborted attempt has taken one and sent the copy. */
const stepsOfAttempt = 2

/**
 * Leftovers of an aborted attempt or an earlier move may be replaced; any other content may be somebody's.
 */
function refuseContent(content: ClusterContent, own: ClusterState): void {
  if (content.kind === 'empty') return
  if (content.kind === 'unreachable') throw notConnected()
  if (content.kind === 'lax')
    throw conflict('The nodes there do not keep foreign keys. Start each of them with -fk, then move again.')
  const isOurs =
    content.kind === 'workspace' &&
    (isLeftBehind(content.state) ||
      (content.state.origin === own.origin && content.state.sequence <= own.sequence + stepsOfAttempt))
  if (!isOurs)
    throw conflict(
      'The cluster there is not empty. Name one that is, or stop its nodes, empty their folders and start them again.',
    )
}

function notConnected() {
  return conflict(
    'Most nodes there do not answer, so the workspace stays where it is. Start them or mend the network, then move again.',
  )
}

/** From here on the workspace lives in the new location, also for a server that starts after a crash. */
function nameNewPlace({ clusterFile, nextClusterFile }: Move): void {
  syncFile(nextClusterFile)
  renameSync(nextClusterFile, clusterFile)
}
