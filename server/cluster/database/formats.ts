import { type FileFormat, workspaceFormat } from '../../store/file/migrate.ts'

export type FormatName = 'workspace' | 'registry'

/** The format by its name; that of vitrine.db is loaded where one is in a cluster only. */
export async function formatOf(name: FormatName = 'workspace'): Promise<FileFormat> {
  if (name === 'workspace') return workspaceFormat
  const { registryFormat } = await import('../../registry/registry.ts')
  return registryFormat
}
