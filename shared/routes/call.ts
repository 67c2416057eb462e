/**
 * The common part of all clients of the API: the input of a call, typed by the row of its route, and its
 * address.
 */
import type { Static, TSchema } from 'typebox'
import type { Parameter } from './parameters.ts'
import type { AnswerOf, DeepReadonly, PathParams } from './route.ts'

export type AnswerPromise<T, K extends keyof T> = Promise<AnswerOf<T[K]>>

/** The input of a call, which may be left out where it has no required member. */
export type CallArguments<T, K extends keyof T> =
  object extends CallInput<K, T[K]> ? [input?: CallInput<K, T[K]>] : [input: CallInput<K, T[K]>]

type CallInput<K, R> = PathInput<K> &
  QueryInput<R> &
  ListInput<R> &
  BodyInput<R> & { readonly signal?: AbortSignal | undefined }

export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly params?: readonly (readonly [string, string])[]
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

type PathInput<K> = unknown extends PathParams<K> ? unknown : { readonly path: PathParams<K> }

type QueryInput<R> = R extends { readonly query: infer Q }
  ? [RequiredOf<Q>] extends [never]
    ? { readonly query?: QueryOf<Q> }
    : { readonly query: QueryOf<Q> }
  : unknown
type QueryOf<Q> = { readonly [N in RequiredOf<Q>]: ValueOf<Q[N]> } & {
  readonly [N in Exclude<keyof Q, RequiredOf<Q>>]?: ValueOf<Q[N]>
}
type RequiredOf<Q> = {
  [N in keyof Q]: Q[N] extends Parameter<TSchema, 'required'> ? N : never
}[keyof Q]
type ValueOf<P> = P extends Parameter<infer S> ? DeepReadonly<Static<S>> : never

/** `params` are the clauses of a filter and other parameters of a list that are pairs already. */
type ListInput<R> = R extends { readonly list: unknown }
  ? { readonly query?: ListQuery; readonly params?: readonly (readonly [string, string])[] }
  : unknown
interface ListQuery {
  readonly q?: string
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
  readonly snapshot?: string
}

type BodyInput<R> = R extends { readonly body: infer B extends TSchema; readonly takesForm: true }
  ? { readonly body: DeepReadonly<Static<B>> | FormData }
  : R extends { readonly body: infer B extends TSchema }
    ? { readonly body: DeepReadonly<Static<B>> }
    : R extends { readonly form: TSchema }
      ? { readonly body: FormData }
      : unknown

/** The method and the address of a call of `GET /products/{id}` with its input, below `root`. */
export function addressCall(
  root: string,
  key: string,
  { path = {}, query = {}, params = [] }: AnyInput,
): { method: string; url: string } {
  const [method = '', template = ''] = key.split(' ', 2)
  const field = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const own = Object.entries(query).map(([name, value]): [string, string] => [name, toText(value)])
  const search = new URLSearchParams([
    ...params.map(([name, value]): [string, string] => [name, value]),
    ...own,
  ])
  return { method, url: `${root}${field}${search.size > 0 ? `?${search.toString()}` : ''}` }
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
