/** Ends the trial where something is not as it has to be. */
export function assertThat(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(what)
}

/** The problem by which something was refused; throws where it was not, or failed otherwise. */
export async function problemOf(act: Promise<unknown>): Promise<string> {
  try {
    await act
  } catch (error) {
    if (error instanceof Error && 'problem' in error) return String(error.problem)
    throw error
  }
  throw new Error('It was accepted, and had to be refused.')
}

/** Does something and returns how long it took, in seconds with one digit. */
export async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return Math.round((performance.now() - startedAt) / 100) / 10
}
