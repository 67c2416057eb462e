import { use, useSyncExternalStore, type ComponentType } from 'react'

const loaders: (() => Promise<void>)[] = []

// The first rows come before what may never be looked at.
const restMs = 700

const forgetFailureMs = 1000

interface LazyOptions<Props> {
  /** Whether the part is to be seen with these properties; until then it is nothing and waits for its code to come unasked. */
  readonly isWanted?: (props: Props) => boolean
}

/**
 * A part of the page whose code is loaded when it is first shown, or before that by `loadPartsWhenIdle`. Once loaded it is
 * drawn at once like any other; while it is awaited the nearest Suspense stands in. Code that cannot be had is
 * told by the nearest error boundary, and asked for again when the part is shown the next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isWanted = () => true }: LazyOptions<Props> = {},
): ComponentType<Props> {
  const listeners = new Set<() => void>()
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const takePart = async (): Promise<void> => {
    try {
      loaded = await load()
    } catch (error) {
      // React asks again for what has failed: it has to meet the same failure, or it would wait for ever.
      setTimeout(() => (loading = undefined), forgetFailureMs)
      throw error
    }
    for (const listener of listeners) listener()
  }
  const start = (): Promise<void> => (loading ??= takePart())
  loaders.push(start)
  return function LazyPart(props: Props) {
    const Part = useSyncExternalStore(subscribe, () => loaded)
    if (Part !== undefined) return <Part {...props} />
    if (isWanted(props)) use(start())
    return null
  }
}

/** Loads every part one after the other while nothing else is to be done, so that none is waited for later. */
export function loadPartsWhenIdle(): () => void {
  let isOver = false
  const loadNext = (place: number): void => {
    const load = loaders[place]
    if (load === undefined || isOver) return
    requestIdleCallback(
      () =>
        void load()
          .then(() => loadNext(place + 1))
          .catch(() => undefined),
    )
  }
  const timer = setTimeout(() => loadNext(0), restMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
