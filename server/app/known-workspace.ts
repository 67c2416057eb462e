import { workspaceNotFound } from '../catalog/errors.ts'
import type { Services } from '../edge/services.ts'

/** The id of a workspace as the list has it, whatever its case; throws not_found where there is none. */
export function knownWorkspaceId(services: Pick<Services, 'workspaces'>, id: string): string {
  const workspace = services.workspaces.list().find((known) => known.id === id.toLowerCase())
  if (workspace === undefined) throw workspaceNotFound()
  return workspace.id
}
