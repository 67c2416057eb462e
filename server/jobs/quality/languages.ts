/** Which language a text is in, by the small words that only one of some languages has often. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the and of to for with is in on this that your from are be it as by or which can has have our you will not at an',
  de: 'der die das und mit für ist ein eine einen einem einer auf von den dem des im zu zum zur nicht auch sich oder wird aus bei sind durch über sie ihr ihre',
  fr: 'le la les des et pour avec est un une dans sur du en au aux qui que vous votre ce cette par ne pas plus ou sont',
  es: 'el la los las y de con para es un una en del al que su por se lo como más este esta son tu',
  it: 'il lo la gli le e di con per è un una in del della dei che su non si come più questo questa sono al alla',
  nl: 'de het een en van voor met is op in te zijn niet ook door uit bij aan deze dit naar wordt uw je of',
  pt: 'o a os as e de com para é um uma em do da dos das que não se por mais como ao seu sua',
  pl: 'i w z na do jest się nie dla od oraz ze to jak po przez przy lub który która',
  sv: 'och en ett med för är av på i som den det till inte eller från din ditt kan har',
  da: 'og en et med for er af på i som den det til ikke eller fra din dit kan har der',
}

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(smallWords))
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

// A few words say nothing for sure.
const [fewestWords, fewestHits, clearLead, longestRead] = [6, 3, 2, 5000]

/** The language of a text; undefined where it is too short, or two languages are about as likely. */
export function languageOf(text: string): string | undefined {
  const plain = text
    .slice(0, longestRead)
    .replaceAll(/<[^<>]*>/g, ' ')
    .toLowerCase()
  const words = plain.match(/\p{L}+/gu) ?? []
  if (words.length < fewestWords) return undefined
  const [[first, most], [, second]] = twoMost(countHits(words))
  return most >= fewestHits && most >= second * clearLead ? first : undefined
}

function countHits(words: readonly string[]): Map<string, number> {
  const hits = new Map<string, number>()
  for (const word of words) {
    const languages = languagesOf.get(word) ?? []
    for (const language of languages) hits.set(language, (hits.get(language) ?? 0) + 1 / languages.length)
  }
  return hits
}

type LanguageCount = readonly [language: string, count: number]

function twoMost(counts: ReadonlyMap<string, number>): readonly [LanguageCount, LanguageCount] {
  const [first = ['', 0], second = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  return [first, second]
}

/** The language that most of some texts are in; undefined where too few tell theirs. */
export function usualLanguage(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const language = languageOf(text)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, count], [, next]] = twoMost(counts)
  return count > next ? language : undefined
}
