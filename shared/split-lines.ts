interface LineLimit {
  readonly longest: number
  readonly onTooLong: () => void
}

/**
 * Yields the lines of a text in pieces. Only a line feed ends a line: strings of JSON may contain U+2028
 * and U+2029, at which `node:readline` splits too. `onTooLong` is called for a too long line before more
 * is read, and has to throw.
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
