import { describe, expect, it } from 'vitest'
import type { EditResult } from '#shared/schemas/edits.ts'
import { restoreEach } from './use-restore.ts'

const answer = (edit: string, applied: number, changedMeanwhile = 0): EditResult => ({
  data: [],
  edit_id: edit,
  summary: { total: applied + changedMeanwhile, applied, changed_meanwhile: changedMeanwhile, refused: 0 },
})

describe('restoring changes of several entity types', () => {
  it('sums up what came of each request', async () => {
    const answers = [answer('first', 2, 1), answer('second', 3)]
    expect(await restoreEach(answers, async (each) => each)).toEqual({
      applied: 5,
      changedMeanwhile: 1,
      refused: 0,
      left: [],
      edits: ['first', 'second'],
    })
  })

  it('tells what is done together with the failure of a later request, and sends nothing after it', async () => {
    const sent: string[] = []
    const restored = await restoreEach(['product', 'vendor', 'image'], async (type) => {
      sent.push(type)
      if (type === 'vendor') throw new Error('The server cannot be reached.')
      return answer(type, 2)
    })
    expect(sent).toEqual(['product', 'vendor'])
    expect(restored).toMatchObject({
      applied: 2,
      edits: ['product'],
      failure: 'The server cannot be reached.',
    })
  })

  it('throws the error of the first request, as nothing was restored', async () => {
    const failing = restoreEach(['product', 'vendor'], () => Promise.reject(new Error('No.')))
    await expect(failing).rejects.toThrow('No.')
  })
})
