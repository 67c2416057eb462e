/** Pictures: the plan that matches files to products, renditions that are asked for at once, and pages of the gallery. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { cpuOfTreeMs } from '../processes/cpu-time.ts'
import { PictureWorld } from '../trial/pictures/picture-world.ts'
import { photograph, scene, smallPicture } from '../trial/pictures/test-pictures.ts'
import type { JobRuns } from './job-runs.ts'
import { percentile } from './statistics.ts'

const photos = 200
const renditions = 50
const galleryImages = 10_000
const galleryPage = 60

/** Measures with a server of its own; CPU is that of the server with all of its processes. */
export async function measurePictures(): Promise<JobRuns> {
  const products = Array.from({ length: photos }, (_, index) => ({ sku: skuOf(index) }))
  await using world = await PictureWorld.make(products)
  return {
    pictures_plan: await measurePlan(world),
    pictures_renditions: await measureRenditions(world),
    pictures_gallery: await measureGallery(world),
  }
}

const skuOf = (index: number) => `PH-${10_000 + index}`

async function measurePlan(world: PictureWorld): Promise<JobRuns[string]> {
  for (let index = 0; index < photos; index += 1) {
    const photo = await photograph(index, 2600, 1950)
    writeFileSync(join(world.files, `${skuOf(index)}_1.jpg`), photo)
  }
  const { figures, value } = await measure(world, () =>
    world.match(world.files, [{ by: 'key', attribute: 'sku' }]),
  )
  if (value.rows.some(({ status }) => status !== 'matched')) throw new Error('The plan went wrong.')
  return figures
}

async function measureRenditions(world: PictureWorld): Promise<JobRuns[string]> {
  const hashes: string[] = []
  for (let index = 0; index < renditions; index += 1) {
    const picture = scene(200 + index, 1600, 1200)
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
    hashes.push((await world.store(Uint8Array.from(await picture.toBuffer()))).hash)
  }
  // Both processes that make renditions are there, as in an app that shows a list.
  await Promise.all(hashes.slice(0, 2).map((hash) => world.bytes(`/files/${hash}?width=64`)))
  const { figures, value } = await measure(world, () =>
    Promise.all(
      hashes.map(async (hash) => {
        const begun = performance.now()
        await world.bytes(`/files/${hash}?width=160&height=160&fit=contain&format=webp`)
        return performance.now() - begun
      }),
    ),
  )
  return { ...figures, p95_ms: percentile(value, 0.95) }
}

async function measureGallery(world: PictureWorld): Promise<JobRuns[string]> {
  const { path } = await world.store(Uint8Array.from(Buffer.from(smallPicture(1))))
  await world.defineImages()
  for (let start = 0; start < galleryImages; start += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { file_name: `${start + index}.svg`, image_url: path },
    }))
    await world.send('POST', '/images/batch', { items })
  }
  const page = (offset: number) =>
    world.send('GET', `/images?limit=${galleryPage}&offset=${offset}&fields=file_name,image_url`)
  await page(0)
  const { figures } = await measure(world, async () => {
    for (let at = 0; at < 100; at += 1) await page(at * galleryPage)
  })
  return figures
}

interface RunMeasurement<Value> {
  readonly figures: { readonly wall_ms: number; readonly cpu_ms: number }
  readonly value: Value
}

async function measure<Value>(
  world: PictureWorld,
  run: () => Promise<Value>,
): Promise<RunMeasurement<Value>> {
  const begun = { at: performance.now(), cpuMs: cpuOfTreeMs(world.pid) }
  const value = await run()
  const figures = { wall_ms: performance.now() - begun.at, cpu_ms: cpuOfTreeMs(world.pid) - begun.cpuMs }
  return { figures, value }
}
