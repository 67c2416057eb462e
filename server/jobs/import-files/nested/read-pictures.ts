import { splitPictures } from '../shapes/columns.ts'
import { lettersOf } from '../shapes/column-roles.ts'
import { isObject, type JsonObject, pick, textOf, toList, type NestedPicture } from './json-tree.ts'

const members = new Set(
  `image images imageurl imageurls imagelink mainimage mainimageurl featuredimage featuredmedia thumbnail thumbnailurl
   picture pictures pictureurl photo photos media gallery galleryimages additionalimages additionalimagelinks
   assets`.split(/\s+/),
)
const addresses =
  'src urlzoom originalsrc contenturl transformedsrc url href urlstandard imageurl uri link file'.split(' ')

/** The pictures that a member of a record holds; undefined where it is about anything else. */
export function picturesOf(name: string, value: unknown): NestedPicture[] | undefined {
  if (!members.has(lettersOf(name))) return undefined
  const found = readPictures(value)
  return found.length > 0 ? found : undefined
}

/** The main one first, the others in the order that the file says. */
export function readPictures(value: unknown): NestedPicture[] {
  const found = (toList(value) ?? [value]).flatMap(readOne)
  return found.toSorted((a, b) => (a.position === b.position ? 0 : a.position - b.position))
}

interface OrderedPicture extends NestedPicture {
  readonly position: number
}

function readOne(value: unknown): OrderedPicture[] {
  if (typeof value === 'string')
    return splitPictures(value).flatMap((part) => {
      const url = addressOf(part)
      return url === undefined ? [] : [{ url, alt: '', id: '', variants: [], position: Infinity }]
    })
  if (!isObject(value)) return []
  const url = addressOf(pick(value, ...addresses)) ?? nestedAddress(value)
  if (url === undefined) return []
  return [
    {
      url,
      alt: textOf(pick(value, 'alt', 'alttext', 'caption', 'description')),
      id: textOf(pick(value, 'id')),
      variants: (toList(pick(value, 'variantids')) ?? []).map(textOf),
      position: positionOf(value),
    },
  ]
}

function nestedAddress(value: JsonObject): string | undefined {
  const within = pick(value, 'image', 'previewimage')
  return isObject(within) ? addressOf(pick(within, ...addresses)) : addressOf(within)
}

function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.startsWith('//')) return `https:${text}`
  return /^https?:\/\//i.test(text) ? text : undefined
}

function positionOf(value: JsonObject): number {
  if (value['is_thumbnail'] === true) return -1
  const position = pick(value, 'position', 'sortorder', 'rank', 'order')
  return typeof position === 'number' ? position : Infinity
}
