import {
  type CheckKindName,
  checkKindNames,
  checkKinds,
  type QualityCheck,
  severities,
} from '#shared/quality.ts'
import type { Pick } from './facet-world.ts'
import { compared, type PlainFilter, type PlainRule } from './quality-oracle.ts'

const texts = [
  'Chair',
  'chair ',
  'OAK CHAIR 9',
  'ÖL',
  'TBD',
  'xxx',
  'n/a',
  'Lorem ipsum',
  'Cheap!',
  'the best  price',
  '<b>bold</b>',
  'a < b',
  '<p>open<i>',
  'R&amp;D',
  'ﬁsh',
  'z'.repeat(30),
  'Straße',
]
export const drawn = {
  title: texts,
  note: [...texts, undefined, undefined],
  brand: ['Nordvik', 'nordvik ', 'STRASSE', 'Straße', 'TBA', undefined],
  code: ['4006381333931', ' 96385074', '4006381333930', '123', 'A-1', undefined],
  size: ['10 cm', '11,5 cm', '4 in', '3 Zoll', '7', 'soft', '1 kg', undefined],
  price: [0, 1, 10, 11, 12, 13, 9, 900, 0.1, undefined],
  active: [true, false, undefined],
  tags: ['new', 'new, sale', 'eco', undefined],
  colour: ['Red', 'red', 'BLUE', undefined, undefined],
} as const
const drawnKeys = Object.keys(drawn) as (keyof typeof drawn)[]
const textKeys = ['title', 'note', 'brand', 'code', 'size', 'colour']
export const anyKeys = [...drawnKeys, 'vendor', 'partners', 'twice']

const everything: PlainFilter = { text: '', keys: [], matches: () => true }

function filterOf(key: string, sent: string, matches: PlainFilter['matches']): PlainFilter {
  return {
    text: `filter[${key}]${sent}`,
    keys: key in drawn || key === 'vendor' || key === 'twice' ? [key] : [],
    matches,
  }
}

const filters: readonly PlainFilter[] = [
  filterOf('brand', '[exists]=true', (one) => compared(one, 'brand') !== null),
  filterOf('vendor', '[exists]=true', (one) => compared(one, 'vendor') !== null),
  filterOf('price', '[gt]=9', (one) => Number(compared(one, 'price') ?? 0) > 9),
  filterOf('twice', '[lte]=20', (one) => Number(compared(one, 'twice')) <= 20),
  filterOf('colour', '[eq]=red', (one) => compared(one, 'colour') === 'red'),
  filterOf('title', '[ne]=chair', (one) => compared(one, 'title') !== 'chair'),
  filterOf('note', '[exists]=false', (one) => compared(one, 'note') === null),
  filterOf('title', '[contains]=a', (one) => String(compared(one, 'title')).includes('a')),
  filterOf('active', '[eq]=true', (one) => compared(one, 'active') === true),
  filterOf('parent_id', '[exists]=false', (one) => one.parent === undefined),
  filterOf('has_variants', '=false', (one, all) => all.every(({ parent }) => parent !== one)),
  filterOf('has_variants', '=true', (one, all) => all.some(({ parent }) => parent === one)),
]

const kinds = checkKindNames.filter((kind) => !checkKinds[kind].isMadeByJob)

export function randomRule(pick: Pick, number: number): PlainRule {
  const kind = pick(kinds)
  const wanted = kind === 'filter' ? someFilter(pick) : everything
  return {
    key: `rule_${number}`,
    severity: pick(severities),
    weight: pick([1, 2, 10]),
    applies: pick([everything, everything, someFilter(pick)]),
    check: { kind, ...membersOf(pick, kind, wanted) },
    wanted,
  }
}

function someFilter(pick: Pick): PlainFilter {
  const [one, other] = [pick(filters), pick(filters)]
  if (one === other || pick([true, false])) return one
  return {
    text: `${one.text}&${other.text}&filter_join=or`,
    keys: [...new Set([...one.keys, ...other.keys])],
    matches: (product, all) => one.matches(product, all) || other.matches(product, all),
  }
}

type Members = (pick: Pick, wanted: PlainFilter) => Partial<QualityCheck>

const membersByKind: Readonly<Partial<Record<CheckKindName, Members>>> = {
  filter: (_pick, wanted) => ({ must_match: wanted.text }),
  required: (pick) => ({ attributes: some(pick, anyKeys) }),
  unique_together: (pick) => ({ attributes: some(pick, anyKeys) }),
  parent_differs: (pick) => ({ attributes: some(pick, anyKeys) }),
  outlier: (pick) => {
    const check = { attributes: [pick(['price', 'twice'])], times: pick([1, 5]) }
    return pick([true, false]) ? { ...check, within: 'vendor' } : check
  },
  length: (pick) => ({ ...pick([{ max: 5 }, { min: 4 }, { min: 3, max: 12 }]) }),
  pattern: (pick) => ({ pattern: pick(['[a-z ]+', String.raw`.*\d.*`, 'Chair|Red']) }),
  one_of: (pick) => ({
    attributes: some(pick, [...textKeys, 'tags']),
    values: pick([['red', 'NORDVIK'], ['new', 'eco'], ['chair', 'strasse', 'tba'], ['x']]),
  }),
  banned_words: (pick) => ({ words: pick([['cheap'], ['best price', 'OAK'], ['a']]) }),
}

function membersOf(pick: Pick, kind: CheckKindName, wanted: PlainFilter): Partial<QualityCheck> {
  const members = membersByKind[kind]?.(pick, wanted) ?? {}
  return kind === 'filter' ? members : { attributes: some(pick, textKeys), ...members }
}

function some(pick: Pick, keys: readonly string[]): string[] {
  return [...new Set(Array.from({ length: pick([1, 1, 3]) }, () => pick(keys)))]
}
