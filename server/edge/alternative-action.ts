/** The better call that an error's `alternative_action` names, where there is one (decisions, reading 13). */
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/errors.ts'
import type { CatalogError } from '../catalog/errors.ts'
import { apiRoot } from './api-root.ts'

interface Suggestion {
  readonly code: ErrorCode
  readonly fits: (error: CatalogError, request: FastifyRequest) => boolean
  readonly action: string
}

const deepOffset = 10_000

// Paths of the earlier beta lead to what took their place (specification, Versioning).
const suggestions: readonly Suggestion[] = [
  {
    code: 'validation_failed',
    fits: (_error, { query }) => Number((query as { offset?: unknown }).offset) > deepOffset,
    action: 'Send the `next_cursor` of a page as `cursor` instead of an `offset` beyond 10,000.',
  },
  {
    code: 'validation_failed',
    fits: (error) => hasFault(error, 'items', 'too_many_values'),
    action: 'Send the items in several calls of at most 100 each.',
  },
  {
    code: 'conflict',
    fits: (error) => hasFault(error, 'merge_key', 'not_unique'),
    action: 'PATCH one of the entities by its id, as `PATCH /{resource}/{id}`.',
  },
  {
    code: 'not_found',
    fits: pathLike(/^\/sources\/(upsert|batch)$/),
    action: 'Create sources by `POST /sources`.',
  },
  { code: 'not_found', fits: pathLike(/^\/assets(\/|$)/), action: 'Assets are images: use `/images`.' },
  {
    code: 'not_found',
    fits: pathLike(/^\/[a-z]+\/[^/]+\/history$/),
    action: 'Read `/{resource}/{id}/events`.',
  },
]

/** What to call instead, or undefined. */
export function suggestAction(error: CatalogError, request: FastifyRequest): string | undefined {
  return suggestions.find(({ code, fits }) => code === error.code && fits(error, request))?.action
}

function hasFault({ fieldErrors }: CatalogError, field: string, issue: string): boolean {
  return fieldErrors.some((fault) => fault.field === field && fault.issue === issue)
}

function pathLike(pattern: RegExp) {
  return (_error: CatalogError, { url }: FastifyRequest) => {
    const [path = ''] = url.split('?')
    return path.startsWith(apiRoot) && pattern.test(path.slice(apiRoot.length))
  }
}
