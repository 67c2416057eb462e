/** The words with which all names begin, without a comma or dash behind them. */
export function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(/(?<=\s)/))
  const differs = first.findIndex((word, index) =>
    others.some((words) => words[index]?.trim() !== word.trim()),
  )
  return (differs < 0 ? first : first.slice(0, differs)).join('').replace(/[\s,;:–-]+$/, '')
}
