import type { ConfirmationWays } from '#shared/schemas/errors.ts'

type Listener = () => void

/**
 * `ended`: the server no longer knows the session. `doubted`: it refused a request that the page offered,
 * so roles may have changed.
 */
type Turn = 'ended' | 'doubted'

const listeners = new Map<Turn, Set<Listener>>()
let waiting: Listener[] = []

/** Paths that answer 401 for reasons other than an ended session. */
const signInPaths = /^\/app\/v1\/(?:session$|sign-in|invitations\/)/

export function reportSessionError({ url, status }: Pick<Response, 'url' | 'status'>): void {
  if (status !== 401 && status !== 403) return
  if (signInPaths.test(new URL(url).pathname)) return
  for (const listener of listeners.get(status === 401 ? 'ended' : 'doubted') ?? []) listener()
}

/** Calls back on each such change of the session; returns the function that ends it. */
export function onSessionTurn(turn: Turn, listener: Listener): () => void {
  const those = listeners.get(turn) ?? new Set()
  listeners.set(turn, those.add(listener))
  return () => void those.delete(listener)
}

export function announceSignIn(): void {
  const those = waiting
  waiting = []
  for (const throwIfInterrupted of those) throwIfInterrupted()
}

export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve))
}

let holders = 0

/** Reloads the page, because nothing on it is reliable, unless a holder delays that. */
export function reloadPage(): void {
  if (holders === 0) location.reload()
}

/** Runs a replacement of the workspace: its caller gets the outcome before the page reloads. */
export async function holdingReload<T>(replace: () => Promise<T>): Promise<T> {
  holders += 1
  try {
    return await replace()
  } finally {
    holders -= 1
  }
}

type ConfirmationPrompt = (ways: ConfirmationWays) => Promise<boolean>

let confirmationPrompt: ConfirmationPrompt | undefined
let pendingPrompt: Promise<boolean> | undefined

/** Registers the confirmation dialog; returns a function that unregisters it. */
export function setConfirmationPrompt(next: ConfirmationPrompt): () => void {
  confirmationPrompt = next
  return () => {
    if (confirmationPrompt === next) confirmationPrompt = undefined
  }
}

/** Shows one dialog for all concurrent requests; resolves to false if no dialog is registered. */
export function askForConfirmation(ways: ConfirmationWays): Promise<boolean> {
  pendingPrompt ??= (confirmationPrompt?.(ways) ?? Promise.resolve(false)).finally(
    () => (pendingPrompt = undefined),
  )
  return pendingPrompt
}
