type Listener = () => void

/** `ended`: the server does not know the session any more. `doubted`: it refused what the page offered, so roles may have changed. */
type Turn = 'ended' | 'doubted'

const listeners = new Map<Turn, Set<Listener>>()
let waiting: Listener[] = []

/** Paths that answer 401 for another reason than an ended session. */
const signInPaths = /^\/app\/v1\/(?:session$|sign-in|invitations\/)/

/** Passes a refusal that concerns the session on to its listeners. */
export function followRefusal({ url, status }: Pick<Response, 'url' | 'status'>): void {
  if (status !== 401 && status !== 403) return
  if (signInPaths.test(new URL(url).pathname)) return
  for (const listener of listeners.get(status === 401 ? 'ended' : 'doubted') ?? []) listener()
}

/** Calls back whenever the session turns out so; returns the function that ends it. */
export function onSessionTurn(turn: Turn, listener: Listener): () => void {
  const those = listeners.get(turn) ?? new Set()
  listeners.set(turn, those.add(listener))
  return () => void those.delete(listener)
}

/** Lets go on what waits for a session. */
export function announceSignIn(): void {
  const those = waiting
  waiting = []
  for (const throwIfInterrupted of those) throwIfInterrupted()
}

/** Resolves once somebody is signed in again. */
export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve))
}
