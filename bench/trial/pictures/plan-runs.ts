import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, ofAll } from './figure.ts'
import { PictureWorld } from './picture-world.ts'
import { photograph } from './test-pictures.ts'

const all = 1000
const kinds = 20
const cancelMs = 1000

/** A thousand photographs of 3 MB: how long a plan takes, what it takes of memory, and what a cancelled one leaves. */
export async function tryPlan(share: number): Promise<Figure[]> {
  const count = Math.round(all * share)
  const products = Array.from({ length: count }, (_, index) => ({ sku: `PH-${10_000 + index}` }))
  await using world = await PictureWorld.make(products)
  const photos = []
  for (let kind = 0; kind < kinds; kind += 1) photos.push(await photograph(kind, 2600, 1950))
  const megabytes = (photos[0]?.length ?? 0) / 1e6
  for (let index = 0; index < count; index += 1) {
    const photo = photos[index % kinds] ?? Buffer.of()
    // Bytes behind the end make each another file.
    writeFileSync(
      join(world.files, `PH-${10_000 + index}_1.jpg`),
      Buffer.concat([photo, Buffer.from(String(index))]),
    )
  }
  const rules = [{ by: 'key', attribute: 'sku' }]
  const endWatching = world.watchMemory()
  const begun = performance.now()
  const { job, rows } = await world.match(world.files, rules)
  const seconds = (performance.now() - begun) / 1000
  const peakMb = endWatching()
  const matched = rows.filter(({ status }) => status === 'matched').length

  const before = sizeOf(world.dataDir)
  const id = await world.beginMatch(world.files, rules, { dry_run: false })
  await new Promise((resolve) => setTimeout(resolve, 3000 * Math.max(share, 0.2)))
  const asked = performance.now()
  await world.askApi('POST', `/jobs/${id}/cancel`)
  const ended = await world.endedJob(id)
  const cancelled = performance.now() - asked
  const images = await world
    .send<{ pagination: { total: number } }>('GET', '/images?limit=1')
    .catch(() => ({ pagination: { total: 0 } }))
  const after = sizeOf(world.dataDir)
  return ofAll(`plan of ${count}`, [
    { name: 'size of a file, MB', value: megabytes },
    { name: 'matched', value: matched / count, atLeast: 1 },
    { name: 'seconds', value: job.status === 'completed' ? seconds : Infinity, atMost: 60 },
    { name: 'memory, MB', value: peakMb, atMost: 400 },
    {
      name: 'cancelled within ms',
      value: ended.status === 'cancelled' ? cancelled : Infinity,
      atMost: cancelMs,
    },
    { name: 'images left by a cancelled match', value: images.pagination.total, atMost: 0 },
    { name: 'files left by a cancelled match', value: Math.max(0, after - before), atMost: 0 },
  ])
}

/** How many files lie in the folders of jobs. */
function sizeOf(dataDir: string): number {
  return ['uploads', 'matches', 'exports', 'results'].reduce((sum, name) => {
    const folder = join(dataDir, name)
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    return sum + (isThere ? readdirSync(folder, { recursive: true }).length : 0)
  }, 0)
}
