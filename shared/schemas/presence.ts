import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

/** The body of `POST /presence`: where the person of a page is. A page that shows no list has no type. */
export const Place = Type.Object(
  {
    seat: Uuid,
    type: nullable(EntityTypeSchema),
    entity_id: nullable(Uuid),
    attribute: nullable(Type.String({ maxLength: 200 })),
    is_typing: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type Place = DeepReadonly<Static<typeof Place>>

/** One page of somebody that shows a list. */
export interface Membership {
  readonly seat: string
  readonly person: { readonly id: string; readonly name: string }
  readonly entity_id: string | null
  readonly attribute: string | null
  readonly is_typing: boolean
}

/** Who is in a list, as the stream of those who are in it tells. */
interface PresenceMessage {
  readonly event: 'presence'
  readonly type: string
  readonly seats: readonly Membership[]
}

/**
 * What the stream of a page with a seat tells beside changes: that it has its seat, who is in its list, that there is something new
 * for the person, that worklists have changed.
 */
export type TeamMessage = PresenceMessage | { readonly event: 'seated' | 'notified' | 'worklists' }
