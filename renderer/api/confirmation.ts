import type { ConfirmationWays } from '#shared/schemas/errors.ts'

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
