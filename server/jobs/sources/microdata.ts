import type { CheerioAPI } from 'cheerio'
import type { Thing } from './product-data.ts'

type Selection = ReturnType<CheerioAPI>

const maxDepth = 12

export function microdataThings($: CheerioAPI): Thing[] {
  return $('[itemscope]:not([itemprop])')
    .toArray()
    .map((element) => readItem($, $(element), 0))
}

function readItem($: CheerioAPI, item: Selection, depth: number): Thing {
  const thing: Record<string, unknown> = { '@type': typeOf(item) }
  for (const element of propertiesOf($, item)) {
    const property = $(element)
    const isItem = property.attr('itemscope') !== undefined
    if (isItem && depth >= maxDepth) continue
    const value = isItem ? readItem($, property, depth + 1) : valueOf(property)
    for (const name of namesOf(property)) {
      const before = Object.hasOwn(thing, name) ? [thing[name]].flat() : []
      thing[name] = before.length === 0 ? value : [...before, value]
    }
  }
  return thing
}

function namesOf(property: Selection): string[] {
  const names = property.attr('itemprop')?.split(/\s+/) ?? []
  return names.filter((name) => name !== '' && name !== '@type')
}

function propertiesOf($: CheerioAPI, item: Selection) {
  const own = item.get(0)
  return item
    .find('[itemprop]')
    .toArray()
    .filter((element) => $(element).parent().closest('[itemscope]').get(0) === own)
}

function typeOf(item: Selection): string {
  return (item.attr('itemtype') ?? '').trim().split(/[/#]/).at(-1) ?? ''
}

const valueAttributes = ['content', 'src', 'href', 'datetime', 'value']

function valueOf(property: Selection): string {
  const attribute = valueAttributes.map((name) => property.attr(name)).find((value) => value !== undefined)
  return (attribute ?? property.text()).replaceAll(/\s+/g, ' ').trim()
}
