import { readdirSync, readFileSync } from 'node:fs'

/** One step of a schema. Its version becomes the file's user_version. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** A kind of SQLite file that Vitrine owns: how to know it, and the steps that make its schema, oldest first. */
export interface FileFormat {
  /** What people call it in messages. */
  readonly name: string
  readonly applicationId: number
  readonly migrations: readonly Migration[]
}

/** The catalog of one workspace. The application_id reads "Vtrn". */
export const workspaceFormat: FileFormat = {
  name: 'Vitrine workspace',
  applicationId: 0x5674726e,
  migrations: loadMigrations(new URL('./migrations/', import.meta.url)),
}

/** The version that this program writes. */
export function latestVersion({ migrations }: FileFormat): number {
  return migrations.at(-1)?.version ?? 0
}

/** Reads the steps `NNNN-slug.sql` of a folder, in the order of their numbers. */
export function loadMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}
