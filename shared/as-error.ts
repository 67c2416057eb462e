/** What was thrown, as an error: JavaScript throws whatever it is given. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
