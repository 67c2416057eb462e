import type { FieldError } from './types.ts'

interface ErrorBody {
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly is_retriable: boolean
    readonly retry_after_seconds?: number | null
    readonly request_id?: string
    readonly field_errors?: readonly FieldError[]
  }
}

/** A refusal of the server, with a fault for each field. */
export class VitrineError extends Error {
  readonly status: number
  readonly code: string
  readonly fieldErrors: readonly FieldError[]
  readonly isRetriable: boolean
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(status: number, { error }: ErrorBody) {
    const { code, message, is_retriable, retry_after_seconds, request_id, field_errors } =
      error ?? unknown(status)
    super(message)
    this.name = 'VitrineError'
    this.status = status
    this.code = code
    this.fieldErrors = field_errors ?? []
    this.isRetriable = is_retriable
    this.retryAfterSeconds = retry_after_seconds ?? undefined
    this.requestId = request_id
  }
}

/** An answer that is none of Vitrine comes from a proxy before it, which mostly passes. */
function unknown(status: number): NonNullable<ErrorBody['error']> {
  const isRetriable = [502, 503, 504].includes(status)
  return { code: 'internal_error', message: `The server answered ${status}.`, is_retriable: isRetriable }
}
