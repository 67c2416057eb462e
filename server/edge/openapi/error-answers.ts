import { type FieldError, errorCodes, type ErrorCode } from '#shared/errors.ts'
import type { IssuePlaces } from '#shared/routes/route.ts'
import { describeFaults, issueSentence } from '#shared/describe-fault.ts'
import { errorDocsPath } from '../error-handler.ts'
import type { Json } from './to-schema.ts'
import { Type, type TSchema } from 'typebox'
import { EntityResource } from '#shared/schemas/entities.ts'
import { ErrorEnvelope } from '#shared/schemas/errors.ts'

const requestId = '5d0f9a4e-6d0b-4a53-9d0e-0a4d5f3c2b1a'

function envelopeOf(codes: readonly ErrorCode[], more: Readonly<Record<string, TSchema>> = {}): TSchema {
  const { current: _current, ...properties } = ErrorEnvelope.properties.error.properties
  return Type.Object({ error: Type.Object({ ...properties, code: Type.Enum([...codes]), ...more }) })
}

const errorSchemas = {
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

type SchemaName = keyof typeof errorSchemas

export function sharedErrors(origin: string): Json {
  return {
    Unauthorized: errorAnswer('UnauthorizedError', ['unauthorized'], origin, {
      headers: { 'WWW-Authenticate': { description: 'Always Bearer.', schema: { type: 'string' } } },
    }),
    Forbidden: errorAnswer('ForbiddenError', ['insufficient_scope', 'forbidden'], origin),
    NotFound: errorAnswer('NotFoundError', ['not_found'], origin),
    RateLimited: errorAnswer('RateLimitError', ['rate_limited'], origin, {
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
        'RateLimit-Limit': {
          description: 'Requests that the key may make in a minute; every answer to a key says it.',
          schema: { type: 'integer', minimum: 1 },
        },
        'RateLimit-Remaining': {
          description: 'How many of them are left.',
          schema: { type: 'integer', minimum: 0 },
        },
        'RateLimit-Reset': {
          description: 'Seconds until all of them are there again.',
          schema: { type: 'integer', minimum: 0 },
        },
      },
      details: { retry_after_seconds: 12 },
    }),
    InternalError: errorAnswer('InternalError', ['internal_error'], origin),
    Unavailable: errorAnswer('InternalError', ['internal_error'], origin, {
      description:
        'The server cannot do this just now: it is being closed or restarted, a backup is being put back, or the file of the workspace is not in its place. Nothing of it was done.',
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
      details: {
        message: 'The workspace is being closed or restarted, so this was not done. Try again in a moment.',
        retry_after_seconds: 1,
      },
    }),
  }
}

/** Returns every answer but 2xx of a route; `conflicts` explains its 409. */
export function errorsOf(places: IssuePlaces = {}, conflicts: string | undefined, origin: string): Json {
  return {
    400: faultAnswer(places, origin),
    401: { $ref: '#/components/responses/Unauthorized' },
    403: { $ref: '#/components/responses/Forbidden' },
    // Paths without an id too: the workspace of the caller may be gone.
    404: { $ref: '#/components/responses/NotFound' },
    ...(conflicts !== undefined && {
      409: errorAnswer('ConflictError', ['conflict'], origin, { description: conflicts }),
    }),
    500: { $ref: '#/components/responses/InternalError' },
    503: { $ref: '#/components/responses/Unavailable' },
  }
}

const unknownParameter: FieldError = {
  field: 'colour',
  ...issueSentence('This query parameter is not known here.'),
}

function faultAnswer(places: IssuePlaces, origin: string): Json {
  const distinct = [...new Set(Object.values(places).flat())].sort()
  const field = Object.keys(places).find((field) => !field.includes('<'))
  const issue = places[field ?? '']?.[0]
  const faults = [field !== undefined && issue ? { field, issue } : unknownParameter]
  return {
    ...errorAnswer('ValidationError', ['validation_failed'], origin, {
      description: `${errorCodes.validation_failed.meaning}${describeIssues(places)}`,
      details: { message: describeFaults(faults).message, field_errors: faults },
    }),
    ...(distinct.length > 0 && { 'x-issue-codes': distinct, 'x-issue-places': places }),
  }
}

function describeIssues(places: IssuePlaces): string {
  const lines = Object.entries(places).map(
    ([field, codes]) => `\`${field}\`: ${codes.map(toCode).join(', ')}`,
  )
  return lines.length === 0 ? '' : `\n\nIssues:\n${lines.map((line) => `\n- ${line}`).join('')}`
}

function toCode(text: string): string {
  return `\`${text}\``
}

interface Extras {
  readonly description?: string
  readonly headers?: Json
  readonly details?: Json
}

function errorAnswer(
  name: SchemaName,
  codes: readonly ErrorCode[],
  origin: string,
  { description, headers, details }: Extras = {},
): Json {
  const examples = codes.map((code) => [code, { value: exampleOf(code, origin, details) }])
  return {
    description: description ?? codes.map((code) => errorCodes[code].meaning).join(' Or: '),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...headers },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${name}` },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function exampleOf(code: ErrorCode, origin: string, details: Json | undefined): Json {
  const { meaning, retriable } = errorCodes[code]
  return {
    error: {
      code,
      message: meaning,
      documentation_url: `${origin}${errorDocsPath}#${code}`,
      is_retriable: retriable,
      retry_after_seconds: null,
      request_id: requestId,
      field_errors: [],
      ...details,
    },
  }
}
