import type { Team } from './team.ts'

/** Gives workspaces that nobody is a member of to the administrators: those made before the first account, and on the command line. */
export async function adoptWorkspaces(
  { people, now }: Pick<Team, 'people' | 'now'>,
  workspaceIds: readonly string[],
): Promise<void> {
  const orphans = workspaceIds.filter((id) => people.membersOf(id).length === 0)
  for (const workspaceId of orphans)
    for (const { id: personId } of people.administrators())
      await people.setRole({ personId, workspaceId, role: 'owner', createdAt: now() })
}
