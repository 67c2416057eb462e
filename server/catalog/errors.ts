import type { EntityResource, EntityType } from '#shared/entities.ts'
import {
  errorCodes,
  type ErrorCode,
  type FieldError,
  type Issue,
  type IssueCode,
  isIssueCode,
} from '#shared/errors.ts'
import type { ConfirmationWays } from '#shared/schemas/errors.ts'
import { guess, type Words } from '#shared/nearest.ts'
import { wrongTypeMessage, describeType } from '#shared/describe-type.ts'
import { mayPass, type WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { StorageFault } from './storage-fault.ts'
import {
  explainFault,
  describeFault as describeAtPlace,
  describeFaults,
  issueSentence,
} from '#shared/describe-fault.ts'
import {
  asMessage,
  message,
  type Sentence,
  sentences,
  textOf,
  SentenceError,
} from '#shared/messages/message.ts'

/** The one error class that leaves the domain; the edge turns it into the envelope (specification, Errors). */
export class CatalogError extends SentenceError {
  readonly code: ErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly alternativeAction: string | undefined
  readonly current: CurrentState | undefined
  readonly retryAfterSeconds: number | undefined
  readonly storageFault: StorageFault | undefined
  readonly madeBytes: number
  readonly confirm: ConfirmationWays | undefined
  readonly #isRetriable: boolean | undefined

  constructor(code: ErrorCode, sentence: Sentence, details: CatalogErrorDetails = {}) {
    super(sentence, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'CatalogError'
    this.code = code
    this.fieldErrors = details.fieldErrors ?? []
    this.alternativeAction = details.alternativeAction
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds
    this.storageFault = details.storageFault
    this.madeBytes = details.madeBytes ?? 0
    this.confirm = details.confirm
    this.#isRetriable = details.isRetriable
  }

  get isRetriable(): boolean {
    return this.#isRetriable ?? errorCodes[this.code].retriable
  }

  get status(): number {
    if (this.code === 'internal_error' && this.retryAfterSeconds !== undefined) return 503
    return errorCodes[this.code].status
  }
}

export interface CatalogErrorDetails {
  readonly fieldErrors?: readonly FieldError[]
  readonly alternativeAction?: string | undefined
  readonly current?: CurrentState | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly isRetriable?: boolean | undefined
  readonly storageFault?: StorageFault | undefined
  readonly madeBytes?: number | undefined
  readonly confirm?: ConfirmationWays | undefined
  readonly cause?: Error | undefined
}

export interface CurrentState {
  readonly data: EntityResource
  readonly etag: string
}

/** 404: absent in this workspace, whatever the reason. The remedy names a place to look. */
export function notFound(what: Sentence, remedy?: Sentence): CatalogError {
  const sentence =
    remedy === undefined
      ? message('not_found.what', { what })
      : message('not_found.what_and_remedy', { what, remedy })
  return new CatalogError('not_found', sentence)
}

export function jobNotFound(id: string): CatalogError {
  return notFound(message('not_found.job', { id }), message('not_found.list_jobs'))
}

export function lookIn(list: string, word: string, known: Words): string {
  const { did_you_mean: meant } = guess(word, known)
  return `${meant === undefined ? '' : `Did you mean ${meant}? `}${list} lists what there is.`
}

export function describeNoSuch(type: EntityType | 'entity', id: string): string {
  return `There is no ${type} with the id ${id} in this workspace. Send the id of one that there is.`
}

export function workspaceNotFound(): CatalogError {
  return new CatalogError('not_found', message('workspace.not_found'))
}

export function insufficientScope(message: string): CatalogError {
  const remedy = 'The owner of the workspace can give it: in a new key, or when the agent connects again.'
  return new CatalogError('insufficient_scope', `${message} ${remedy}`)
}

/** 409: the message names the conflict. */
export function conflict(sentence: Sentence, fieldErrors: readonly FieldError[] = []): CatalogError {
  return new CatalogError('conflict', sentence, { fieldErrors })
}

/** 429: the message names the exceeded limit; the request may be sent again after the given seconds. */
export function rateLimited(
  sentence: Sentence,
  retryAfterSeconds: number,
  alternativeAction?: string,
): CatalogError {
  return new CatalogError('rate_limited', sentence, { retryAfterSeconds, alternativeAction })
}

/**
 * 503: the server cannot do this now and has done nothing; the request may be sent again after the given
 * seconds.
 */
export function unavailable(sentence: Sentence, retryAfterSeconds = 1): CatalogError {
  return new CatalogError('internal_error', sentence, { retryAfterSeconds, isRetriable: true })
}

/** 503 where the workspace file may become available again by itself, else 500. */
export function ofWorkspaceFile(error: WorkspaceFileError): CatalogError {
  const isRetriable = mayPass[error.kind]
  const wait = isRetriable ? { retryAfterSeconds: 5 } : {}
  return new CatalogError('internal_error', error.sentence, { isRetriable, ...wait, cause: error })
}

/** 400 with every fault of the request; the message describes the first. */
export function validationFailed(fieldErrors: readonly FieldError[]): CatalogError {
  return new CatalogError('validation_failed', describeFaults(fieldErrors), { fieldErrors })
}

/**
 * 400: a read exceeded its time limit; each fault names a slow part and a remedy. If retriable, the same
 * request continues from the counts made so far.
 */
export function tooSlow(fieldErrors: readonly FieldError[], isRetriable = false): CatalogError {
  const [first] = fieldErrors
  const remedy = first ? describeAtPlace(first) : message('list.ask_for_less')
  return new CatalogError('validation_failed', message('list.too_slow', { remedy }), {
    fieldErrors,
    ...(isRetriable && { isRetriable, retryAfterSeconds: 1 }),
  })
}

export function describeFault(fault: FieldError): Sentence {
  const isWhole = fault.message === undefined && !isIssueCode(fault.issue)
  return isWhole ? explainFault(fault) : describeAtPlace(fault)
}

export function describeEach(faults: readonly FieldError[]): Sentence | undefined {
  const [first, ...others] = faults.map(describeFault)
  return first === undefined ? undefined : sentences(first, ...others)
}

const maxGuesses = 20
const maxShown = 60

function clip(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown - 1).toWellFormed()}…` : text
}

export class Faults {
  readonly #list: FieldError[]

  constructor(structural: readonly FieldError[] = []) {
    this.#list = [...structural]
  }

  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  get list(): readonly FieldError[] {
    return this.#list
  }

  hasErrorFor(field: string): boolean {
    return this.#list.some(({ field: other }) => {
      const isPart = other[field.length] === '.' || other[field.length] === '['
      return other === field || (isPart && other.startsWith(field))
    })
  }

  /**
   * Notes a fault and returns undefined, so that a parser can `return faults.add(…)`. `sent` is the refused
   * value.
   */
  add(field: string, issue: IssueCode, acceptableValues?: readonly string[], sent?: unknown): undefined {
    this.#push({ field, issue }, acceptableValues, sent)
  }

  addOneOf(field: string, issue: IssueCode, sent: unknown): undefined {
    const shown = clip(JSON.stringify(sent) ?? 'nothing')
    this.explain(field, issue, `${shown} does not fit. ${textOf(explainFault({ field, issue }))}`)
  }

  addUnknown(field: string, issue: Issue, word: string, known: Words): undefined {
    // Beyond a limit, guessing each word is not worth its time.
    const isGuessed = this.#list.length < maxGuesses
    // A field that holds several words does not show which one is unknown.
    const isUnsaid = issue === 'not_a_defined_attribute' && !field.includes(word)
    this.#list.push({
      field,
      issue,
      ...(isUnsaid && asMessage(describeUndefined(word))),
      ...(isGuessed && guess(word, known)),
    })
  }

  explain(
    field: string,
    issue: IssueCode,
    sentence: Sentence,
    acceptableValues?: readonly string[],
  ): undefined {
    const allowed = acceptableValues && { acceptable_values: [...acceptableValues] }
    this.#list.push({ field, issue, ...asMessage(sentence), ...allowed })
  }

  addExpected(field: string, issue: IssueCode, expected: NonNullable<FieldError['expected']>): undefined {
    this.#list.push({ field, issue, expected })
  }

  /** Notes faults at another field; where theirs was a clause of a filter in one text, a message keeps it. */
  addAll(field: string, found: readonly (Omit<FieldError, 'field'> & Partial<FieldError>)[]): undefined {
    for (const fault of found) {
      const { field: own, issue, message: said } = fault
      const isClause = said === undefined && own?.includes('[') === true && !field.includes('[')
      const named = isClause ? asMessage(describeAtPlace({ field: own, issue })) : {}
      this.#list.push({ ...fault, ...named, field })
    }
  }

  addType(field: string, types: readonly string[], sent: unknown): undefined {
    const { issue } = issueSentence(wrongTypeMessage(types))
    this.#list.push({ field, issue, message: describeType(field, types, sent) })
  }

  addSentence(
    field: string,
    sentence: Sentence,
    acceptableValues?: readonly string[],
    sent?: unknown,
  ): undefined {
    this.#push({ field, ...issueSentence(sentence) }, acceptableValues, sent)
  }

  #push(fault: FieldError, acceptableValues: readonly string[] | undefined, sent: unknown): void {
    this.#list.push({
      ...fault,
      ...(typeof sent === 'string' && guess(sent, acceptableValues ?? [])),
      ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
    })
  }

  throwIfAny(): void {
    if (!this.isEmpty) throw validationFailed(this.#list)
  }

  /** Throws if any fault was noted, else returns the value, which is undefined only after a fault. */
  settled<Value>(value: Value | undefined): Value {
    this.throwIfAny()
    if (value === undefined) throw new TypeError('A value is missing, and no fault says so.')
    return value
  }
}

function describeUndefined(key: string): Sentence {
  const unknown = message('attribute.key_not_defined', { key: key.slice(0, 100) })
  return sentences(unknown, message('remedy.not_a_defined_attribute'))
}
