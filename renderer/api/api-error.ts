import type { ConfirmationWays } from '#shared/schemas/errors.ts'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import { readSentence, type Sentence } from '#shared/messages/message.ts'
import { t, tMessage } from '../ui/text.ts'
import { explainFault, explainCell } from '#shared/describe-fault.ts'
import type { RowError } from '#shared/jobs.ts'

/**
 * `unreachable`: no answer of our server arrived, or only a part of one; `bad_answer`: something other
 * than our server refused the request.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'bad_answer'

interface ApiErrorParts {
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: Sentence
  readonly fieldErrors?: readonly FieldError[]
  readonly requestId?: string | undefined
  readonly isRetriable?: boolean
  readonly confirm?: ConfirmationWays | undefined
}

/** The error of every failed request; `status` is 0 without an answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly requestId: string | undefined
  readonly isRetriable: boolean
  readonly confirm: ConfirmationWays | undefined

  constructor(parts: ApiErrorParts) {
    super(tMessage(parts.message))
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.fieldErrors = parts.fieldErrors ?? []
    this.requestId = parts.requestId
    this.isRetriable = parts.isRetriable ?? false
    this.confirm = parts.confirm
  }
}

/** The error of a request without an answer of our server; `status` is that of a proxy. */
export function unreachable(status = 0): ApiError {
  return new ApiError({
    status,
    code: 'unreachable',
    message: t('Vitrine does not answer. Check that it is still running; the page reconnects by itself.'),
    isRetriable: true,
  })
}

export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorEnvelope> | undefined
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (body?.error === undefined) return foreignAnswer(response.status, requestId)
  const { code, message, field_errors, request_id, is_retriable, confirm } = body.error
  return new ApiError({
    status: response.status,
    code,
    // The server's message is about requests; the person has already seen a dialog.
    message:
      confirm === undefined
        ? readSentence(message, body.error)
        : t('Nothing was changed, because you have not confirmed that it is you.'),
    fieldErrors: field_errors ?? [],
    requestId: request_id ?? requestId,
    isRetriable: is_retriable,
    confirm,
  })
}

/**
 * Returns the error of an answer in a foreign format. A proxy in front of a restarting server answers so
 * temporarily; a refusal of the request itself, such as its size, does not pass.
 */
export function foreignAnswer(status: number, requestId?: string): ApiError {
  return status >= 400 && status < 500 ? badAnswer(status, requestId) : unreachable(status)
}

export function badAnswer(status: number, requestId?: string): ApiError {
  return new ApiError({
    status,
    code: 'bad_answer',
    message: t(
      'The server gave an answer that Vitrine does not understand (status {status}). Reload the page.',
      { status },
    ),
    requestId,
  })
}

export function describeFault(fault: FieldError): string {
  return tMessage(explainFault(fault))
}

export function describeCell(error: RowError): string {
  return tMessage(explainCell(error))
}

/**
 * Sorts a refusal to the fields of a dialog by the prefixes that `parts` names; the first match counts. Other
 * faults, and the message of a conflict, are `general`.
 */
export function explainRefusal<Part extends string>(
  error: Error,
  parts: readonly (readonly [start: string, Part])[],
): Partial<Record<Part | 'general', string>> {
  const isWhole = !(error instanceof ApiError) || error.fieldErrors.length === 0 || error.status === 409
  const faults: Partial<Record<Part | 'general', string>> = {}
  if (isWhole) return { ...faults, general: error.message }
  for (const fault of error.fieldErrors) {
    const isOf = ([start]: readonly [string, Part]): boolean =>
      fault.field === start ||
      (/^[.[]/.test(fault.field.slice(start.length)) && fault.field.startsWith(start))
    const part = parts.find(isOf)?.[1] ?? 'general'
    const sentence = part === 'general' ? `${fault.field}: ${describeFault(fault)}` : describeFault(fault)
    faults[part] = [faults[part], sentence].filter(Boolean).join(' ')
  }
  return faults
}
