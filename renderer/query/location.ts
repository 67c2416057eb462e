import { entityTypes, findEntityType, pluralOf, type EntityType } from '#shared/entities.ts'
import { fromListParams, toListParams } from './list-params.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'

/**
 * The pages of a workspace by name, each with its parameters. A page is declared in the `feature.ts` of its
 * folder: `declare module '../query/location.ts' { interface PageParams { trash: NoParams } }`.
 */
export interface PageParams {}

export type NoParams = Readonly<Record<string, never>>

export type PageName = keyof PageParams

export type View = EntityType | PageName

export type Shape = 'gallery' | 'tree'

const shapes: readonly Shape[] = ['gallery', 'tree']

/**
 * The user's location, kept entirely in the address, so that reload, back and a copied address restore it.
 */
export interface PageLocation {
  readonly workspaceId: string | undefined
  readonly view: View
  readonly query: GridQuery
  /** The id of the chosen view, or `everything`; without one the default view applies. */
  readonly savedView?: string | undefined
  readonly shape?: Shape | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
}

export const everything = 'everything'

export const startSearch = '?view=start'

/** Parses the query part of an address with defaults. The shell knows whether the page exists. */
export function parseLocation(search: string): PageLocation {
  const params = new URLSearchParams(search)
  const workspaceId = params.get('workspace') ?? undefined
  const name = params.get('view') ?? pluralOf.product
  const type = entityTypes.find((each) => pluralOf[each] === name)
  if (type === undefined) {
    const { workspace: _workspace, view: _view, ...others } = Object.fromEntries(params)
    return { workspaceId, view: name as PageName, query: emptyGridQuery, params: others }
  }
  const shape = shapes.find((each) => each === params.get('shape'))
  return {
    workspaceId,
    view: type,
    query: fromListParams(params),
    ...(params.has('saved') && { savedView: params.get('saved') ?? undefined }),
    ...(shape !== undefined && { shape }),
  }
}

export function toSearch(location: PageLocation): string {
  const { workspaceId, view } = location
  const type = findEntityType(view)
  const params = new URLSearchParams()
  if (workspaceId !== undefined) params.set('workspace', workspaceId)
  params.set('view', type === undefined ? view : pluralOf[type])
  const parts = type === undefined ? Object.entries(location.params ?? {}) : partsOfList(location)
  for (const [key, value] of parts) params.append(key, value)
  return `?${params.toString()}`
}

type Parts = readonly (readonly [key: string, value: string])[]

function partsOfList({ query, savedView, shape }: PageLocation): Parts {
  return [
    ...(savedView === undefined ? [] : [['saved', savedView] as const]),
    ...(shape === undefined ? [] : [['shape', shape] as const]),
    ...toListParams(query),
  ]
}

export function createLocation(workspaceId: string, view: View = 'product'): PageLocation {
  return { workspaceId, view, query: emptyGridQuery }
}

export function createPageLocation<Page extends PageName>(
  workspaceId: string,
  view: Page,
  params: PageParams[Page],
): PageLocation {
  return { ...createLocation(workspaceId, view), params: toPageParams(params) }
}

export function toPageParams(params: object): Readonly<Record<string, string>> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}
