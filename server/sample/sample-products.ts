import { keysOf } from '#shared/text.ts'
import {
  type ColorName,
  colors,
  lines,
  type MaterialName,
  materials,
  type SampleLine,
  statuses,
  tags,
} from './catalog-data.ts'
import type { DrawingName } from './pictures.ts'

export type AttributeValues = Readonly<Record<string, unknown>>

export interface References {
  readonly vendorIds: readonly string[]
  readonly categoryIds: ReadonlyMap<string, string>
  readonly pictureOf: (
    drawing: DrawingName,
    color: ColorName,
  ) => { readonly id: string; readonly path: string }
}

export interface ProductFamily {
  readonly parent: AttributeValues
  readonly variants: readonly AttributeValues[]
}

const allColors = keysOf(colors)
const colorsPerLine = 4

export function sampleProducts(references: References): ProductFamily[] {
  return lines.map((line, index) => {
    const choice = allColors.toSpliced(index % allColors.length, allColors.length - colorsPerLine)
    const pictures = choice.map((color) => references.pictureOf(line.drawing, color))
    return {
      parent: {
        ...shared(line, index, references),
        product_name: line.name,
        sku: skuOf(line, index),
        status: 'Published',
        picture: pictures[0]?.path,
        gallery_images: pictures.map(({ id }) => id),
        tags: tagsOf(index),
        sales_rank: index + 1,
      },
      variants: choice.map((color, position) => variantOf(line, { index, color, position }, references)),
    }
  })
}

function shared(line: SampleLine, index: number, { vendorIds, categoryIds }: References): AttributeValues {
  const [width, depth, height] = line.size
  return {
    vendor: vendorIds[line.vendor],
    category: categoryIds.get(line.category),
    description: `<p>${line.story}</p><p>Designed for <strong>everyday use</strong> and made to be repaired.</p>`,
    launch_date: `${2022 + (index % 4)}-${String(1 + ((index * 5) % 12)).padStart(2, '0')}-15`,
    product_url: `https://example.com/products/${slugOf(line.name)}`,
    width,
    depth,
    height,
  }
}

interface Variant {
  readonly index: number
  readonly color: ColorName
  readonly position: number
}

function variantOf(
  line: SampleLine,
  { index, color, position }: Variant,
  references: References,
): AttributeValues {
  const number = index * 10 + position
  const material = line.materials[position % line.materials.length] as MaterialName
  const picture = references.pictureOf(line.drawing, color)
  const stock = (number * 7) % 45
  const isComplete = number % 6 !== 0
  return {
    ...shared(line, index, references),
    product_name: `${line.name}, ${color.toLowerCase()}`,
    sku: `${skuOf(line, index)}-${color.slice(0, 3).toUpperCase()}`,
    status: statuses[number % 7 === 0 ? number % 3 : 3],
    price:
      Math.round(line.price * (1 + (material === 'Walnut' || material === 'Wool' ? 0.12 : 0)) * 100) / 100,
    in_stock: stock > 0,
    stock,
    material,
    color,
    tags: tagsOf(number),
    picture: picture.path,
    gallery_images: [picture.id],
    content_score: isComplete ? 70 + (number % 31) : 35 + (number % 20),
    weight: line.weight,
    gtin: gtinOf(number),
    ...(isComplete && { care: careOf(material), specs: specsOf(line, color, material) }),
    ...(line.weight > 15 && { assembly_video: `https://example.com/videos/${slugOf(line.name)}.mp4` }),
  }
}

function tagsOf(number: number): string {
  const first = tags[number % tags.length]
  const second = tags[(number * 3 + 2) % tags.length]
  return number % 3 === 0 || first === second ? String(first) : `${first}, ${second}`
}

function skuOf({ drawing }: SampleLine, index: number): string {
  const initials = drawing.split('-').map((word) => word.slice(0, 2))
  return `${initials.join('').slice(0, 4).toUpperCase()}-${100 + index}`
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
}

/** A GTIN-13 with a valid check digit, from the range that GS1 keeps for examples. */
function gtinOf(number: number): string {
  const digits = `952${String(417_000 + number).padStart(9, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const care: Readonly<Partial<Record<MaterialName, string>>> = {
  Wool: 'Vacuum with the soft brush.\nTreat stains at once with cold water; do not rub.',
  Linen: 'The cover can be washed at 30 °C.\nStretch it while damp.',
  Stoneware: 'Dishwasher and microwave safe.\nAvoid sudden changes of temperature.',
  Glass: 'Wipe with a soft, damp cloth.\nNo abrasive cleaners.',
}

function careOf(material: MaterialName): string {
  return (
    care[material] ??
    `Wipe with a damp cloth and dry at once.\nOil ${material.toLowerCase()} parts once a year.`
  )
}

function specsOf({ size, weight }: SampleLine, color: ColorName, material: MaterialName): string {
  const swatch = { color: colors[color], material: materials[material] }
  return JSON.stringify({ size_cm: size, weight_kg: weight, swatch, assembled: weight < 15 })
}
