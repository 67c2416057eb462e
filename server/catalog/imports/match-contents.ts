import { foldText } from '#shared/text.ts'
import type { ColumnTraits } from './column-traits.ts'
import type { Assignment, ColumnRequest, KnownAttribute } from './plan-columns.ts'

type Likeness = (traits: ColumnTraits, attribute: KnownAttribute) => boolean

const likenesses: readonly Likeness[] = [
  ({ isGtin }, { content }) => isGtin && content === 'gtin',
  ({ isImage }, { content }) => isImage && content === 'image',
  ({ options }, attribute) => areOptions(options, attribute.options ?? []),
]

/** One value in common may be chance, such as "yes". */
const minOptions = 2

function areOptions(values: readonly string[], options: readonly string[]): boolean {
  if (values.length < minOptions || options.length < minOptions) return false
  const known = new Set(options.map(foldText))
  return values.every((value) => known.has(foldText(value)))
}

/**
 * Gives columns whose names tell nothing the attribute that their cells look like: GTINs, addresses of pictures, values that are
 * all options of a select. Only where one column and one attribute fit each other and no other does.
 */
export function matchContents({ headers, attributes, traits }: ColumnRequest, to: Assignment): void {
  if (!traits) return
  const taken = new Set(to.keys.values())
  const free = attributes.filter(({ key, writable }) => writable && !taken.has(key))
  const open = [...headers.keys()].filter(
    (index) => headers[index] !== '' && !to.keys.has(index) && !to.ignored.has(index),
  )
  for (const isLike of likenesses) {
    const pairs = open.flatMap((index) =>
      free
        .filter((attribute) => traits[index] && isLike(traits[index], attribute))
        .map(({ key }) => ({ index, key })),
    )
    for (const { index, key } of pairs) {
      if (pairs.filter((pair) => pair.index === index || pair.key === key).length > 1) continue
      if (to.keys.has(index) || [...to.keys.values()].includes(key)) continue
      to.keys.set(index, key)
      to.reasons.set(index, 'content')
    }
  }
}
