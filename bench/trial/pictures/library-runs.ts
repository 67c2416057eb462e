import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Figure, ofAll } from './figure.ts'
import { PictureWorld } from './picture-world.ts'
import { smallPicture } from './test-pictures.ts'

const all = 20_000
const foldersOf = 200
const changed = 100
const moved = 500

interface Photo {
  readonly sku: string
  readonly photo: string | null
}

/** A library whose folder is renamed, whose files move, change and go away with their disk: no link may be lost. */
export async function tryLibrary(share: number): Promise<Figure[]> {
  const count = Math.round(all * share)
  await using world = await PictureWorld.make([])
  const pathOf = (index: number) => `season ${index % foldersOf}/P${index}.svg`
  for (let index = 0; index < count; index += 1) put(world.files, pathOf(index), smallPicture(index))
  const { data: library } = await world.ask<{ data: { id: string } }>('POST', '/asset-libraries', {
    name: 'Photos',
    path: world.files,
  })
  const value = (path: string) => `linked/${library.id}/${path}`
  await scan(world, library.id)
  await world.addProducts(
    Array.from({ length: count }, (_, index) => ({ sku: `P${index}`, photo: value(pathOf(index)) })),
  )
  const figures: Figure[] = []
  const meant = new Map(Array.from({ length: count }, (_, index) => [`P${index}`, value(pathOf(index))]))
  const before = new Map(meant)

  renameSync(join(world.files, 'season 7'), join(world.files, 'season 7, renamed'))
  for (let index = 7; index < count; index += foldersOf)
    meant.set(`P${index}`, value(`season 7, renamed/P${index}.svg`))
  let movedFiles = 0
  for (let index = 0; index < count && movedFiles < moved; index += 13) {
    if (index % foldersOf === 7) continue
    mkdirSync(join(world.files, 'moved'), { recursive: true })
    renameSync(join(world.files, pathOf(index)), join(world.files, 'moved', `new ${index}.svg`))
    meant.set(`P${index}`, value(`moved/new ${index}.svg`))
    movedFiles += 1
  }
  let changedFiles = 0
  for (let index = 1; changedFiles < Math.min(changed, count / 20); index += 13) {
    if (index % foldersOf === 7) continue
    put(world.files, pathOf(index), smallPicture(index + 10 * all))
    changedFiles += 1
  }
  const result = await scan(world, library.id)
  figures.push(
    {
      name: 'moves that were not followed',
      value: Math.abs(Number(result['moved']) - movedFiles - Math.ceil((count - 7) / foldersOf)),
      atMost: 0,
    },
    {
      name: 'changes that were not seen',
      value: Math.abs(Number(result['changed']) - changedFiles),
      atMost: 0,
    },
    { name: 'missing', value: Number(result['missing']), atMost: 0 },
    { name: 'links lost', value: (await differences(world, meant)).length, atMost: 0 },
  )

  renameSync(world.files, `${world.files} away`)
  const away = await scan(world, library.id)
  figures.push(
    {
      name: 'away told as missing',
      value: away['is_away'] === true ? Number(away['missing']) : 1,
      atMost: 0,
    },
    { name: 'links lost while away', value: (await differences(world, meant)).length, atMost: 0 },
  )
  renameSync(`${world.files} away`, world.files)
  const back = await scan(world, library.id)
  figures.push({
    name: 'changed by coming back',
    value: Number(back['values']) + Number(back['missing']),
    atMost: 0,
  })

  const undone = await world.send<{ data: { id?: string } }>(
    'POST',
    `/edits/${String(result['edit_id'])}/undo`,
    {},
  )
  if (undone.data.id !== undefined) await world.endedJob(undone.data.id).catch(() => undefined)
  figures.push({ name: 'values that undo left', value: (await differences(world, before)).length, atMost: 0 })
  const again = await scan(world, library.id)
  figures.push(
    { name: 'rewritten again after undo', value: Number(again['values']), atMost: 0 },
    {
      name: 'not told as missing after undo',
      value: Math.abs(Number(again['missing']) - movedFiles - Math.ceil((count - 7) / foldersOf)),
      atMost: 0,
    },
  )
  return ofAll(`library of ${count}`, figures)
}

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
  // A change within the second of the first writing shows by its time.
  utimesSync(join(folder, path), new Date(), new Date())
}

async function scan(world: PictureWorld, id: string): Promise<Record<string, unknown>> {
  const { data } = await world.ask<{ data: { id: string } }>('POST', `/asset-libraries/${id}/scan`)
  const { result, status } = await world.endedJob(data.id)
  if (status !== 'completed' || result === null) throw new Error(`The scan ended as ${status}.`)
  return result
}

async function differences(world: PictureWorld, meant: ReadonlyMap<string, string>): Promise<string[]> {
  const wrong: string[] = []
  let seen = 0
  for (let cursor: string | undefined; ;) {
    const page = await world.send<{
      data: { attributes: Photo }[]
      pagination: { has_more: boolean; next_cursor?: string }
    }>('GET', `/products?limit=200&fields=sku,photo${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    for (const { attributes } of page.data) {
      seen += 1
      if (meant.get(attributes.sku) !== attributes.photo) wrong.push(`${attributes.sku} ${attributes.photo}`)
    }
    if (!page.pagination.has_more) break
    cursor = page.pagination.next_cursor
  }
  return seen === meant.size ? wrong : [...wrong, `${meant.size - seen} products are not there`]
}
