let holders = 0

/** Loads the page anew, because nothing that it has in hand can be relied on; not while somebody holds that back. */
export function reloadPage(): void {
  if (holders === 0) location.reload()
}

/** Runs what replaces the workspace: who asked for it hears how it ended before the page goes. */
export async function holdingReload<T>(replace: () => Promise<T>): Promise<T> {
  holders += 1
  try {
    return await replace()
  } finally {
    holders -= 1
  }
}
