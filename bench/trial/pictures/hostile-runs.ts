import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, ofAll } from './figure.ts'
import { makeHostileFiles } from './hostile-files.ts'
import { PictureWorld } from './picture-world.ts'

/** Broken and hostile files are matched, stored and shown: each is named, the server stays up and small. */
export async function tryHostileFiles(): Promise<Figure[]> {
  const files = await makeHostileFiles()
  await using world = await PictureWorld.make([{ sku: 'A-1' }])
  for (const { name, bytes } of files) writeFileSync(join(world.files, `${name}.jpg`), bytes)
  writeFileSync(
    join(world.files, 'A-1.jpg'),
    (files.find(({ name }) => name === '16 bits') ?? { bytes: '' }).bytes,
  )
  const endWatching = world.watchMemory()
  const { job, rows } = await world.match(world.files, [{ by: 'key', attribute: 'sku' }])
  const matchMb = endWatching()
  const endStoring = world.watchMemory()
  const unnamed = files.filter(({ name }) => !rows.some(({ file }) => file.name === `${name}.jpg`))
  const wrong = files.filter(({ name, isWhole = false }) => {
    const row = rows.find(({ file }) => file.name === `${name}.jpg`)
    const isNamed = (row?.status === 'damaged' || row?.status === 'unmatched') && row.note !== null
    return isWhole ? isNamed : !isNamed
  })
  const shown: string[] = []
  let [largest, largestMb] = ['', 0]
  for (const { name, bytes } of files) {
    const stored = await world.store(Uint8Array.from(bytes))
    if (stored.status >= 500) shown.push(`${name} stored with ${stored.status}`)
    if (stored.hash === '') continue
    const { status } = await world.bytes(`/files/${stored.hash}?width=320&height=320&fit=pad&format=jpeg`)
    const mb = world.peakMb
    if (mb > largestMb) [largest, largestMb] = [name, mb]
    if (status !== 200 && status !== 404) shown.push(`${name} shown with ${status}`)
  }
  const isUp = (await world.status('/products?limit=1')) === 200
  return ofAll('hostile', [
    { name: 'files', value: files.length, atLeast: 50 },
    { name: 'job ended badly', value: job.status === 'completed' ? 0 : 1, atMost: 0 },
    { name: 'not named', value: unnamed.length, atMost: 0 },
    {
      name: 'told otherwise than they are',
      value: wrong.length,
      atMost: 0,
      note: wrong
        .map(({ name }) => {
          const row = rows.find(({ file }) => file.name === `${name}.jpg`)
          return `${name}: ${row?.status} ${row?.note ?? ''}`
        })
        .join('; '),
    },
    { name: 'answered otherwise than 200 or 404', value: shown.length, atMost: 0, note: shown.join('; ') },
    { name: 'server down', value: isUp ? 0 : 1, atMost: 0 },
    { name: 'memory of the match, MB', value: matchMb, atMost: 600 },
    { name: 'memory of storing and showing, MB', value: endStoring(), atMost: 600, note: largest },
  ])
}
