import type { TSchema } from 'typebox'
import type { IssueCode } from '#shared/errors.ts'
import type { Tag } from './tags.ts'

/**
 * What the document says about one operation beside what its route carries: summary, scopes and the schema of the body.
 * Loaded with the first request for the document, so that nothing of it costs start-up or requests.
 */
export interface OperationDocs {
  /** The operationId: camelCase, unique in its document. */
  readonly id: string
  readonly tag: Tag
  /** Markdown; the summary stands alone without it. */
  readonly description?: string
  /** What the caller must hold, as a sentence, where the route's scopes do not tell it: they depend on the body. */
  readonly access?: string
  /** Query parameters and headers. Path parameters are described in `path-parameters.ts`; `in: 'path'` replaces one. */
  readonly parameters?: readonly ParameterDocs[]
  readonly body?: BodyDocs
  /** The 2xx answers by status, and 304. Errors follow from the route, `issues` and `conflicts`. */
  readonly answers: Readonly<Record<number, AnswerDocs>>
  /** Every issue code that a 400 of this operation may carry. */
  readonly issues?: readonly IssueCode[]
  /** What makes it answer 409, as a sentence; without it the operation never does. */
  readonly conflicts?: string
}

export interface ParameterDocs {
  readonly name: string
  readonly in?: 'query' | 'header' | 'path'
  readonly description: string
  readonly schema: TSchema
  readonly required?: boolean
  readonly example?: unknown
  /** Parameters of an object, such as `filter[key][op]`. */
  readonly style?: 'deepObject' | 'form'
  readonly explode?: boolean
}

export interface BodyDocs {
  /** Named complete bodies that the server accepts. */
  readonly examples: Readonly<Record<string, unknown>>
  /**
   * What the catalog asks of a body beyond the schema that validates its form: such faults have issue codes of their own, so
   * the validating schema leaves them open.
   */
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  /** The form, where no schema validates it: multipart/form-data. */
  readonly form?: TSchema
}

export interface AnswerDocs {
  readonly description: string
  /** None where the answer has no body. */
  readonly schema?: TSchema
  readonly example?: unknown
  /** application/json if none is given. */
  readonly mediaType?: string
  /** The answer carries a Location header. */
  readonly location?: boolean
  /** The answer carries an ETag header. */
  readonly etag?: boolean
}

/** What is asked of an object beyond the schema that validates its form. */
export interface Refinement {
  readonly description?: string | undefined
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, TSchema>> | undefined
}

/** The docs of operations by method and path as registered, such as `GET /attributes/:key`. */
export type OperationTable = Readonly<Record<string, OperationDocs>>
