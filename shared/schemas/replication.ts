import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const Time = Type.String({ format: 'date-time' })

export const ReplicatedDatabase = Type.Object({
  /** Null for the data folder's own database, which holds people, keys and settings. */
  workspace_id: nullable(Uuid),
  name: Type.String(),
  /** `copying` until its first copy is made; `missing` where its file is gone. */
  state: Type.Enum(['current', 'behind', 'copying', 'missing']),
  position: nullable(Type.String()),
  replicated_at: nullable(Time),
  /** For how long the oldest change has waited that is not in the replica. */
  lag_seconds: Type.Number(),
  fault: nullable(Type.String()),
})

export const Replication = Type.Object({
  to: Type.String(),
  is_running: Type.Boolean(),
  litestream: Type.String(),
  restarts: Type.Integer(),
  kept_days: Type.Integer(),
  lag_seconds: Type.Number(),
  /** Set where changes have not been in the replica for more than a minute. */
  alarm: nullable(
    Type.Object({
      kind: Type.Enum(['lagging', 'stopped']),
      since: Time,
    }),
  ),
  fault: nullable(Type.String()),
  databases: Type.Array(ReplicatedDatabase),
})
export type Replication = DeepReadonly<Static<typeof Replication>>
