import { Type, type TSchema } from 'typebox'
import { Pagination } from '../schemas/paging.ts'

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
