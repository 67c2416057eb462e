import { test, expect } from 'vitest'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const batchRows = 100
const burst = 5

// Counted, not timed: edits that wait together are written one after the other, with at most one batch in
// between, and a burst never waits for the end of the import. On a busy machine the sending thread may pause
// within a burst, so this holds for most edits only.
test('while an import runs, edits are written between its batches', async () => {
  await using workspace = await JobWorkspace.open({ isThreaded: true })
  await workspace.import('sku,name\nEDITED,start\n')
  const [edited] = await workspace.entities('product')
  const rows = 10_000
  const csv = `sku,name\n${Array.from({ length: rows }, (_, index) => `S${index},n${index}`).join('\n')}\n`
  const commits: string[] = []
  workspace.threads.onCommitted((events) => {
    for (const { event, via, changes } of events)
      commits.push(event === 'entity.created' ? via : editOf(changes))
  })

  const job = await workspace.enqueue(csv, { merge_key: 'sku' })
  await expect.poll(() => commits.length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0)
  let edits = 0
  do {
    const names = Array.from({ length: burst }, () => `edit ${(edits += 1)}`)
    await Promise.all(names.map((name) => edit(workspace, edited?.id ?? '', name)))
  } while ((await workspace.job(job)).completed_at === null)

  expect((await workspace.job(job)).result).toMatchObject({ created: rows, failed: 0 })
  expect(commits.filter((what) => what.startsWith('edit'))).toHaveLength(edits)
  const lastBatch = commits.lastIndexOf('import')
  const places = Array.from({ length: edits }, (_, index) => commits.indexOf(`edit ${index + 1}`))
  const between = places.filter((place) => place < lastBatch)
  expect(between.length).toBeGreaterThanOrEqual(2 * burst)
  const waits = places.map((place, index) => (index % burst === 0 ? 0 : place - (places[index - 1] ?? 0)))
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]
  expect(median).toBeLessThanOrEqual(batchRows + 1)
})

function editOf(changes: readonly { readonly new: unknown }[]): string {
  return String(changes[0]?.new)
}

async function edit({ threads }: JobWorkspace, id: string, name: string): Promise<void> {
  const body = { attributes: { name } }
  await threads.call('updateEntity', { type: 'product', id, body, faults: [], context: ownerContext })
}
