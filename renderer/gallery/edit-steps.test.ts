import { expect, test } from 'vitest'
import { addStep, cropBetween, hasWhiteBackground, readSteps, tiltOf, toggleWhite } from './edit-steps.ts'

test('grid.gallery.6 turns and flips that follow each other become one step or none', () => {
  const turned = addStep([], { step: 'rotate', degrees: 270 })
  expect(addStep(turned, { step: 'rotate', degrees: 180 })).toEqual([{ step: 'rotate', degrees: 90 }])
  expect(addStep(turned, { step: 'rotate', degrees: 90 })).toEqual([])
  const flipped = addStep([], { step: 'flip', axis: 'vertical' })
  expect(addStep(flipped, { step: 'flip', axis: 'vertical' })).toEqual([])
  expect(addStep(flipped, { step: 'flip', axis: 'horizontal' })).toHaveLength(2)
  const focus = addStep([], { step: 'focal_point', x: 0.1, y: 0.2 })
  expect(addStep(focus, { step: 'focal_point', x: 0.5, y: 0.5 })).toEqual([
    { step: 'focal_point', x: 0.5, y: 0.5 },
  ])
})

test('grid.gallery.6 an angle is set anew while it is the last step, and a white background is taken back', () => {
  const turned = addStep([], { step: 'straighten', degrees: -2.5 })
  expect(tiltOf(turned)).toBe(-2.5)
  expect(addStep(turned, { step: 'straighten', degrees: 3 })).toEqual([{ step: 'straighten', degrees: 3 }])
  expect(addStep(turned, { step: 'straighten', degrees: 0 })).toEqual([])
  const white = toggleWhite(turned)
  expect([tiltOf(white), hasWhiteBackground(white)]).toEqual([0, true])
  expect(toggleWhite(white)).toEqual(turned)
})

test('a part is drawn from any corner, ends at the edge, and a click draws none', () => {
  expect(cropBetween({ x: 1.2, y: 0.75 }, { x: 0.25, y: -0.1 })).toEqual({
    x: 0.25,
    y: 0,
    width: 0.75,
    height: 0.75,
  })
  expect(cropBetween({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 })).toBeUndefined()
})

test('steps are read from a value or its text, and anything else is none', () => {
  expect(readSteps('[{"step":"rotate","degrees":90}]')).toHaveLength(1)
  expect([readSteps('not json'), readSteps(null), readSteps([1, null])]).toEqual([[], [], []])
})
