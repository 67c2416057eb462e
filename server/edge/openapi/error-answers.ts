import { errorCodes, issueCodes, type ErrorCode, type IssueCode } from '#shared/errors.ts'
import { errorDocsPath } from '../envelope.ts'
import type { errorSchemas } from './error-schemas.ts'
import type { Json } from './spell-schema.ts'

const requestId = '5d0f9a4e-6d0b-4a53-9d0e-0a4d5f3c2b1a'

type SchemaName = keyof typeof errorSchemas

/** The answers that every operation shares, to be referred to. */
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
  }
}

/** Everything but 2xx that a route may answer; `conflicts` says what makes it answer 409. */
export function errorsOf(
  issues: readonly IssueCode[] = [],
  conflicts: string | undefined,
  path: string,
  origin: string,
): Json {
  return {
    400: faultAnswer(issues, origin),
    401: { $ref: '#/components/responses/Unauthorized' },
    403: { $ref: '#/components/responses/Forbidden' },
    ...(path.includes('{') && { 404: { $ref: '#/components/responses/NotFound' } }),
    ...(conflicts !== undefined && {
      409: errorAnswer('ConflictError', ['conflict'], origin, { description: conflicts }),
    }),
    500: { $ref: '#/components/responses/InternalError' },
  }
}

function faultAnswer(issues: readonly IssueCode[], origin: string): Json {
  const distinct = [...new Set(issues)].sort()
  const list = distinct.map((issue) => `\n- \`${issue}\`: ${issueCodes[issue]}`).join('')
  const fault = { field: 'colour', issue: 'This query parameter is not known here.' }
  return {
    ...errorAnswer('ValidationError', ['validation_failed'], origin, {
      description: `${errorCodes.validation_failed.meaning}${list === '' ? '' : `\n\nIssues:\n${list}`}`,
      details: { field_errors: [fault, ...distinct.slice(0, 1).map((issue) => ({ field: 'limit', issue }))] },
    }),
    ...(distinct.length > 0 && { 'x-issue-codes': distinct }),
  }
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
