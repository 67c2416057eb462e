import { Type, type Static } from 'typebox'

/** Where a workspace is to live: addresses of the nodes of a cluster, or none where it is to be a file alone. */
export const Move = Type.Object(
  { nodes: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 15 }) },
  { additionalProperties: false },
)

/** What the file of clusters says of a workspace now; without nodes it is not in there. */
export const Moved = Type.Object({ database: Type.String(), nodes: Type.Array(Type.String()) })
export type Moved = Static<typeof Moved>
