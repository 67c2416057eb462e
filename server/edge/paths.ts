import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nearest } from '#shared/nearest.ts'
import type { IncomingMessage } from 'node:http'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { isDecodable } from './query-string.ts'
import { issueSentence } from '#shared/describe-fault.ts'

export const apiRoot = '/api/v1'

/**
 * The paths of a part of the tree, and the methods of each; paths that are only ever refused are left out.
 */
export class KnownPaths {
  readonly #methods = new Map<string, Set<string>>()

  /**
   * Answers OPTIONS on every path with a route, too: by one route, for one beside each of them would be a
   * third of the start. Make it before the routes are registered.
   */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method, config }) => {
      if (config?.everyPath === true) return
      const methods = this.#methods.get(url) ?? new Set<string>(['OPTIONS'])
      this.#methods.set(url, methods)
      if (config?.refusal !== true) for (const one of [method].flat()) methods.add(one)
    })
    app.options('/*', { config: { everyPath: true } }, ({ url }, reply) => {
      const methods = this.#find(pathOf(url).split('/')) ?? []
      reply
        .code(204)
        .header('allow', [...methods].sort().join(', '))
        .send()
    })
  }

  /** Whether a route takes the path, by whatever method. */
  has(path: string): boolean {
    return this.#find(path.split('/')) !== undefined
  }

  /** Explains why no route takes such a request, and names a method or path that would do. */
  explain(method: string, path: string): string {
    const parts = path.split('/')
    const methods = this.#find(parts)
    if (methods !== undefined) {
      const ofOne =
        this.#find([...parts, ':id'])?.has(method) === true ? ` ${method} goes to ${path}/{id}.` : ''
      return `This path takes no ${method}. It takes ${[...methods].sort().join(', ')}.${ofOne}`
    }
    const meant = this.#nearest(parts)
    const overview = [...this.#methods.keys()].find((url) => url.endsWith('/openapi'))
    return meant === undefined
      ? `There is nothing at this path. GET ${overview} lists the paths that there are.`
      : `There is nothing at this path. Did you mean ${meant}?`
  }

  #find(parts: readonly string[]): ReadonlySet<string> | undefined {
    const fitting = [...this.#methods].filter(([url]) => fits(url.split('/'), parts))
    const [best] = fitting.sort(([a], [b]) => a.split(':').length - b.split(':').length)
    return best?.[1]
  }

  #nearest(parts: readonly string[]): string | undefined {
    const mended = [...this.#methods.keys()].map((url) => mend(url.split('/'), parts))
    const [best] = mended
      .filter((path) => path !== undefined)
      .sort((a, b) => differences(a, parts) - differences(b, parts))
    return best?.join('/')
  }
}

const isParameter = (part: string): boolean => part.startsWith(':')

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.at(-1) === '*') return fits(pattern.slice(0, -1), parts.slice(0, pattern.length - 1))
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || (isParameter(part) && parts[index] !== ''))
  )
}

function mend(pattern: readonly string[], parts: readonly string[]): string[] | undefined {
  if (pattern.length !== parts.length) return undefined
  const mended = pattern.map((part, index) => {
    const sent = parts[index] ?? ''
    return isParameter(part) ? sent : sent === part ? part : nearest(sent, [part])
  })
  return mended.every((part) => part !== undefined) ? mended : undefined
}

function differences(a: readonly string[], b: readonly string[]): number {
  return a.filter((part, index) => part !== b[index]).length
}

const undecodable = new WeakSet<IncomingMessage>()

/**
 * Lets a path whose percent-encoding is malformed through the router, which would answer it before the key
 * is checked. `refuseBadPath` refuses it in its turn.
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

function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  return path
}

/** Whether no route takes the path; the router would take an empty segment after the last slash for an id. */
export function isUnknownPath({ is404, raw, routeOptions }: FastifyRequest, paths?: KnownPaths): boolean {
  if (is404 || endsInSlash(raw.url)) return true
  return routeOptions.config.everyPath === true && paths?.has(pathOf(raw.url ?? '')) !== true
}

const slash = '/'.charCodeAt(0)

function endsInSlash(url = ''): boolean {
  const query = url.indexOf('?')
  return url.charCodeAt((query === -1 ? url.length : query) - 1) === slash
}

/** Refuses a path or method that no route knows; `paths` are the ones to suggest. */
export function refuseUnknownPath(request: { readonly raw: IncomingMessage }, paths?: KnownPaths): never {
  refuseBadPath(request)
  const { method = '', url = '' } = request.raw
  const path = pathOf(url)
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
