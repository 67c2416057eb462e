import type { ErrorEnvelope } from '#shared/errors.ts'
import { asMessage } from '#shared/messages/message.ts'
import type { CatalogError } from '../catalog/errors.ts'

/** Where the error page lives below the origin; `documentation_url` points into it. */
export const errorDocsPath = '/docs/developers/errors'

/** The one shape of every answer that is not 2xx (decisions, reading 13): every key but `alternative_action`, `current` and `confirm` is always there. */
export function toEnvelope(
  error: CatalogError,
  origin: string,
  requestId: string,
  alternativeAction = error.alternativeAction,
): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      ...asMessage(error.sentence),
      documentation_url: `${origin}${errorDocsPath}#${error.code}`,
      is_retriable: error.isRetriable,
      retry_after_seconds: error.retryAfterSeconds ?? null,
      ...(alternativeAction !== undefined && { alternative_action: alternativeAction }),
      request_id: requestId,
      field_errors: [...error.fieldErrors],
      ...(error.current && { current: error.current.data }),
      ...(error.confirm && { confirm: error.confirm }),
    },
  }
}
