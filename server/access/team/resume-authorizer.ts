import { hasRole, type Role } from '#shared/team.ts'
import type { TeamAccess } from './team-access.ts'

/** A job and who asked for it, with what they were then. */
interface AskedJob {
  readonly name: string
  readonly person?: string | undefined
  readonly role?: Role | undefined
}

/** Whether who asked for a job may still do it in the workspace. */
export type ResumeAuthorizer = (workspaceId: string, job: AskedJob) => boolean

/** They only read, and whoever is a member may read. */
const readingJobs: ReadonlySet<string> = new Set(['export', 'channel_export'])

/**
 * Judges jobs by what people are as of now: a job of who is no member or disabled goes on no more, nor one that writes and was asked for in a
 * higher role. Jobs of nobody, as those of watched folders, are the server's.
 */
export function authorizeJobsBy(team: Pick<TeamAccess, 'roleIn'>): ResumeAuthorizer {
  return (workspaceId, { name, person, role: then }) => {
    if (person === undefined) return true
    const now = team.roleIn(person, workspaceId)
    if (now === undefined) return false
    return then === undefined || readingJobs.has(name) || hasRole(now, then)
  }
}
