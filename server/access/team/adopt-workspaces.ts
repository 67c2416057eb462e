import type { Team } from './team.ts'

/** Gives workspaces without an owner to the administrators: those made before the first account or on the command line, and those whose owners are disabled. */
export async function adoptWorkspaces(
  { people, now }: Pick<Team, 'people' | 'now'>,
  workspaceIds: readonly string[],
): Promise<void> {
  const orphans = workspaceIds.filter((id) => !people.hasOwner(id))
  for (const workspaceId of orphans)
    for (const { id: personId } of people.administrators())
      await people.setRole({ personId, workspaceId, role: 'owner', createdAt: now() })
}
