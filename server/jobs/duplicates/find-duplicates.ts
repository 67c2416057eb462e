import type { DuplicateWay } from '#shared/duplicates.ts'
import { buildGroups, type BuiltGroup } from '../../catalog/duplicates/build-groups.ts'
import { CollectedEntities } from '../../catalog/duplicates/collected.ts'
import { describeGroup, readAll } from '../../catalog/duplicates/describe-group.ts'
import {
  findByKey,
  findByPicture,
  hashOfPicture,
  entitiesByPicture,
} from '../../catalog/duplicates/find-by-picture.ts'
import { titleSteps } from '../../catalog/duplicates/find-by-title.ts'
import { Matches } from '../../catalog/duplicates/matches.ts'
import { dismissedTest, staleGroups, knownSignatures } from '../../catalog/duplicates/store-groups.ts'
import { type SearchInput, usableWays } from '../../catalog/duplicates/search-request.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { JobPace, stopIfClosing } from '../run-chunks.ts'
import { signatureOf, signatureSide } from '../../catalog/duplicates/picture-signature.ts'
import { readFile } from '../../catalog/files/stored-files.ts'

const storedAtOnce = 200

/**
 * Finds duplicates and stores the groups. A known group keeps its id, and one that no longer matches is
 * removed. After an interruption it begins again, except for known pictures.
 */
export async function findDuplicates(context: JobContext): Promise<JobEnd> {
  const { input } = await readStoredJob(context, 'find_duplicates')
  const { usable, skipped } = context.read((db) => usableWays(db, input))
  const pace = new JobPace(context, 100)
  const all = new CollectedEntities()
  for (const done of readAll(context.read, input, all))
    if (await pace.isCancelledAt(40 * done)) return cancelledEnd
  context.collectGarbage()
  const matches = new Matches()
  const steps = stepsOf(context, usable, { all, matches })
  for (const [index, step] of steps.entries()) {
    for await (const _ of step())
      if (await pace.isCancelledAt(40 + Math.round((40 * index) / steps.length))) return cancelledEnd
    context.collectGarbage()
  }
  const isDismissed = context.read((db) => dismissedTest(db, all))
  const groups = buildGroups(all, matches, isDismissed)
  return storeAll(context, { input, all, usable, skipped, groups, pace })
}

/** Yields now and then, so that the search can be cancelled. */
type Step = () => Iterable<void> | AsyncIterable<void>

function stepsOf(
  context: JobContext,
  ways: readonly DuplicateWay[],
  { all, matches }: { readonly all: CollectedEntities; readonly matches: Matches },
): Step[] {
  return ways.flatMap((way): Step[] => {
    if (way === 'title') return titleSteps(all, matches)
    if (way !== 'picture') return [() => findByKey(all, way, matches)]
    return [() => compareAllPictures(context, all, matches)]
  })
}

const atOnce = 50
// The same bound as for models: a larger image is no picture of a product.
const maxPixels = 100_000_000

async function lookAtPictures(context: JobContext, all: CollectedEntities): Promise<Map<string, Uint8Array>> {
  const { call, read, signal } = context
  const hashes = [
    ...new Set([...entitiesByPicture(all).keys()].flatMap((picture) => hashOfPicture(picture) ?? [])),
  ]
  const known = read((db) => knownSignatures(db, hashes))
  const missing = hashes.filter((hash) => !known.has(hash))
  for (let start = 0; start < missing.length && !signal.aborted; start += atOnce) {
    const signatures: [string, Uint8Array][] = []
    for (const hash of missing.slice(start, start + atOnce)) {
      const file = read((db) => readFile(db, { hash }))
      if (file) signatures.push([hash, await lookAt(file.bytes)])
    }
    await call('storePictureSignatures', { signatures })
    for (const [hash, signature] of signatures) known.set(hash, signature)
    stopIfClosing(context)
  }
  return known
}

async function lookAt(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate()
    const { width, height } = await picture.metadata()
    const scaled = picture.flatten({ background: '#fff' }).toColourspace('srgb')
    const pixels = await scaled
      .resize(signatureSide, signatureSide, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer()
    return signatureOf(pixels, width / height)
  } catch {
    return new Uint8Array()
  }
}

async function* compareAllPictures(
  context: JobContext,
  all: CollectedEntities,
  matches: Matches,
): AsyncGenerator<void> {
  yield* findByPicture(all, await lookAtPictures(context, all), matches)
}

interface SearchData {
  readonly input: SearchInput
  readonly all: CollectedEntities
  readonly usable: readonly DuplicateWay[]
  readonly skipped: readonly DuplicateWay[]
  readonly groups: readonly BuiltGroup[]
  readonly pace: JobPace
}

async function storeAll(
  { call, read }: JobContext,
  { input, all, usable: ways, skipped, groups, pace }: SearchData,
): Promise<JobEnd> {
  const { type } = input
  let added = 0
  for (let start = 0; start < groups.length; start += storedAtOnce) {
    const some = groups.slice(start, start + storedAtOnce)
    const found = read((db) => some.map((group) => describeGroup(db, input, { all, group })))
    added += (await call('storeDuplicateGroups', { type, ways, groups: found })).added
    if (await pace.isCancelledAt(80 + Math.floor((15 * start) / groups.length))) return cancelledEnd
  }
  const stale = read((db) => staleGroups(db, { type, ways, all, groups }))
  for (let start = 0; start < stale.length; start += storedAtOnce)
    await call('dropDuplicateGroups', { ids: stale.slice(start, start + storedAtOnce) })
  const result = {
    searched: all.size,
    groups: groups.length,
    new_groups: added,
    dropped_groups: stale.length,
    skipped_ways: [...skipped],
  }
  return { status: 'completed', result }
}
