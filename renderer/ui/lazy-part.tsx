import { use, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react'

const loaders: (() => Promise<void>)[] = []

// The first rows take precedence over parts that may never be opened.
const restMs = 700

const forgetFailureMs = 1000

interface LazyOptions<Props> {
  /** Whether the part is needed with these properties; until then it renders nothing and loads when idle. */
  readonly isNeeded?: (props: Props) => boolean
  /** Whether the page does without the part where its code cannot be had. */
  readonly isOptional?: boolean
}

/**
 * A part of the page whose code loads when it is first shown, or earlier by `loadPartsWhenIdle`. Meanwhile
 * the nearest Suspense shows its fallback. A failure goes to the nearest error boundary, and the next use
 * retries it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isNeeded = () => true, isOptional = false }: LazyOptions<Props> = {},
): FunctionComponent<Props> {
  const listeners = new Set<() => void>()
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let tolerated: Promise<void> | undefined
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const takePart = async (): Promise<void> => {
    try {
      loaded = await load()
    } catch (error) {
      // React retries a failed part and must get the same failure, or it would wait forever.
      setTimeout(() => (loading = undefined), forgetFailureMs)
      throw error
    }
    for (const listener of listeners) listener()
  }
  const start = (): Promise<void> => (loading ??= takePart())
  loaders.push(start)
  const tolerate = (): Promise<void> =>
    (tolerated ??= start().catch(() => {
      setTimeout(() => (tolerated = undefined), forgetFailureMs)
    }))
  return function LazyPart(props: Props) {
    const Part = useSyncExternalStore(subscribe, () => loaded)
    if (Part !== undefined) return <Part {...props} />
    if (isNeeded(props)) use(isOptional ? tolerate() : start())
    return null
  }
}

/** Loads all parts one after the other while idle, so that users wait for no part later. */
export function loadPartsWhenIdle(): () => void {
  let isOver = false
  const loadNext = (position: number): void => {
    const load = loaders[position]
    if (load === undefined || isOver) return
    requestIdleCallback(
      () =>
        void load()
          .then(() => loadNext(position + 1))
          .catch(() => undefined),
    )
  }
  const timer = setTimeout(() => loadNext(0), restMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
