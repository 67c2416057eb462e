import { type Role, hasRole } from '#shared/team.ts'

export interface SignedIn {
  readonly sessionId: string
  readonly id: string
  readonly name: string
  readonly email: string
  /** May disable people, reset passwords, and manage the server. */
  readonly isAdministrator: boolean
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The people of a team's server, as requests need them: from memory. */
export interface TeamAccess {
  /** The person of a session cookie; undefined for an unknown or ended one, or a disabled person. */
  authenticate(cookie: string): SignedIn | undefined
  /** A person's present role in a workspace; undefined for none, or a disabled person. */
  roleIn(personId: string, workspaceId: string): Role | undefined
  /** The present members of a workspace, without disabled ones. */
  members(workspaceId: string): readonly Member[]
  isValid(sessionId: string): boolean
}

interface RequestedJob {
  readonly name: string
  readonly person?: string | undefined
  readonly role?: Role | undefined
}

/** Whether the person of a job may still run it in the workspace. */
export type ResumeAuthorizer = (workspaceId: string, job: RequestedJob) => boolean

/** They only read, and every member may read. */
const readingJobs: ReadonlySet<string> = new Set(['export', 'channel_export'])

/**
 * Authorizes jobs by present roles: a job of a former member ends, as does a writing one that was asked for
 * in a higher role. Jobs of nobody, as those of watched folders, are the server's.
 */
export function authorizeJobsBy(team: Pick<TeamAccess, 'roleIn'>): ResumeAuthorizer {
  return (workspaceId, { name, person, role: then }) => {
    if (person === undefined) return true
    const now = team.roleIn(person, workspaceId)
    if (now === undefined) return false
    return then === undefined || readingJobs.has(name) || hasRole(now, then)
  }
}
