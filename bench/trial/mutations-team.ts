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
  'server/edge/caller.ts': [
    ['ROLE-08', "{ type: 'user', id: caller.person.id,", "{ type: 'user', id: null,"],
  ],
}
