import { type Role, hasRole } from '#shared/team.ts'

export interface SignedIn {
  readonly sessionId: string
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly role: Role
}

export interface TeamAccess {
  /** The person of a session cookie; undefined for an unknown or ended one, or a disabled person. */
  authenticate(cookie: string): SignedIn | undefined
  /** The present role of a person or a service account. */
  roleIn(id: string, workspaceId: string): Role | undefined
  serviceAccountName(id: string): string | undefined
  /** The people of a workspace: a service account can be neither mentioned nor given work. */
  members(workspaceId: string): readonly Member[]
  isValid(sessionId: string): boolean
}

interface RequestedJob {
  readonly name: string
  readonly person?: string | undefined
  readonly role?: Role | undefined
}

export type ResumeAuthorizer = (workspaceId: string, job: RequestedJob) => boolean

/** Jobs that only read: every member may run them. */
const readingJobs: ReadonlySet<string> = new Set(['export', 'channel_export'])

/**
 * Authorizes jobs by present roles: a job of a former member ends, as does a writing job that was
 * requested in a higher role. Jobs without a person, such as those of watched folders, are the server's.
 */
export function authorizeJobsBy(team: Pick<TeamAccess, 'roleIn'>): ResumeAuthorizer {
  return (workspaceId, { name, person, role: then }) => {
    if (person === undefined) return true
    const now = team.roleIn(person, workspaceId)
    if (now === undefined) return false
    return then === undefined || readingJobs.has(name) || hasRole(now, then)
  }
}
