import { CatalogError, conflict } from '../errors.ts'
import { asError } from '#shared/as-error.ts'
import { message, type Sentence } from '#shared/messages/message.ts'

/** A package of which nothing is taken, because this of it is not as it was written. */
export function damaged(what: Sentence): CatalogError {
  return conflict(message('package.not_opened', { sentence: what }))
}

/** As `damaged`, for what the catalog refused; what is no refusal is thrown as it is. */
export function asDamage(place: string, error: unknown): Error {
  if (!(error instanceof CatalogError)) return asError(error)
  const [fault] = error.fieldErrors
  const reason = fault === undefined ? error.message : `${fault.field}: ${fault.message ?? fault.issue}`
  return damaged(`${place} is refused, ${reason}.`)
}
