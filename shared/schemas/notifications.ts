import { Type, type Static } from 'typebox'
import { notificationKinds } from '../notifications.ts'
import type { DeepReadonly } from '../routes/row-types.ts'
import { ReferenceStub, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './nullable.ts'

/** What a notification is about, as it was then. */
const subject = {
  /** The comment, of a reply the one that it answers. */
  comment_id: nullable(Uuid),
  worklist_id: nullable(Uuid),
  entity: nullable(ReferenceStub),
  attribute: nullable(Type.String()),
  /** What was said, or the name of the worklist. */
  text: Type.String(),
}
const NotificationSubject = Type.Object(subject)
export type NotificationSubject = DeepReadonly<Static<typeof NotificationSubject>>

export const Notification = Type.Object({
  id: Uuid,
  kind: Type.Enum([...notificationKinds]),
  workspace: Type.Object({ id: Uuid, name: Type.String() }),
  ...subject,
  actor: Actor,
  created_at: Type.String({ format: 'date-time' }),
  is_read: Type.Boolean(),
})
export type Notification = DeepReadonly<Static<typeof Notification>>

/** The body of `POST /notifications/read`: of these, or without ids of all. */
export const NotificationRead = Type.Object(
  { ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })), is_read: Type.Boolean() },
  { additionalProperties: false },
)
