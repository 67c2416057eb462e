/** A search the naive way: parts of the text are separated letter by letter, and every text is scanned. */

interface Part {
  readonly text: string
  readonly isExcluded: boolean
}

/**
 * Whether the search finds an entity with these texts: by all words in any order, or by the literal
 * search. Labels around it must contain a part of three or more letters, or equal a shorter one. All texts
 * are folded.
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

function plainLetters(text: string): string {
  return Array.from(text, (letter) => [...letter.normalize('NFD')][0] ?? letter).join('')
}
