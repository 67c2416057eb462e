import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'

/** A workspace as the owner's surface and the command line show it. */
export const Workspace = Type.Object({ id: Uuid, name: Type.String(), file: Type.String() })
export type Workspace = Static<typeof Workspace>

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  workspace_id: Uuid,
  scopes: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})
export type ApiKey = Static<typeof ApiKey>
