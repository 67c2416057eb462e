import type { Workspace } from '#shared/app-surface.ts'
import { workspaceNotFound } from '../catalog/errors.ts'
import type { Services } from '../edge/services.ts'

/** The workspace of an id, whatever its case; throws not_found where there is none. */
export function knownWorkspace({ workspaces }: Pick<Services, 'workspaces'>, id: string): Workspace {
  const workspace = workspaces.list().find((known) => known.id === id.toLowerCase())
  if (workspace === undefined) throw workspaceNotFound()
  return workspace
}
