import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { parsePlace, startSearch, toPageParams, toSearch, type Place } from './place.ts'

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
export function goTo(place: Place, { replace = false }: { replace?: boolean } = {}): void {
  const search = toSearch(place)
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

export function usePlace(): { place: Place; change: (part: Partial<Place>, replace?: boolean) => void } {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  const place = useMemo(() => parsePlace(search), [search])
  const change = useCallback((part: Partial<Place>, replace = false) => {
    goTo({ ...parsePlace(window.location.search), ...part }, { replace })
  }, [])
  return { place, change }
}

export function usePageParams<Params extends object>(
  read: (params: URLSearchParams) => Params,
): readonly [Params, (params: Params, replace?: boolean) => void] {
  const { place, change } = usePlace()
  const params = useMemo(() => read(new URLSearchParams(place.params)), [place, read])
  const changeParams = useCallback(
    (next: Params, replace = false) => change({ params: toPageParams(next) }, replace),
    [change],
  )
  return [params, changeParams]
}
