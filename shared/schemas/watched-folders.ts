import { Type, type Static } from 'typebox'
import { openSettings } from '../imports.ts'
import { keysOf } from '../text.ts'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'

/** A file with several possible readings: the open questions before its import. */
export const WaitingFile = Type.Object({
  file: Type.String(),
  questions: Type.Array(
    Type.Object({
      setting: Type.Enum(keysOf(openSettings), {
        description: 'The setting of the import profile that answers it.',
      }),
      sentence: Type.String(),
      ...messageReference,
      answers: Type.Array(Type.Enum([...new Set(Object.values(openSettings).flat())]), {
        description: 'The likelier one first.',
      }),
    }),
  ),
})
export type WaitingFile = Static<typeof WaitingFile>

/** A folder of this computer whose files are imported, then moved to `done` or `failed` in it. */
export const WatchedFolder = Type.Object({
  id: Uuid,
  workspace_id: Uuid,
  folder: Type.String(),
  profile_id: Uuid,
  /** Whether files are taken from it; files that were taken are imported all the same. */
  is_on: Type.Boolean(),
  problem: nullable(Type.String()),
  ...messageReference,
  waiting: Type.Array(WaitingFile),
})
export type WatchedFolder = Static<typeof WatchedFolder>

export const NewWatchedFolder = Type.Object(
  {
    folder: Type.String({ maxLength: 1000, description: 'The whole path of a folder.' }),
    profile: Type.String({ maxLength: 1000, description: 'The name or id of an import profile.' }),
  },
  { additionalProperties: false },
)
export type NewWatchedFolder = Static<typeof NewWatchedFolder>

export const WatchedFolderPatch = Type.Object(
  {
    is_on: Type.Optional(Type.Boolean()),
    profile: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The name or id of an import profile.' }),
    ),
  },
  { additionalProperties: false },
)
export type WatchedFolderPatch = Static<typeof WatchedFolderPatch>
