import { entityTypes, findEntityType, pluralOf, type EntityType } from '#shared/entities.ts'
import { fromListParams, toListParams } from './list-params.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

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

const startSearch = '?view=start'

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

/** How the list of a type opens: categories as their tree. */
export function listLocation(workspaceId: string, type: EntityType): PageLocation {
  return { ...createLocation(workspaceId, type), ...(type === 'category' && { shape: 'tree' as const }) }
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

const changed = 'vitrine:place'

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  window.addEventListener(changed, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(changed, listener)
  }
}

/** Goes to a place. `replace` adds no step for the back button, as wanted for typing and corrections. */
export function goTo(location: PageLocation, { replace = false }: { replace?: boolean } = {}): void {
  const search = toSearch(location)
  if (search === window.location.search) return
  if (replace) window.history.replaceState(null, '', search)
  else window.history.pushState(null, '', search)
  window.dispatchEvent(new Event(changed))
}

export function goToStart(): void {
  window.history.pushState(null, '', startSearch)
  window.dispatchEvent(new Event(changed))
}

export function useIsStart(): boolean {
  return useSyncExternalStore(subscribe, () => window.location.search === startSearch)
}

/** Whether the address names a page; without one a workspace opens at its first page. */
export function useHasView(): boolean {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(window.location.search).has('view'))
}

export function useLocation(): {
  location: PageLocation
  change: (part: Partial<PageLocation>, replace?: boolean) => void
} {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  const location = useMemo(() => parseLocation(search), [search])
  const change = useCallback((part: Partial<PageLocation>, replace = false) => {
    goTo({ ...parseLocation(window.location.search), ...part }, { replace })
  }, [])
  return { location, change }
}

/** The type of the grid on the screen; products on any other page. */
export function useShownType(): EntityType {
  const { location } = useLocation()
  return findEntityType(location.view) ?? 'product'
}

export function usePageParams<Params extends object>(
  read: (params: URLSearchParams) => Params,
): readonly [Params, (params: Params, replace?: boolean) => void] {
  const { location, change } = useLocation()
  const params = useMemo(() => read(new URLSearchParams(location.params)), [location, read])
  const changeParams = useCallback(
    (next: Params, replace = false) => change({ params: toPageParams(next) }, replace),
    [change],
  )
  return [params, changeParams]
}
