import { expect, test } from 'vitest'
import { ClusterMap } from './cluster-file.ts'
import { agreePlacement, learnPlacement, placementText } from './placement.ts'

const [here, there] = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
const fileWith = (placed: Readonly<Record<string, readonly string[]>>) =>
  new ClusterMap('/nowhere/cluster.json', [{ database: 'vitrine.db', nodes: ['http://127.0.0.1:3'] }]).with(
    placed,
  )

async function agree(inFile: Readonly<Record<string, readonly string[]>>, stored: string | undefined) {
  const written: string[] = []
  const store = {
    read: () => Promise.resolve(stored),
    write: async (text: string) => void written.push(text),
  }
  const map = await agreePlacement(fileWith(inFile), store)
  return { placed: map.nodesByDatabase(), written, registry: map.ofRegistry(), map }
}

test('[RQLITE-35] vitrine.db is told what the file names, and counts from then on, whatever an older file says', async () => {
  const first = await agree({ Shop: [here] }, undefined)
  expect(first.placed).toEqual({ Shop: [here] })
  expect(first.written).toEqual([placementText({ Shop: [here] })])
  const later = await agree({ Shop: [here] }, placementText({ Shop: [there], Depot: [here] }))
  expect(later.placed).toEqual({ Shop: [there], Depot: [here] })
  expect(later.written).toEqual([])
  expect(later.registry).toMatchObject({ nodes: ['http://127.0.0.1:3'] })
  const more = await agree({ New: [here] }, placementText({ Shop: [there] }))
  expect(more.placed).toEqual({ New: [here], Shop: [there] })
  expect((await agree({}, undefined)).written).toEqual([])
})

test('[RQLITE-35] a move that has begun is completed where the file of this server says that it was, and not elsewhere', async () => {
  const begun = placementText({ Shop: [here] }, { Shop: [there] })
  const done = await agree({ Shop: [there] }, begun)
  expect([done.placed, done.written]).toEqual([{ Shop: [there] }, [placementText({ Shop: [there] })]])
  const undone = await agree({ Shop: [here] }, begun)
  expect([undone.placed, undone.written]).toEqual([{ Shop: [here] }, [placementText({ Shop: [here] })]])
  const toFile = await agree({}, placementText({ Shop: [here] }, { Shop: [] }))
  expect([toFile.placed, toFile.written]).toEqual([{}, [placementText({})]])
  expect((await agree({ Shop: [here] }, 'null')).placed).toEqual({ Shop: [here] })
})

test('[RQLITE-35] members that cannot be asked change nothing', async () => {
  const { map, written } = await agree({ Shop: [here] }, placementText({ Shop: [here] }))
  const take = await learnPlacement(map)
  expect(await take(map)).toBe(map)
  expect(written).toEqual([])
})
