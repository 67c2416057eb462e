import type { ConfirmationWays } from '#shared/schemas/errors.ts'

type ConfirmationPrompt = (ways: ConfirmationWays) => Promise<boolean>

let confirmationPrompt: ConfirmationPrompt | undefined
let pendingPrompt: Promise<boolean> | undefined

/** Sets the function that asks; returns the function that removes it. */
export function setConfirmationPrompt(next: ConfirmationPrompt): () => void {
  confirmationPrompt = next
  return () => {
    if (confirmationPrompt === next) confirmationPrompt = undefined
  }
}

/** Asks once for all requests that wait at the same time; false where no page can ask. */
export function askForConfirmation(ways: ConfirmationWays): Promise<boolean> {
  pendingPrompt ??= (confirmationPrompt?.(ways) ?? Promise.resolve(false)).finally(
    () => (pendingPrompt = undefined),
  )
  return pendingPrompt
}
