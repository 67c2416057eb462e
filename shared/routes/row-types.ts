/** Types that both sides of a call make from the row of its route. */
import type { Static, TSchema } from 'typebox'

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
