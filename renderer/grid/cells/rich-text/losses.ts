import { byLanguage, t } from '../../../ui/text.ts'

const plurals = byLanguage((): Readonly<Record<string, string>> => ({
  table: t('tables'),
  div: t('divs'),
  span: t('spans'),
  img: t('pictures'),
  video: t('videos'),
  iframe: t('embedded pages'),
  script: t('scripts'),
  style: t('style sheets'),
  a: t('links to other than web and mail addresses'),
  '#comment': t('comments'),
  '@style': t('styles'),
  '@class': t('classes'),
  '@id': t('ids'),
}))

const partsOfTables = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup', 'col'])

const maxNamed = 4

/** What of these elements, attributes (`@name`) and comments there is less of afterwards, in words for people. */
export function nameLosses(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const lost = [...before.keys()].filter((name) => (before.get(name) ?? 0) > (after.get(name) ?? 0))
  const telling = lost.filter((name) => !(partsOfTables.has(name) && lost.includes('table')))
  return telling.map((name) => plurals()[name] ?? nameOther(name))
}

function nameOther(name: string): string {
  return name.startsWith('@')
    ? t('“{value}” attributes', { value: name.slice(1) })
    : t('<{name}> elements', { name })
}

/** Words as part of a sentence: “tables, styles and classes”. */
export function listLosses(losses: readonly string[]): string {
  const named =
    losses.length > maxNamed
      ? [...losses.slice(0, maxNamed - 1), t('{count} other things', { count: losses.length - maxNamed + 1 })]
      : losses
  const last = named.at(-1) ?? ''
  return named.length < 2 ? last : t('{value} and {last}', { value: named.slice(0, -1).join(', '), last })
}
