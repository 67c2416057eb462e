import { expect, test } from 'vitest'
import type { EditStep } from '#shared/renditions.ts'
import { StepSaver } from './edit-steps.ts'

const turn: EditStep = { step: 'rotate', degrees: 90 }
const mirror: EditStep = { step: 'flip', axis: 'horizontal' }

function heldSaver() {
  const saved: (readonly EditStep[])[] = []
  const pending: (readonly EditStep[] | undefined)[] = []
  const answers: ((isSaved: boolean) => void)[] = []
  const save = (steps: readonly EditStep[]) => {
    saved.push(steps)
    return new Promise<boolean>((resolve) => answers.push(resolve))
  }
  const saver = new StepSaver({ save, onPending: (steps) => pending.push(steps) })
  return { saver, saved, pending, answer: (isSaved: boolean) => answers.shift()!(isSaved) }
}

test('grid.gallery.6 of the steps that come while others are being saved the last are saved, after those', async () => {
  const { saver, saved, pending, answer } = heldSaver()
  const done = saver.change([turn])
  void saver.change([turn, mirror])
  void saver.change([mirror])
  expect(saved).toEqual([[turn]])
  answer(true)
  await expect.poll(() => saved.length).toBe(2)
  answer(true)
  await done
  expect(saved).toEqual([[turn], [mirror]])
  expect(pending).toEqual([[turn], [turn, mirror], [mirror], undefined])
})

test('grid.gallery.6 steps that wait are dropped where those before them could not be saved', async () => {
  const { saver, saved, pending, answer } = heldSaver()
  const done = saver.change([turn])
  void saver.change([turn, mirror])
  answer(false)
  await done
  expect(saved).toEqual([[turn]])
  expect(pending.at(-1)).toBeUndefined()
})
