import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type EntityType, findEntityType } from '#shared/entities.ts'
import { parseLocation, startSearch, toPageParams, toSearch, type PageLocation } from './location.ts'

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
