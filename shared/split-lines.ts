/**
 * The lines of a text in pieces. Only a line feed ends one: U+2028 and U+2029, at which `node:readline` splits too, stand as they
 * are in the strings of JSON.
 */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest.trim() !== '') yield rest
}
