/**
 * A route of the server as data. The server binds a handler to each row and registers it, both OpenAPI documents are made of
 * the rows, and the renderer takes the types of its calls from them.
 */
import { type TSchema, Type, type Static } from 'typebox'
import type { AuditedAction } from '../audited.ts'
import type { IssueCode } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import type { NeededRole } from '../team.ts'
import type { Parameters } from './parameters.ts'
import { Pagination } from '../schemas/paging.ts'

export interface Route {
  readonly id: string
  readonly summary: string
  /** Its group on the reference page; what is only the owner's has none. */
  readonly tag?: Tag
  /** What an API key must hold; the owner's surface takes no key and asks for none. */
  readonly scopes?: readonly Scope[]
  /** Who of a team may call it; every row of `/app/v1` says it. */
  readonly role?: NeededRole
  /** What it writes into the audit list of a team; some routes do so by themselves. Of what changes something, a test lists what writes nothing. */
  readonly audit?: AuditedAction | 'by itself'
  /** Asks a person of a team again who they are, where that was longer ago than a quarter of an hour; or for some bodies only. */
  readonly confirm?: true | ((body: Readonly<Record<string, unknown>>) => boolean)
  /** Needs this scope of the type that the body or the thing itself names: a key that has it of no type is refused at once. */
  readonly typeScope?: 'read' | 'write' | 'propose'
  /** What people send here who may only propose, is proposed in place of being written. */
  readonly proposes?: true
  /** What the names in the path mean, where `server/edge/openapi/build-document.ts` does not say it already. */
  readonly params?: Parameters
  readonly query?: Parameters
  readonly headers?: Parameters
  /** Takes what every list of entities takes; with examples, the document names these parameters one by one. */
  readonly list?: true | ListExample
  /** Takes `choice[<key>][<op>]` and `search[<key>]` beside the filter of a list. */
  readonly choices?: true
  /** Checks the form of a JSON body. What the catalog checks has issue codes; `docs` tells it. */
  readonly body?: TSchema
  readonly form?: TSchema
  /** The answers by status, 2xx and 304; null where there is no body. Errors follow from the row. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /** Every issue code that a 400 of this route may carry, by the places that carry it. */
  readonly issues?: IssuePlaces
  /** What people read, made with the first request for the document. */
  readonly docs: () => RouteDocs
}

/** Routes by method and path, such as `PATCH /views/{id}`. */
export type RouteTable = Readonly<Record<RouteKey, Route>>
/** Routes of `/app/v1`: each says which role a person of a team needs for it. The owner at a desktop may do all. */
export type AppRouteTable = Readonly<Record<RouteKey, Route & { readonly role: NeededRole }>>
export type RouteKey = `${Method} /${string}`
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Which issue codes a field of an error may carry, by its name or path. `<key>`, `<target>`, `<id>`, `<op>`, `<join>` and `<n>` stand for an
 * attribute, a field of a channel, an entity, an operator, `and` or `or`, and a place in a list. The first place without them is the one that the document shows an example of.
 */
export type IssuePlaces = Readonly<Record<string, readonly IssueCode[]>>

export interface RouteDocs {
  /** Markdown; the summary stands alone without it. */
  readonly description?: string
  /** What the caller must hold, as a sentence, where `scopes` and `typeScope` do not tell it. */
  readonly access?: string
  readonly body?: BodyDocs
  readonly answers: Readonly<Record<number, AnswerDocs>>
  /** What makes it answer 409, as a sentence; without it the route never does. */
  readonly conflicts?: string
}

export interface BodyDocs {
  readonly examples: Readonly<Record<string, unknown>>
  /** What the catalog asks of a body beyond its form: members that must be there, and more exact schemas of some. */
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
}

export type AnswerDocs = readonly [description: string, example?: unknown, more?: AnswerFacts]

interface AnswerFacts {
  readonly location?: boolean
  readonly etag?: boolean
  /** application/json if none is given. */
  readonly mediaType?: string
}

export interface ListExample {
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly string[]
}

export type Tag =
  | 'Products'
  | 'Images'
  | 'Vendors'
  | 'Categories'
  | 'Sources'
  | 'Attributes'
  | 'Edits'
  | 'Proposals'
  | 'Notes'
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

/** `{ "data": […] }` around all there are. */
export function listOf<T extends TSchema>(schema: T) {
  return Type.Object({ data: Type.Array(schema) })
}

/** A page of a list. */
export function pageOf<T extends TSchema>(schema: T) {
  return Type.Object({ data: Type.Array(schema), pagination: Pagination })
}

/** Which bodies make a step weighty: it gives rights over the server or a workspace, or sends a key to another address. */
type Body = Readonly<Record<string, unknown>>

/** An owner may do everything in the workspace. */
export function makesOwner({ role }: Body): boolean {
  return role === 'owner'
}

/** Of a person: more rights, or another e-mail, by which they get in. */
export function raisesPerson({ role, administrator, email }: Body): boolean {
  return role === 'owner' || administrator === true || email !== undefined
}

/** Of a provider: where the catalog and the key are sent. */
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

/** The body of a 2xx answer. */
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
