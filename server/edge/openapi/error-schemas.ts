import { Type, type TSchema } from 'typebox'
import type { ErrorCode } from '#shared/errors.ts'
import { ErrorEnvelope } from '#shared/schemas/errors.ts'

/** The envelope with some of the codes only. */
function envelopeOf(codes: readonly ErrorCode[]): TSchema {
  const { properties } = ErrorEnvelope.properties.error
  return Type.Object({ error: Type.Object({ ...properties, code: Type.Enum([...codes]) }) })
}

/** The envelope of each status, by its name in the document. */
export const errorSchemas = {
  ValidationError: envelopeOf(['validation_failed']),
  UnauthorizedError: envelopeOf(['unauthorized']),
  ForbiddenError: envelopeOf(['insufficient_scope', 'forbidden']),
  NotFoundError: envelopeOf(['not_found']),
  ConflictError: envelopeOf(['conflict']),
  RateLimitError: envelopeOf(['rate_limited']),
  InternalError: envelopeOf(['internal_error']),
} as const satisfies Record<string, TSchema>

export const errorComponents = Object.fromEntries(
  Object.entries(errorSchemas).map(([name, schema]) => [name, { schema }]),
)
