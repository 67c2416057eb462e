import type { MutationTable } from './mutations.ts'

/** People of a team: sign-in, links, sessions. */
export const accountMutations: MutationTable = {
  'server/access/team/people.ts': [['ACCOUNT-01', ".trim().normalize('NFKC').toLowerCase()", '.trim()']],
  'server/access/team/sign-in.ts': [
    ['ACCOUNT-03', 'person === undefined || !isRight ||', 'person === undefined ||'],
  ],
  'server/app/sign-in-routes.ts': [
    ['ACCOUNT-02', "if (before?.kind === 'person') await sessions.end([before.person.sessionId])", ''],
  ],
  'server/access/team/passwords.ts': [
    ['ACCOUNT-13', "password.normalize('NFKC')", 'password'],
    ['ACCOUNT-14', 'if (this.#waiting.length >= mostWaiting)', 'if (this.#waiting.length < 0)'],
  ],
  'server/edge/authenticate.ts': [
    ['ACCOUNT-04', '(team === undefined || commandDoor?.isDoorOf(request) === true) &&', ''],
    ['ACCOUNT-05', "if (caller.kind === 'person') requireOrigin(request)", ''],
  ],
  'server/access/team/invitations.ts': [
    ['ACCOUNT-06', 'const row = this.find(token)\n    this.take(row)', 'const row = this.find(token)'],
  ],
  'server/access/team/password-strength.ts': [['ACCOUNT-07', '.score >= enoughScore', '.score >= 0']],
  'server/access/team/manage-people.ts': [
    ['ACCOUNT-20', "if (held === 'owner' && ownersOf", "if (held === 'viewer' && ownersOf"],
    [
      'ACCOUNT-21',
      'if (disabled === true || administrator === false) requireAnotherAdministrator(team, person)',
      '',
    ],
    [
      'ACCOUNT-08',
      'if (known && team.people.roleIn(known.id, workspaceId) !== undefined)',
      'if (known && known.id === workspaceId)',
    ],
  ],
  'server/team-mode.ts': [['ACCOUNT-10', 'isForOneCommand ? links.takeLast() :', '']],
  'server/access/team/sign-in-elsewhere.ts': [
    ['ACCOUNT-25', 'if (person === undefined || person.isDisabled) throw', 'if (person === undefined) throw'],
    [
      'ACCOUNT-25',
      'if (invitation === undefined) return undefined',
      'if (invitation === undefined) return team.people.byEmail(email)',
    ],
  ],
  'server/access/team/sign-in-provider.ts': [
    ['ACCOUNT-26', "|| begun.browser !== digest(browser ?? '')", ''],
    ['ACCOUNT-25', 'isVerified === true ? email', 'isVerified !== undefined ? email'],
  ],
  'server/access/team/mailer.ts': [['ACCOUNT-27', 'this.#onError(error)\n      return false', 'return true']],
  'server/access/team/sign-in-tries.ts': [
    ['ACCOUNT-11', 'const locksPair = pair.times.length >= triesOfPair', 'const locksPair = false'],
    ['ACCOUNT-12', 'if (source.names.size < namesOfAddress) return false', 'return false'],
  ],
  'server/access/team/own-account.ts': [
    ['ACCOUNT-15', 'await team.sessions.endAll(person.id)', ''],
    ['ACCOUNT-17', '.find((own) => own.id === id.toLowerCase())', '[0]'],
  ],
  'server/access/team/accept-invitation.ts': [['ACCOUNT-16', 'await team.sessions.endAll(person.id)', '']],
  'server/access/team/codes.ts': [
    ['ACCOUNT-18', 'if (codePeriod !== null && period <= codePeriod) return false', ''],
    ['ACCOUNT-19', 'recoveryCodes: recoveryCodes.filter((other) => other !== hash)', 'recoveryCodes'],
  ],
  'server/registry/people-operations.ts': [
    ['ACCOUNT-23', 'workspaceId === undefined ? undefined : eq(of, workspaceId)', 'undefined'],
  ],
  'server/access/team/team.ts': [['ACCOUNT-09', 'if (!this.people.isEmpty) return undefined', '']],
}
