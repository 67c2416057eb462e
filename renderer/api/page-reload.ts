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
