// What a search of the documents finds, the best first.
const fold = (text) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

const maxFound = 30

/** Every word has to begin a word of the entry; whole titles and phrases come before parts of them. */
export function findSections(index, text) {
  const words = fold(text)
  if (words.length === 0) return []
  const phrase = words.join(' ')
  return index
    .map((entry, order) => ({ entry, order, score: scoreOf(entry, words, phrase) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.entry.weight - a.entry.weight || a.order - b.order)
    .slice(0, maxFound)
    .map(({ entry }) => entry)
}

function scoreOf({ title, where, words: others = [] }, words, phrase) {
  const name = fold(title).join(' ')
  const phrases = others.map((other) => fold(other).join(' '))
  if (name === phrase) return 6
  if (phrases.includes(phrase)) return 5
  if (` ${name} `.includes(` ${phrase} `)) return 4
  if (phrases.some((other) => ` ${other} `.includes(` ${phrase} `))) return 3
  const known = [name, ...phrases].join(' ').split(' ')
  if (words.every((word) => known.some((one) => one.startsWith(word)))) return 2
  const around = [...known, ...fold(where)]
  return words.every((word) => around.some((one) => one.startsWith(word))) ? 1 : 0
}
