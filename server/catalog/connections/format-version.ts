import { latestVersion, workspaceFormat } from '../../store/file/migrate.ts'

export function formatVersion(): number {
  return latestVersion(workspaceFormat)
}
