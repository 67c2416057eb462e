/** Copies of products as people make them: the same product again, written differently. */
import { writeFileSync } from 'node:fs'
import { seededRandom } from '../random.ts'
import { productValues } from './products.ts'

export interface PlantedCopy {
  readonly way: PlantedWay
  readonly original: string
  readonly copy: string
}

const plantedWays = ['ean', 'sku', 'order', 'slip', 'hyphens'] as const
export type PlantedWay = (typeof plantedWays)[number]

/** Writes a list that plants `count` copies among the first `products` products; where it takes a valid EAN, the original gets it too. */
export function writePlantedCopies(file: string, products: number, count: number): PlantedCopy[] {
  const random = seededRandom(77)
  const lines = ['SKU,Product name,Brand,EAN']
  const planted: PlantedCopy[] = []
  for (let number = 0; number < count; number += 1) {
    const way = plantedWays[number % plantedWays.length] ?? 'order'
    const index = Math.floor(((number + 0.5) * products) / count) + random.below(3)
    const { sku = '', product_name: name = '', brand = '' } = productValues(index)
    const [original, title] = [String(sku), String(name)]
    const copy = way === 'sku' ? original.toLowerCase().replace('-', ' ') : `COPY-${number}`
    const ean = way === 'ean' ? validEan(number) : ''
    if (ean) lines.push(line(original, title, String(brand), ean))
    lines.push(line(copy, rewrite[way](title, number), String(brand), ean && `0${ean}`))
    planted.push({ way, original, copy })
  }
  writeFileSync(file, `${lines.join('\n')}\n`)
  return planted
}

const rewrite: Readonly<Record<PlantedWay, (title: string, number: number) => string>> = {
  ean: (_, number) => `Sold elsewhere ${number}`,
  sku: (_, number) => `Named otherwise ${number}`,
  order: (title) => title.split(' ').toReversed().join(' '),
  slip: (title) => {
    const longest = title.split(' ').reduce((one, other) => (other.length > one.length ? other : one))
    return title.replace(longest, longest.replace(/^(.*)(.)(.)(.)$/u, '$1$3$2$4'))
  },
  hyphens: (title) => title.toUpperCase().replaceAll(' ', '-'),
}

function line(...cells: readonly string[]): string {
  return cells.map((cell) => `"${cell}"`).join(',')
}

function validEan(number: number): string {
  const body = `290${String(number).padStart(9, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
