import { entityTypes, findEntityType, pluralOf, type EntityType } from '#shared/entities.ts'
import { fromListParams, toListParams } from './list-params.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'

/**
 * The pages about the whole workspace by their names in the address, each with what its address says beside the name. A page is
 * declared in the `feature.ts` of its folder: `declare module '../query/place.ts' { interface PageParams { trash: NoParams } }`.
 */
export interface PageParams {}

export type NoParams = Readonly<Record<string, never>>

export type PageName = keyof PageParams

/** What the main area shows: the entities of a type, or one of the pages. */
export type View = EntityType | PageName

export type Shape = 'gallery' | 'tree'

const shapes: readonly Shape[] = ['gallery', 'tree']

/** Where the user is: all of it stands in the address, so that reload, back and a copied address lead here again. */
export interface Place {
  readonly workspaceId: string | undefined
  readonly view: View
  readonly query: GridQuery
  /** The id of the saved view that is chosen, or `everything` where none is wanted; without one the default counts. */
  readonly savedView?: string | undefined
  /** How the entities are shown where it is not the grid. */
  readonly shape?: Shape | undefined
  /** What the address of a page says beside its name; `usePageParams` reads it. */
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Stands for the rows of a type without a saved view. */
export const everything = 'everything'

/** The query part of the address of the start page, which belongs to no workspace. */
export const startSearch = '?view=start'

/** Reads the query part of an address; what it does not say is the default. Whether there is a page of the name, the shell knows. */
export function parsePlace(search: string): Place {
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

/** The query part of the address of a place. */
export function toSearch(place: Place): string {
  const { workspaceId, view } = place
  const type = findEntityType(view)
  const params = new URLSearchParams()
  if (workspaceId !== undefined) params.set('workspace', workspaceId)
  params.set('view', type === undefined ? view : pluralOf[type])
  const parts = type === undefined ? Object.entries(place.params ?? {}) : partsOfList(place)
  for (const [key, value] of parts) params.append(key, value)
  return `?${params.toString()}`
}

type Parts = readonly (readonly [key: string, value: string])[]

function partsOfList({ query, savedView, shape }: Place): Parts {
  return [
    ...(savedView === undefined ? [] : [['saved', savedView] as const]),
    ...(shape === undefined ? [] : [['shape', shape] as const]),
    ...toListParams(query),
  ]
}

/** The start of a view: nothing filtered, nothing sorted. */
export function createPlace(workspaceId: string, view: View = 'product'): Place {
  return { workspaceId, view, query: emptyGridQuery }
}

/** A page with what its address says beside its name; what is undefined is left out. */
export function createPagePlace<Page extends PageName>(
  workspaceId: string,
  view: Page,
  params: PageParams[Page],
): Place {
  return { ...createPlace(workspaceId, view), params: toPageParams(params) }
}

/** The texts that stand in the address for what a page reads of it. */
export function toPageParams(params: object): Readonly<Record<string, string>> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}
