import type { IncomingMessage } from 'node:http'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { isDecodable } from './query-string.ts'

const undecodable = new WeakSet<IncomingMessage>()

/**
 * Lets a path whose percent-encoding is malformed through the router, which would answer it before anybody looked at the
 * key. `refuseBadPath` refuses it in its turn.
 */
export function toRoutableUrl(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (!url.includes('%')) return url
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(0, end)
  if (isDecodable(path)) return url
  undecodable.add(request)
  return path.replaceAll('%', '%25') + url.slice(end)
}

/** Answers a path or method that no route knows. */
export function refuseUnknownPath(request: { readonly raw: IncomingMessage }): never {
  refuseBadPath(request)
  throw new CatalogError('not_found', 'There is nothing at this path, or it does not offer this method.')
}

/** Throws validation_failed when the path was malformed. */
export function refuseBadPath(request: { readonly raw: IncomingMessage }): void {
  if (undecodable.has(request.raw)) throw badPath()
}

function badPath(): CatalogError {
  return validationFailed([{ field: 'path', issue: 'The percent-encoding of the path is malformed.' }])
}
