/** A search the naive way: the parts of the text are told apart letter by letter, and every text is looked at. */

interface Part {
  readonly text: string
  readonly isExcluded: boolean
}

/**
 * Whether an entity with these texts is found: by all words in any order, or by the search as it was written. Labels around it
 * contain a part of three and more letters, or are a shorter one. All is folded.
 */
export function isFoundBy(
  folded: string,
  foldedTexts: readonly string[],
  foldedLabels: readonly string[] = [],
): boolean {
  const search = plainLetters(folded)
  const [texts, labelsAround] = [foldedTexts.map(plainLetters), foldedLabels.map(plainLetters)]
  const isAround = (part: string) =>
    labelsAround.some((label) => ([...part].length > 2 ? label.includes(part) : label === part))
  const isIn = (part: string) => texts.some((text) => text.includes(part)) || isAround(part)
  const isWhole = texts.some((text) => text.includes(search))
  return isWhole || partsOf(search).every(({ text, isExcluded }) => isIn(text) !== isExcluded)
}

function partsOf(search: string): Part[] {
  const parts: Part[] = []
  let rest = search.trim()
  while (rest !== '') {
    const isExcluded = /^-\S/.test(rest)
    const part = isExcluded ? rest.slice(1) : rest
    const text = phraseOf(part) ?? part.split(/\s/)[0] ?? ''
    parts.push({ text, isExcluded })
    const isPhrase = phraseOf(part) !== undefined
    rest = part.slice(text.length + (isPhrase ? 2 : 0)).trim()
  }
  return parts
}

function phraseOf(part: string): string | undefined {
  if (!part.startsWith('"')) return undefined
  const [, phrase = ''] = part.split('"')
  return phrase === '' ? undefined : phrase
}

/** Letters without their marks, for the letters that the tests use. */
function plainLetters(text: string): string {
  return Array.from(text, (letter) => [...letter.normalize('NFD')][0] ?? letter).join('')
}
