import type { Role } from '#shared/team.ts'

/** The roles that an attribute may be closed to: owners may always, viewers never. */
export const restrictable = ['manager', 'editor', 'contributor'] as const satisfies readonly Role[]

/** As a definition keeps it: null where all may who edit values at all. */
export function toEditableBy(open: readonly Role[]): Role[] | null {
  return open.length === restrictable.length ? null : ['owner', ...open]
}
