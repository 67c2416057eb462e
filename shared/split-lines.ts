interface LineLimit {
  readonly longest: number
  /** Throws. */
  readonly onTooLong: () => void
}

/**
 * The lines of a text in pieces. Only a line feed ends one: U+2028 and U+2029, at which `node:readline` splits too, stand as they
 * are in the strings of JSON. Where a line does not end soon enough, `onTooLong` hears it before more is read.
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  { longest, onTooLong }: LineLimit = { longest: Infinity, onTooLong: () => undefined },
): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) onTooLong()
    yield* lines
  }
  if (rest.trim() !== '') yield rest
}
