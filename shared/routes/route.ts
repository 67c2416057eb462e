/**
 * A route of the server as data. The server binds a handler to each row and registers it, both OpenAPI
 * documents are made from the rows, and the renderer takes the types of its calls from them.
 */
import { type TSchema, Type, type Static } from 'typebox'
import type { AuditEntries } from '../audited.ts'
import type { IssueCode } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import type { NeededRole } from '../team.ts'
import type { Parameters } from './parameters.ts'
import { Pagination } from '../schemas/paging.ts'

export interface Route {
  readonly id: string
  readonly summary: string
  readonly tag?: Tag
  /** The scopes that an API key needs; the owner's surface accepts no key and requires none. */
  readonly scopes?: readonly Scope[]
  readonly role?: NeededRole
  /**
   * Its entry in the audit list of a team; some routes write it by themselves. A test lists the changing
   * routes without an entry.
   */
  readonly audit?: AuditEntries | 'by itself'
  /**
   * Asks a person of a team to confirm their identity again after a quarter of an hour; a function decides
   * by the body.
   */
  readonly confirm?: true | ((body: Readonly<Record<string, unknown>>) => boolean)
  /** Needs this scope of the type that the body or the thing itself names: a key that has it of no type is refused at once. */
  readonly typeScope?: 'read' | 'write' | 'propose'
  readonly proposes?: true
  /**
   * The meaning of the names in the path, where `server/edge/openapi/build-document.ts` does not define
   * it.
   */
  readonly params?: Parameters
  readonly query?: Parameters
  readonly headers?: Parameters
  readonly list?: true | ListExample
  readonly choices?: true
  /** Checks the form of a JSON body. Checks of the catalog have issue codes; `docs` describes them. */
  readonly body?: TSchema
  /** Whether the body may be left out, which means an empty object. */
  readonly bodyIsOptional?: true
  readonly form?: TSchema
  /** Whether a client may wait for the end of the job that it answers, with `?wait=<seconds>`. */
  readonly mayWait?: true
  /** Whether the body may be sent as a form too, with files beside its members. */
  readonly takesForm?: true
  /** The answers by status, 2xx and 304; null where there is no body. Errors follow from the row. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  readonly issues?: IssuePlaces
  readonly docs: () => RouteDocs
}

export type RouteTable = Readonly<Record<RouteKey, Route>>
/**
 * Routes of `/app/v1`: each has the role that a person of a team needs. The owner at a desktop may use
 * all.
 */
export type AppRouteTable = Readonly<Record<RouteKey, Route & { readonly role: NeededRole }>>
export type RouteKey = `${Method} /${string}`
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The possible issue codes of an error's field, by its name or path. `<key>`, `<target>`, `<id>`, `<op>`,
 * `<join>` and `<n>` mean an attribute, a channel's field, an entity, an operator, `and` or `or`, and an
 * index. The document shows an example of the first field without them.
 */
export type IssuePlaces = Readonly<Record<string, readonly IssueCode[]>>

export interface RouteDocs {
  readonly description?: string
  /** The rights of the caller as a sentence, where `scopes` and `typeScope` do not express them. */
  readonly access?: string
  readonly body?: BodyDocs
  readonly answers: Readonly<Record<number, AnswerDocs>>
  /** The reason of a 409, as a sentence; without it the route never answers 409. */
  readonly conflicts?: string
}

export interface BodyDocs {
  readonly examples: Readonly<Record<string, unknown>>
  /** The catalog's rules for a body beyond its form: required members, and more exact schemas of some. */
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
}

export type AnswerDocs = readonly [description: string, example?: unknown, more?: AnswerFacts]

interface AnswerFacts {
  readonly location?: boolean
  readonly etag?: boolean
  /** Whether it names by a header the edit by which it is undone. */
  readonly edit?: boolean
  readonly mediaType?: string
}

export interface ListExample {
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly string[]
}

export type Tag =
  | 'Products'
  | 'Variants'
  | 'Images'
  | 'Vendors'
  | 'Categories'
  | 'Sources'
  | 'Attributes'
  | 'Edits'
  | 'Proposals'
  | 'Notes'
  | 'Aliases'
  | 'Webhooks'
  | 'Automations'
  | 'Feeds'
  | 'Comments'
  | 'Duplicates'
  | 'Quality'
  | 'Channels'
  | 'Events'
  | 'Jobs'
  | 'Imports and exports'
  | 'Files'
  | 'Description'
  | 'Owner'

/** `{ "data": … }` around one thing. */
export function dataOf<T extends TSchema>(schema: T) {
  return Type.Object({ data: schema })
}

/** `{ "data": […] }` around the whole list. */
export function listOf<T extends TSchema>(schema: T) {
  return Type.Object({ data: Type.Array(schema) })
}

export function pageOf<T extends TSchema>(schema: T) {
  return Type.Object({ data: Type.Array(schema), pagination: Pagination })
}

/**
 * Bodies that make a step critical: it gives rights over the server or a workspace, or sends a key to
 * another address.
 */
type Body = Readonly<Record<string, unknown>>

export function makesOwner({ role }: Body): boolean {
  return role === 'owner'
}

/** Whether a change gives a person more rights, or another e-mail to sign in with. */
export function raisesPerson({ role, administrator, email }: Body): boolean {
  return role === 'owner' || administrator === true || email !== undefined
}

/** Whether a change of a provider sends the catalog and the key to another address. */
export function redirectsProvider({ base_url: address, kind, key, key_env: variable }: Body): boolean {
  return [address, kind, key, variable].some((member) => member !== undefined)
}

export const descriptionRoutes = {
  'GET /openapi': {
    id: 'getOpenapi',
    role: 'anyone',
    tag: 'Description',
    summary: 'Read this document',
    answers: { 200: Type.Object({ openapi: Type.String() }, { additionalProperties: true }) },
    docs: () => ({
      description: 'The same document is open, without a key, at `/docs/openapi.json` of the server.',
      answers: { 200: ['An OpenAPI 3.1 document.', { openapi: '3.1.0' }] },
    }),
  },
} satisfies AppRouteTable

/** The names in braces of a path: `{ id: string }` of `PATCH /views/{id}`. */
export type PathParams<K> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParams<Rest>
  : unknown

export type AnswerOf<R> = R extends { readonly answers: infer A }
  ? { [S in keyof A]: A[S] extends TSchema ? Static<A[S]> : never }[keyof A]
  : never

export type DeepReadonly<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T
