import type { CheerioAPI } from 'cheerio'
import { isThing, type Thing, valuesOf } from './things.ts'

/** The things that the scripts of a page tell (JSON-LD); a script that is no JSON is passed over. */
export function jsonLdThings($: CheerioAPI): Thing[] {
  const things = $('script[type="application/ld+json" i]')
    .toArray()
    .flatMap((element) => parse($(element).text()))
    .flat()
    .filter(isThing)
    .flatMap((thing) =>
      Object.hasOwn(thing, '@graph') ? valuesOf(thing, '@graph').filter(isThing) : [thing],
    )
  return things
}

function parse(text: string): unknown[] {
  // Some wrap it as for the browsers of 1999, and line ends inside texts are common.
  const bare = text.replaceAll(
    /^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|\/\/<!\[CDATA\[)|(?:-->|\/\*\]\]>\*\/|\/\/\]\]>)\s*$/g,
    '',
  )
  for (const attempt of [bare, bare.replaceAll(/\s+/g, ' ')]) {
    try {
      return [JSON.parse(attempt)]
    } catch {
      continue
    }
  }
  return []
}

/** Things by their `@id`, for those that are only named where they belong. */
export function indexById(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  const known = new Map<string, Thing>()
  for (const thing of things) {
    const [id] = valuesOf(thing, '@id')
    if (typeof id === 'string' && Object.keys(thing).length > 1) known.set(id, thing)
  }
  return known
}
