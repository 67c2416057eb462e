import { type Role, hasRole } from '#shared/team.ts'

export interface SignedIn {
  readonly sessionId: string
  readonly id: string
  readonly name: string
  readonly email: string
  /** May disable people, reset passwords, and manage what is the server's and no workspace's. */
  readonly isAdministrator: boolean
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The people of a server that runs for a team, as far as requests ask for them: from memory, for it is asked with every request. */
export interface TeamAccess {
  /** Who holds the session of this cookie; undefined where it is none, has ended, or its person is disabled. */
  authenticate(cookie: string): SignedIn | undefined
  /** What a person is in a workspace as of now; undefined for who is no member, is disabled, or is not there any more. */
  roleIn(personId: string, workspaceId: string): Role | undefined
  /** Who works in a workspace as of now, without those who are disabled. */
  members(workspaceId: string): readonly Member[]
  isValid(sessionId: string): boolean
}

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
