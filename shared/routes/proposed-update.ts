import { Type } from 'typebox'
import type { EntityType } from '../entities.ts'
import { EntityResource, Uuid } from '../schemas/entities.ts'
import { exampleEntity, exampleId } from './examples.ts'
import type { AnswerDocs } from './route.ts'

/** What a person proposed who may not write: the entity as it stays, and the ids of what waits. */
export const ProposedUpdate = Type.Object({
  data: EntityResource,
  proposals: Type.Array(Uuid),
  message: Type.String(),
})

/** How the document tells of it. */
export function proposedAnswer(type: EntityType): AnswerDocs {
  const message = 'The values wait for review: they are written once an editor accepts them.'
  return [
    `Sent by a person of a team who may only propose: the ${type} as it stays until an editor accepts the values.`,
    { data: exampleEntity(type), proposals: [exampleId], message },
  ]
}
