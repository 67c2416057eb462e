import { Type, type Static } from 'typebox'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { ImportSettings } from './imports.ts'

const strict = { additionalProperties: false }

export const ImportProfile = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  settings: ImportSettings,
})
export type ImportProfile = Static<typeof ImportProfile>

export const NewImportProfile = Type.Object(
  { name: Type.String(), entity_type: Type.String(), settings: Type.Optional(ImportSettings) },
  strict,
)
export type NewImportProfile = Static<typeof NewImportProfile>

/** The body of `PATCH /import-profiles/{id}`; settings are replaced as a whole. */
export const ImportProfilePatch = Type.Object(
  { name: Type.Optional(Type.String()), settings: Type.Optional(ImportSettings) },
  strict,
)
export type ImportProfilePatch = Static<typeof ImportProfilePatch>
