export const minPasswordLength = 12

/**
 * How much of a password is rated, on the thread that answers all requests: the time grows with the square
 * of the length.
 */
export const judgedLength = 32

/** On zxcvbn's scale to 4: more than 10^10 guesses. */
export const enoughScore = 3

export function wordsToAvoid(known: readonly string[]): string[] {
  const words = known.flatMap((text) => [text, ...text.split(/[\s@._+-]+/)])
  return ['vitrine', ...words.filter((word) => word.length > 2)]
}
