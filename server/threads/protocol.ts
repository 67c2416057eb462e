/**
 * What crosses the thread boundary: named operations with plain data one way, ready answers the other way.
 * Types only at run time except for `CallContext` data, so that the main thread loads none of the catalog.
 */
import type { FieldError, ErrorCode } from '#shared/errors.ts'
import type { EventRecord } from '#shared/events.ts'

/** A finished answer: the UTF-8 bytes of the body are transferred to the main thread, not copied. */
export interface Answer {
  readonly status: number
  readonly body: Uint8Array
  /** Path below the API root, for the Location header of 201 and 202. */
  readonly location?: string
}

export interface CallMessage {
  readonly id: number
  readonly operation: string
  readonly input: unknown
}

export interface FailureMessage {
  readonly code: ErrorCode
  readonly message: string
  readonly fieldErrors: readonly FieldError[]
  readonly alternativeAction: string | undefined
  /** Set on internal errors, for the log only. */
  readonly stack?: string | undefined
}

/** What a thread sends: an answer, a failure, or the events of a write that has just been committed. */
export type ThreadMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: FailureMessage }
  | { readonly kind: 'committed'; readonly events: readonly EventRecord[] }
  | { readonly kind: 'ready' }
