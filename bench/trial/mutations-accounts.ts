import type { MutationTable } from './mutations.ts'

/** People of a team: sign-in, links, sessions. */
export const accountMutations: MutationTable = {
  'server/access/team/people.ts': [['ACCOUNT-01', ".trim().normalize('NFKC').toLowerCase()", '.trim()']],
  'server/app/sign-in-routes.ts': [
    ['ACCOUNT-02', "if (before?.kind === 'person') await team.sessions.end([before.person.sessionId])", ''],
  ],
  'server/access/team/passwords.ts': [
    ['ACCOUNT-03', "return isSame && typeof stored === 'string'", 'return isSame'],
  ],
  'server/edge/authenticate.ts': [
    ['ACCOUNT-04', '(team === undefined || commandDoor?.isDoorOf(request) === true) &&', ''],
    ['ACCOUNT-05', "if (caller.kind === 'person') requireOrigin(request)", ''],
  ],
  'server/access/team/invitations.ts': [
    [
      'ACCOUNT-06',
      'const row = this.find(token)\n    this.#byHash.delete(row.hash)',
      'const row = this.find(token)',
    ],
  ],
  'server/access/team/password-strength.ts': [['ACCOUNT-07', '>= enough', '>= 0']],
  'server/access/team/manage-people.ts': [
    [
      'ACCOUNT-08',
      'if (known && team.people.roleIn(known.id, workspaceId) !== undefined)',
      'if (known && known.id === workspaceId)',
    ],
  ],
  'server/access/team/team.ts': [['ACCOUNT-09', 'if (!this.people.isEmpty) return undefined', '']],
}
