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

/** Tells whether no route takes the path; the router would take what stands behind a last slash for an id of no letters. */
export function isUnknownPath({
  is404,
  raw,
}: {
  readonly is404: boolean
  readonly raw: IncomingMessage
}): boolean {
  return is404 || endsInSlash(raw.url)
}

const slash = '/'.charCodeAt(0)

function endsInSlash(url = ''): boolean {
  const query = url.indexOf('?')
  return url.charCodeAt((query === -1 ? url.length : query) - 1) === slash
}

/** Answers a path or method that no route knows. */
export function refuseUnknownPath(request: { readonly raw: IncomingMessage }): never {
  refuseBadPath(request)
  throw new CatalogError('not_found', endsInSlash(request.raw.url) ? slashAtEnd : nothingThere)
}

/** Throws validation_failed when the path was malformed. */
export function refuseBadPath(request: { readonly raw: IncomingMessage }): void {
  if (undecodable.has(request.raw)) throw badPath()
}

const nothingThere = 'There is nothing at this path, or it does not offer this method.'
const slashAtEnd = 'There is nothing at this path, which ends in a slash: leave the slash at the end out.'

function badPath(): CatalogError {
  return validationFailed([{ field: 'path', issue: 'The percent-encoding of the path is malformed.' }])
}
