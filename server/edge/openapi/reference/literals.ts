/** Values of JSON as literals of TypeScript and Python, broken into lines where they are long. */
interface Spelling {
  readonly words: Readonly<Record<string, string>>
  readonly text: (text: string) => string
  readonly key: (key: string) => string
  readonly tab: string
  readonly gap: string
}

const singleQuoted = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

export const typeScript: Spelling = {
  words: {},
  text: singleQuoted,
  key: (key) => (/^\w+$/.test(key) ? key : singleQuoted(key)),
  tab: '  ',
  gap: ' ',
}

export const python: Spelling = {
  words: { null: 'None', true: 'True', false: 'False' },
  text: (text) => JSON.stringify(text),
  key: (key) => JSON.stringify(key),
  tab: '    ',
  gap: '',
}

export function toLiteral(value: unknown, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.text(value)
  if (typeof value !== 'object' || value === null) return spelling.words[String(value)] ?? String(value)
  if (Array.isArray(value))
    return enclose(
      ['[', ']', ''],
      value.map((one) => toLiteral(one, spelling)),
      spelling,
    )
  const members = Object.entries(value).map(
    ([key, one]) => `${spelling.key(key)}: ${toLiteral(one, spelling)}`,
  )
  return enclose(['{', '}', spelling.gap], members, spelling)
}

const lineLength = 64

function enclose(
  [open, close, gap]: readonly [string, string, string],
  members: readonly string[],
  { tab }: Spelling,
): string {
  if (members.length === 0) return open + close
  const line = `${open}${gap}${members.join(', ')}${gap}${close}`
  if (line.length <= lineLength && !line.includes('\n')) return line
  return [open, ...members.map((one) => `${tab}${one.replaceAll('\n', `\n${tab}`)},`), close].join('\n')
}
