import { Type } from 'typebox'

/** A file that the workspace keeps; `path` is what an image or video attribute holds. */
export const StoredFile = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  path: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 0 }),
})
