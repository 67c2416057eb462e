import { type FileFormat, loadMigrations } from '../store/file/migrate.ts'

/** The format of vitrine.db, the data folder's own database. */
export const registryFormat: FileFormat = {
  name: 'list of Vitrine workspaces',
  applicationId: 0x56747252,
  migrations: loadMigrations(new URL('./registry-migrations/', import.meta.url)),
}
