import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { withinTime } from '#shared/interrupted.ts'
import type { Services } from '../edge/services.ts'

export const failureReasons = [
  'no_answer',
  'workspace_not_opened',
  'workspace_not_written',
  'lease_not_renewed',
  'not_confirmed',
  'reads_only',
  'replica_behind',
  'replica_stopped',
  'disk_nearly_full',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** One reason for which a server is not well, and what an administrator does about it. */
export interface HealthFailure {
  readonly reason: FailureReason
  readonly message: string
}

const answerWithinMs = 2000
// A disk is nearly full where it has less than both: a twentieth of it, and room for some days of work.
const [lowShare, lowBytes] = [0.05, 2 * 1024 ** 3]

/** Finds out why a server cannot do its work, or soon cannot; within about two seconds. */
export async function findFailures(services: Services): Promise<HealthFailure[]> {
  const looks = [findSilence, findClosedWorkspaces, findFullDisks]
  const found = await Promise.all(looks.map((look) => look(services)))
  return [...found.flat(), ...findLostLease(services), ...findLateReplica(services)]
}

async function findSilence({ registry }: Services): Promise<HealthFailure[]> {
  const asking = registry.call('getSetting', { key: 'last_port' })
  if (await withinTime(asking, answerWithinMs).catch(() => false)) return []
  const message = 'The database of the server does not answer. Look at its disk and its log, and restart it.'
  return [{ reason: 'no_answer', message }]
}

async function findClosedWorkspaces({ workspaces }: Services): Promise<HealthFailure[]> {
  const looking = workspaces.list().map(async (workspace): Promise<HealthFailure[]> => {
    const { id, name } = workspace
    const fault = workspaces.faultOf(id)
    if (fault !== undefined) {
      // Otherwise nobody would notice that it is mended before somebody works with it.
      void workspaces.get(id).catch(() => undefined)
      return [{ reason: 'workspace_not_opened', message: `"${name}" cannot be opened: ${fault}` }]
    }
    if (workspaces.isInCluster(id)) return []
    return findClosedFile(workspace)
  })
  return (await Promise.all(looking)).flat()
}

/** Asks the file system, so that a workspace whose threads rest is not woken. */
async function findClosedFile({ name, file }: Workspace): Promise<HealthFailure[]> {
  const said = { read: '', written: '' }
  const looking = Promise.all([
    access(file, constants.R_OK).catch((error: unknown) => (said.read = codeOf(error))),
    ...[file, dirname(file)].map((path) =>
      access(path, constants.W_OK).catch((error: unknown) => (said.written = codeOf(error))),
    ),
  ])
  if (!(await withinTime(looking, answerWithinMs))) said.read = 'no answer'
  if (said.read !== '')
    return [
      {
        reason: 'workspace_not_opened',
        message: `The file ${file} of "${name}" cannot be read (${said.read}). Put it back, or mend its disk or its rights.`,
      },
    ]
  if (said.written === '') return []
  return [
    {
      reason: 'workspace_not_written',
      message: `The file ${file} of "${name}" or its folder cannot be written (${said.written}). Mend its disk or its rights.`,
    },
  ]
}

async function findFullDisks({ dataDir, workspaces }: Services): Promise<HealthFailure[]> {
  const disks = await roomOnDisks([dataDir, ...workspaces.list().map(({ file }) => dirname(file))])
  return disks.filter(isNearlyFull).map(({ folder, free }) => ({
    reason: 'disk_nearly_full',
    message: `The disk of ${folder} has ${Math.round(free / 1e6)} MB left. Free some space, or take a larger one.`,
  }))
}

export interface DiskRoom {
  readonly folder: string
  readonly free: number
  readonly size: number
}

/** The room on each disk once, under the first folder on it. A folder that is not there is passed over. */
export async function roomOnDisks(folders: readonly string[]): Promise<DiskRoom[]> {
  const disks = new Map<number, DiskRoom>()
  const looking = async () => {
    for (const folder of new Set(folders)) {
      const { dev } = await stat(folder)
      if (disks.has(dev)) continue
      const { bavail, blocks, bsize } = await statfs(folder)
      disks.set(dev, { folder, free: bavail * bsize, size: blocks * bsize })
    }
  }
  await withinTime(
    looking().catch(() => undefined),
    answerWithinMs,
  )
  return [...disks.values()]
}

function isNearlyFull({ free, size }: DiskRoom): boolean {
  return free < Math.min(size * lowShare, lowBytes)
}

function findLostLease({ lease, isConfirmed, readOnly }: Services): HealthFailure[] {
  // A proxy that asks both machines sends nobody here who means to work.
  if (readOnly) return [{ reason: 'reads_only', message: `A standby, with a copy as of ${readOnly.asOf()}.` }]
  if (isConfirmed?.() === false) {
    const message =
      'Most nodes of vitrine.db do not answer, so this server cannot confirm that it is the one that serves, and answers nothing. Look at vitrine cluster status.'
    return [{ reason: 'not_confirmed', message }]
  }
  if (!lease || lease.fence.isOpen) return []
  const message =
    'The lease in the replica could not be renewed, so nothing is written here. Look at the place of the replica, and at whether the standby has taken over.'
  return [{ reason: 'lease_not_renewed', message }]
}

function findLateReplica({ replication }: Services): HealthFailure[] {
  const { alarm, to = '', fault } = replication?.status() ?? {}
  if (!alarm) return []
  const because = fault ? ` (${fault})` : ''
  return alarm.kind === 'stopped'
    ? [
        {
          reason: 'replica_stopped',
          message: `Nothing has been sent to ${to} since ${alarm.since}${because}. Look at its place and the log.`,
        },
      ]
    : [
        {
          reason: 'replica_behind',
          message: `The replica ${to} lacks what was saved since ${alarm.since}${because}. Look at its place and the log.`,
        },
      ]
}

/** The files of a data folder whose size is measured: vitrine.db, and each workspace. */
export function databaseFiles({
  dataDir,
  workspaces,
}: Services): { readonly id: string; readonly file: string }[] {
  return [{ id: 'vitrine.db', file: join(dataDir, 'vitrine.db') }, ...workspaces.list()]
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
