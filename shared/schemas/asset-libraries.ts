import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const Count = Type.Integer({ minimum: 0 })
const Name = Type.String({ maxLength: 1000 })
const Path = Type.String({ maxLength: 1000, description: 'The whole path of a folder.' })

/** A folder of this computer whose files are linked and not copied. */
export const AssetLibrary = Type.Object({
  id: Uuid,
  name: Type.String(),
  path: nullable(
    Type.String({ description: 'The folder on this computer; null where it is known on another one only.' }),
  ),
  is_on: Type.Boolean({ description: 'Whether it is scanned by itself.' }),
  is_away: Type.Boolean({ description: 'Whether its folder was not there at the last scan.' }),
  files: Type.Integer({ minimum: 0, description: 'How many files the last scan found.' }),
  missing: Type.Integer({ minimum: 0, description: 'How many files that values name were not there.' }),
  last_scan: nullable(Type.String({ format: 'date-time' })),
})
export type AssetLibrary = Static<typeof AssetLibrary>

export const NewAssetLibrary = Type.Object({ name: Name, path: Path }, strict)
export type NewAssetLibrary = Static<typeof NewAssetLibrary>

export const AssetLibraryPatch = Type.Object(
  { name: Type.Optional(Name), path: Type.Optional(Path), is_on: Type.Optional(Type.Boolean()) },
  strict,
)
export type AssetLibraryPatch = Static<typeof AssetLibraryPatch>

/** A file that values name and that was not there at the last scan. */
export const MissingFile = Type.Object({
  path: Type.String({ description: 'Below the folder of the library.' }),
  value: Type.String({ description: 'As values name it.' }),
  moved_to: nullable(
    Type.String({
      description:
        'The value for the place where the file was found, where the rewriting of values was undone.',
    }),
  ),
})
export type MissingFile = Static<typeof MissingFile>

/** The result of a scan of a linked library. */
export const LibraryScanResult = Type.Object({
  library: Uuid,
  is_away: Type.Boolean({ description: 'Whether its folder was not there; then nothing was changed.' }),
  files: Count,
  new: Count,
  changed: Count,
  moved: Type.Integer({
    minimum: 0,
    description: 'How many files that values name lie elsewhere by now; the values were rewritten.',
  }),
  missing: Count,
  left_out: Type.Integer({
    minimum: 0,
    description: 'How many files have a name that no value can hold, or more than 4 GiB.',
  }),
  values: Type.Integer({ minimum: 0, description: 'How many values were rewritten.' }),
  edit_id: nullable(Type.String({ description: 'By which the rewriting can be undone.' })),
})
export type LibraryScanResult = Static<typeof LibraryScanResult>
