export const minPasswordLength = 12

/** How much of a password is judged, on the thread that answers everybody: what that takes grows with the square of the length. */
export const judgedLength = 32

/** Of 4, as zxcvbn counts: what 10^10 guesses do not find. */
export const enoughScore = 3

export function wordsToAvoid(known: readonly string[]): string[] {
  const words = known.flatMap((text) => [text, ...text.split(/[\s@._+-]+/)])
  return ['vitrine', ...words.filter((word) => word.length > 2)]
}
