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

/** Goes to a place. `replace` leaves no step for the back button: for typing and for corrections. */
export function goTo(place: Place, { replace = false }: { replace?: boolean } = {}): void {
  const search = toSearch(place)
  if (search === window.location.search) return
  if (replace) window.history.replaceState(null, '', search)
  else window.history.pushState(null, '', search)
  window.dispatchEvent(new Event(changed))
}

/** Goes to the page with the recent workspaces. */
export function goToStart(): void {
  window.history.pushState(null, '', startSearch)
  window.dispatchEvent(new Event(changed))
}

/** Whether the address is that of the start page. */
export function useIsStart(): boolean {
  return useSyncExternalStore(subscribe, () => window.location.search === startSearch)
}

/** The present place and the function that changes a part of it. */
export function usePlace(): { place: Place; change: (part: Partial<Place>, replace?: boolean) => void } {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  const place = useMemo(() => parsePlace(search), [search])
  const change = useCallback((part: Partial<Place>, replace = false) => {
    goTo({ ...parsePlace(window.location.search), ...part }, { replace })
  }, [])
  return { place, change }
}

/** What the address says of the page that is shown, as `read` takes it, and the function that changes it. */
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
