import { latestVersion, workspaceFormat } from '../../store/file/migrate.ts'

/** The version of the workspace files that this program writes. */
export function formatVersion(): number {
  return latestVersion(workspaceFormat)
}
