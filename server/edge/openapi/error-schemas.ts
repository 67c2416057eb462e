import { Type, type TSchema } from 'typebox'
import type { ErrorCode } from '#shared/errors.ts'
import { EntityResource } from '#shared/schemas/entities.ts'
import { ErrorEnvelope } from '#shared/schemas/errors.ts'

/** The envelope with some of the codes only, and with what only these bring along. */
function envelopeOf(codes: readonly ErrorCode[], more: Readonly<Record<string, TSchema>> = {}): TSchema {
  const { current: _current, ...properties } = ErrorEnvelope.properties.error.properties
  return Type.Object({ error: Type.Object({ ...properties, code: Type.Enum([...codes]), ...more }) })
}

/** The envelope of each status, by its name in the document. */
export const errorSchemas = {
  ValidationError: envelopeOf(['validation_failed']),
  UnauthorizedError: envelopeOf(['unauthorized']),
  ForbiddenError: envelopeOf(['insufficient_scope', 'forbidden']),
  NotFoundError: envelopeOf(['not_found']),
  ConflictError: envelopeOf(['conflict'], { current: Type.Optional(EntityResource) }),
  RateLimitError: envelopeOf(['rate_limited']),
  InternalError: envelopeOf(['internal_error']),
} as const satisfies Record<string, TSchema>

export const errorComponents = Object.fromEntries(
  Object.entries(errorSchemas).map(([name, schema]) => [name, { schema }]),
)
