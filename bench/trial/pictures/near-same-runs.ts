import sharp, { type Sharp } from 'sharp'
import { type Figure, ofAll } from './figure.ts'
import { PictureWorld } from './picture-world.ts'
import { productPicture } from './test-pictures.ts'

const all = 5000
const pairs = 60
const side = 240

const changes: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.resize(120).jpeg({ quality: 80 }),
  (picture) => picture.resize(400).webp({ quality: 70 }),
  (picture) => picture.extract({ left: 6, top: 6, width: side - 12, height: side - 12 }).jpeg(),
  (picture) => picture.modulate({ brightness: 0.9 }).jpeg(),
  (picture) => picture.modulate({ brightness: 1.1 }).webp(),
  (picture) => picture.extract({ left: 12, top: 0, width: side - 12, height: side }).png(),
]

interface Group {
  readonly entities: readonly { readonly label: string }[]
}

/** Pairs of a picture and a changed one among thousands of one style; the same shape in two colours besides. */
export async function tryNearSame(share: number): Promise<Figure[]> {
  await using world = await PictureWorld.make([])
  const count = Math.round(all * share)
  const attributes = [
    {
      entity_type: 'image',
      name: 'File name',
      key: 'file_name',
      data_type: 'single_line_text_field',
      is_primary: true,
    },
    { entity_type: 'image', name: 'Image', key: 'image_url', data_type: 'image' },
  ]
  for (const body of attributes) await world.send('POST', '/attributes', body)
  const add = async (picture: Sharp, name: string) => {
    const { path } = await world.store(Uint8Array.from(await picture.toBuffer()))
    return { attributes: { file_name: name, image_url: path } }
  }
  let items: object[] = []
  const flush = async () => {
    if (items.length > 0) await world.send('POST', '/images/batch', { items })
    items = []
  }
  for (let index = 0; index < count; index += 1) {
    items.push(await add(productPicture(index).png({ compressionLevel: 1 }), `p${index}`))
    if (items.length === 100) await flush()
  }
  for (let index = 0; index < pairs; index += 1) {
    const original = await productPicture(index).png().toBuffer()
    const changed = changes[index % changes.length]?.(sharp(original)) ?? sharp(original)
    items.push(await add(changed, `p${index} changed`))
    items.push(
      await add(
        sharp(original)
          .recomb([
            [0, 1, 0],
            [0, 0, 1],
            [1, 0, 0],
          ])
          .png(),
        `p${index} in other colours`,
      ),
    )
    if (items.length >= 98) await flush()
  }
  await flush()
  const groups: Group[] = []
  for (let cursor: string | undefined; ;) {
    const page = await world.send<{ data: Group[]; pagination: { has_more: boolean; next_cursor?: string } }>(
      'GET',
      `/assets/duplicates?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    )
    groups.push(...page.data)
    if (!page.pagination.has_more) break
    cursor = page.pagination.next_cursor
  }
  const named = groups.map(({ entities }) => entities.map(({ label }) => label).toSorted())
  const isRight = (labels: readonly string[]) => labels.length === 2 && labels[1] === `${labels[0]} changed`
  const right = named.filter(isRight).length
  const wrong = named.filter((labels) => !isRight(labels))
  return ofAll('near-same', [
    { name: `found of ${pairs} pairs`, value: right / pairs, atLeast: 0.95 },
    {
      name: `wrong among ${count}`,
      value: wrong.length,
      atMost: 0,
      note: wrong
        .slice(0, 5)
        .map((labels) => labels.join(' = '))
        .join('; '),
    },
  ])
}
