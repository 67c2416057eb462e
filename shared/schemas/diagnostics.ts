import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

/** A workspace file as it lies on the disk. */
export const WorkspaceFileState = Type.Object({
  id: Uuid,
  name: Type.String(),
  file: Type.String(),
  /** Null where there is no such file. */
  bytes: nullable(Type.Integer()),
  /** What is written but not yet part of the file itself. */
  journal_bytes: Type.Integer(),
  is_open: Type.Boolean(),
  /** The check that follows an unclean end, if there was one in this run. */
  last_check: nullable(
    Type.Object({ checked_at: Type.String({ format: 'date-time' }), damage: Type.Array(Type.String()) }),
  ),
})

/** What is worth knowing when something is wrong. */
export const Diagnostics = Type.Object({
  version: Type.String(),
  node: Type.String(),
  electron: nullable(Type.String()),
  platform: Type.String(),
  /** The version of workspace files that this program writes; older ones are brought to it, newer ones are refused. */
  file_format: Type.Integer(),
  started_at: Type.String({ format: 'date-time' }),
  memory_bytes: Type.Integer(),
  origin: Type.String(),
  data_folder: Type.String(),
  free_bytes: nullable(Type.Integer()),
  workspaces: Type.Array(WorkspaceFileState),
  /** The last lines of the log, without credentials, the newest last. */
  log: Type.Array(Type.String()),
})
export type Diagnostics = Static<typeof Diagnostics>

/** The whole log, without credentials. */
export const LogExport = Type.Object({ name: Type.String(), text: Type.String() })
export type LogExport = Static<typeof LogExport>
