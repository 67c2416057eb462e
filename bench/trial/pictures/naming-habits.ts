import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withCheckDigit } from '../../../shared/gtin.ts'
import { type Figure, ofAll } from './figure.ts'
import { PictureWorld } from './picture-world.ts'
import { smallPicture } from './test-pictures.ts'

const filesOfHabit = 1000
const count = 400

/** SKUs that are near each other, with and without separators, one the beginning of the next. */
const skus = Array.from({ length: count }, (_, index) => {
  const number = 300 + Math.floor(index / 8)
  const forms = [
    `CH-${number}`,
    `CH-${number}1`,
    `CH-${number}-B`,
    `CH${number}X`,
    `TÜR ${number}`,
    `00${number}`,
    `${number}/12`,
    `Größe.${number}`,
  ]
  return forms[index % forms.length] ?? ''
})
const eans = skus.map((_, index) => withCheckDigit(`761234${String(200_000 + index)}`))
const safe = (sku: string | undefined) => (sku ?? '').replaceAll('/', '_')

interface Habit {
  readonly name: (index: number, n: number) => string
  readonly rules?: readonly object[]
}

const usual = [
  { by: 'key', attribute: 'sku' },
  { by: 'gtin', attribute: 'ean' },
  { by: 'folder', attribute: 'sku', level: 1 },
  { by: 'folder', attribute: 'sku', level: 2 },
]
const views = ['front', 'back', 'detail']
const camera = `file;key\n${Array.from({ length: filesOfHabit }, (_, at) => `DSCF${7000 + at}.JPG;${skus[at % count]}`).join('\n')}`

const habits: Readonly<Record<string, Habit>> = {
  SKU_1: { name: (index, n) => `${safe(skus[index])}_${n}.jpg` },
  'SKU-front': { name: (index, n) => `${safe(skus[index])}-${views[n % 3]}${n > 3 ? ` (${n})` : ''}.jpg` },
  'SKU.1': { name: (index, n) => `${safe(skus[index])}.${n}.jpg` },
  'a folder for each SKU': { name: (index, n) => `${safe(skus[index])}/IMG_${n}.jpg` },
  'folders in a folder': { name: (index, n) => `2026-11 Studio/${safe(skus[index])}/${n}.jpg` },
  GTIN: { name: (index, n) => (n === 1 ? `${eans[index]}.jpg` : `${eans[index]}_${n}.jpg`) },
  'words and GTIN': { name: (index, n) => `Studio Nord ${eans[index]} - ${n} (web).jpg` },
  'sku (2)': { name: (index, n) => `${safe(skus[index]).toLowerCase()} (${n}).jpg` },
  'decomposed umlauts': { name: (index, n) => `${safe(skus[index])}_${n}.jpg`.normalize('NFD') },
  'leading zeros lost': { name: (index, n) => `${safe(skus[index]).replace(/^0+/, '')}_${n}.jpg` },
  'sizes in the name': { name: (index, n) => `${safe(skus[index])}_1200x1200_${n}.jpg` },
  'final and copies': { name: (index, n) => `${safe(skus[index])}_${n}_final - Kopie.jpg` },
  'words behind the SKU': { name: (index, n) => `${safe(skus[index])} chair oak nature ${n}.jpg` },
  'names of a camera with a list': {
    name: (index, n) => `DSCF${7000 + (n - 1) * count + index}.JPG`,
    rules: [{ by: 'column', attribute: 'sku', csv: camera }],
  },
}

/** Files of each habit are matched through a folder: none may go to another product, and nearly all to theirs. */
export async function tryNamingHabits(): Promise<Figure[]> {
  const products = skus.map((sku, index) => ({ sku, ean: eans[index] ?? '' }))
  await using world = await PictureWorld.make(products)
  const figures: Figure[] = []
  for (const [at, [habit, { name, rules = usual }]] of Object.entries(habits).entries()) {
    const folder = join(world.files, String(at))
    const meant = new Map<string, string>()
    for (let file = 0; file < filesOfHabit; file += 1) {
      const index = file % count
      const path = name(index, Math.floor(file / count) + 1)
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), smallPicture(at * filesOfHabit + file))
      meant.set(path.normalize('NFC'), skus[index] ?? '')
    }
    const { rows } = await world.match(folder, rules)
    const wrong = rows.filter(
      ({ file, entity, status }) =>
        status === 'matched' && entity?.label !== meant.get(file.name.normalize('NFC')),
    )
    const placed = rows.filter(({ status }) => status === 'matched').length - wrong.length
    const open = rows.filter(({ status }) => status !== 'matched')
    figures.push({
      name: `${habit}: wrong links`,
      value: wrong.length,
      atMost: 0,
      note: wrong
        .slice(0, 3)
        .map(({ file, entity }) => `${file.name} → ${entity?.label}`)
        .join(', '),
    })
    figures.push({
      name: `${habit}: placed of ${meant.size}`,
      value: placed / meant.size,
      atLeast: 0.98,
      note: open
        .slice(0, 4)
        .map(({ file, status }) => `${file.name} ${status}`)
        .join(', '),
    })
  }
  return ofAll('habits', figures)
}
