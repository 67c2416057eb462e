import type { MutationTable } from './mutations.ts'

/** What people of a team may do. */
export const teamMutations: MutationTable = {
  'server/edge/require-role.ts': [
    [
      'ROLE-01',
      "if (needed === 'administrator') return requireAdministrator(caller)\n",
      "if (needed === 'administrator') return\n",
    ],
    ['ROLE-01', 'role === undefined || !hasRole(role, needed)', 'role === undefined'],
    ['ROLE-14', 'caller.person.isAdministrator) return known', "caller.kind === 'person') return known"],
    ['ROLE-03', 'team?.roleIn(personId, id) !== undefined', 'team !== undefined && id !== personId'],
  ],
  'shared/team.ts': [
    [
      'ROLE-02',
      'contributor: [...reading, ...proposing]',
      'contributor: [...reading, ...proposing, ...writing]',
    ],
    ['ROLE-02', "&& scope !== 'write:attributes'", ''],
  ],
  'server/access/access.ts': [
    ['ROLE-04', 'if (personId === null) return undefined\n', 'if (personId === null) return held\n'],
    [
      'ROLE-04',
      'scopesOfRole[role].includes(scope))',
      'scopesOfRole[role].length > 0 || scope === undefined)',
    ],
    ['ROLE-07', 'isValid: () => team.isValid(sessionId)', 'isValid: () => true || team.isValid(sessionId)'],
  ],
  'server/app/credentials-of.ts': [
    ['ROLE-05', "caller.access?.role !== 'owner'", 'caller.access === undefined'],
  ],
  'server/access/consents.ts': [
    ['ROLE-06', '.filter((consent) => consent.personId === personId)\n', ''],
    ['ROLE-06', 'if (found?.personId === personId) return found', 'if (found) return found'],
  ],
  'server/catalog/attributes/restricted.ts': [
    ['ROLE-09', "role !== 'owner' && !open.includes(role)", "role === 'viewer' && !open.includes(role)"],
  ],
  'server/catalog/attributes/update-attribute.ts': [
    ['ROLE-10', '  refuseRestricted([before], context)\n', ''],
  ],
  'server/catalog/edits/own-steps.ts': [
    ['ROLE-11', 'keyOfActor(maker) !== keyOfActor(actor)', 'maker.type !== actor.type'],
  ],
  'server/http/routes/entities.ts': [
    [
      'ROLE-12',
      "mayOnlyPropose(callerOf(request), type) ? 'proposeUpdate' : 'updateEntity'",
      "mayOnlyPropose(callerOf(request), type) ? 'updateEntity' : 'updateEntity'",
    ],
  ],
  'server/access/team/job-judge.ts': [
    ['ROLE-13', 'hasRole(now, then)', "hasRole(now, 'viewer')"],
    ['ROLE-13', 'if (now === undefined) return false', 'if (now === undefined) return true'],
  ],
  'server/access/team/people.ts': [
    [
      'ROLE-13',
      "    this.#tell(id)\n    await this.#registry.call('putPerson'",
      "    await this.#registry.call('putPerson'",
    ],
  ],
  'server/catalog/job-queue/queue.ts': [
    ['JOB-11', 'if (person && hasWaitingJobsOf(tx, person, maxWaitingOfPerson))', 'if (person === null)'],
  ],
  'server/store/tables/claimed-jobs.ts': [['JOB-11', 'ORDER BY ${turn}, id LIMIT 1', 'ORDER BY id LIMIT 1']],
  'server/edge/rate-limit.ts': [
    ['TEAM-09', 'countedAs(caller), this', 'personIdOf(caller) + caller.kind, this'],
  ],
  'server/http/routes/events.ts': [
    [
      'EVENT-10',
      'const name = countedAs(caller)',
      "const name = caller.kind === 'access' ? caller.access.id : ''",
    ],
  ],
  'server/app/people-routes.ts': [
    ['ROLE-15', 'await team.adopt(call.services.workspaces', 'void (call.services.workspaces'],
  ],
  'server/edge/caller.ts': [
    ['ROLE-08', "{ type: 'user', id: caller.person.id,", "{ type: 'user', id: null,"],
  ],
}
