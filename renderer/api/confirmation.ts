import type { ConfirmationWays } from '#shared/schemas/errors.ts'

/** Asks the person at the page to confirm their identity; resolves with whether they did. */
type Asker = (ways: ConfirmationWays) => Promise<boolean>

let asker: Asker | undefined
let asking: Promise<boolean> | undefined

/** Sets who asks; returns the function that ends it. */
export function askConfirmationBy(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/** Asks once for all steps that wait at the same time; false where nobody can be asked. */
export function askForConfirmation(ways: ConfirmationWays): Promise<boolean> {
  asking ??= (asker?.(ways) ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}
