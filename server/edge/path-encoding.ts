import type { IncomingMessage } from 'node:http'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { apiRoot } from './api-root.ts'
import type { KnownPaths } from './known-paths.ts'
import { isDecodable } from './query-string.ts'
import { issueSentence } from '#shared/describe-fault.ts'

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

/** Answers a path or method that no route knows; `paths` are those that could have been meant. */
export function refuseUnknownPath(request: { readonly raw: IncomingMessage }, paths?: KnownPaths): never {
  refuseBadPath(request)
  const { method = '', url = '' } = request.raw
  const [path = ''] = url.split('?')
  const sentence = paths?.explain(method, path) ?? nothingThere
  throw new CatalogError('not_found', endsInSlash(url) ? slashAtEnd : sentence)
}

/** Throws validation_failed when the path was malformed. */
export function refuseBadPath(request: { readonly raw: IncomingMessage }): void {
  if (undecodable.has(request.raw)) throw badPath()
}

const nothingThere = `There is nothing at this path, or it takes no such method. The paths of the API begin with ${apiRoot}.`
const slashAtEnd = 'There is nothing at this path, which ends in a slash: leave the slash at the end out.'

function badPath(): CatalogError {
  return validationFailed([
    {
      field: 'path',
      ...issueSentence('The percent-encoding of the path is malformed. Write a % itself as %25.'),
    },
  ])
}
