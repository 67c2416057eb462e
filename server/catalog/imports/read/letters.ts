/** Non-ASCII letters of a language, most frequent first, and its typical letter sequences. */
interface Alphabet {
  readonly letters: string
  readonly groups: RegExp
}

const latinAlphabets: Readonly<Record<string, Alphabet>> = {
  de: { letters: 'üäößé', groups: /sch|ich|ung|ein|der|und|mit|str|hl|tz/g },
  fr: { letters: 'éèàêçîôûùâëïœ', groups: /eau|oi|que|ai|des|les|our|eux|qu|ou/g },
  es: { letters: 'óíáéñúü', groups: /ci|ado|ara|los|con|que|ill|as\b|os\b/g },
  it: { letters: 'àèùòéì', groups: /zion|gli|ch|del|con|tt|ll|[aeo]\b/g },
  nl: { letters: 'ëéïöüè', groups: /ij|aa|een|oo|van|ee|uit/g },
  pl: { letters: 'łąężóśćńź', groups: /cz|sz|rz|ow|ski|ie|dla|wy|prz|k[aio]|j[aei]|w\b/g },
  pt: { letters: 'ãçáéíóõêúâàô', groups: /com|dos|nh|lh|para|inho|eir|d[aeo]\b/g },
  sv: { letters: 'äåöé', groups: /och|ning|lig|sk|med|tt|ck/g },
  da: { letters: 'øåæé', groups: /og|ning|lig|sk|med|til|ke/g },
  fi: { letters: 'äöåšž', groups: /ii|kk|aa|uu|nen|tt|ll/g },
  is: { letters: 'ðáíéóúýþæö', groups: /ur\b|inn|ir\b|ar\b|með/g },
  cs: { letters: 'íáéěžščřýůúťďňóö', groups: /ov|sk|st|pro|ho|ck|k[aoyu]|z[ae]|ch/g },
  sk: { letters: 'áíéýčšžúľťôďňóäĺŕ', groups: /ov|sk|st|pre|ho|ck|k[aoyu]|ie|ch/g },
  hu: { letters: 'áéöóőüíúű', groups: /gy|sz|ek|ny|zs|tt|cs|ak|el/g },
  ro: { letters: 'ăîțşâţș', groups: /ul\b|are|ele|din|cu|lui|ea\b/g },
  hr: { letters: 'čšžćđ', groups: /ije|nj|lj|za|sk|vi|k[aio]/g },
  tr: { letters: 'ıüşğöçâî', groups: /lar|ler|ik|lik|[ae]n|ya|k[aei]/g },
  lt: { letters: 'ėšųžūįčąę', groups: /as\b|is\b|ai|ini|us\b|os\b/g },
  lv: { letters: 'āēīšņūžčļķģ', groups: /as\b|is\b|ie|ums|ar|iem/g },
  et: { letters: 'äõüöšž', groups: /ii|aa|uu|ee|ud\b|ks/g },
}

const nonLatinLetters: Readonly<Record<string, string>> = {
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаніивтерскпмлудьязбгчйхцїжюєщшфґ',
  bg: 'аиоетнрсвлкдпмзгябъучцжщшхйфью',
  sr: 'аоиенртсјувмдкпзлгбцшжљњчћхђфџ',
  el: 'αοιετνσηυρκπμλςάωίόέδγήύχθφβώξζψϊ',
}

export interface LanguageLetters {
  readonly weights: ReadonlyMap<string, number>
  readonly groups?: RegExp
}

const [maxLatinWeight, latinWeightRange] = [1.5, 1]
const [maxNonLatinWeight, nonLatinWeightRange] = [2, 1.8]
const mixedLanguageWeight = 0.6

function weightsByRank(letters: string, from: number, by: number): Map<string, number> {
  const all = [...letters]
  return new Map(all.map((letter, index) => [letter, from - (by * index) / all.length]))
}

function mixedLanguages(...languages: readonly string[]): LanguageLetters {
  const letters = languages.flatMap((language) => [...(latinAlphabets[language]?.letters ?? '')])
  return { weights: new Map(letters.map((letter) => [letter, mixedLanguageWeight])) }
}

/** Mixed-language entries weigh less than single-language ones. */
export const languageLetters: readonly LanguageLetters[] = [
  ...Object.values(latinAlphabets).map(({ letters, groups }) => ({
    weights: weightsByRank(letters, maxLatinWeight, latinWeightRange),
    groups,
  })),
  ...Object.values(nonLatinLetters).map((letters) => ({
    weights: weightsByRank(letters, maxNonLatinWeight, nonLatinWeightRange),
  })),
  mixedLanguages('de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'is'),
  mixedLanguages('de', 'pl', 'cs', 'sk', 'hu', 'hr', 'ro'),
]
