import { afterEach, expect, test } from 'vitest'
import { leaveTour, presentTour, startTour, tourIds } from '../state/tour.ts'
import { tours, walkTour } from './tours.ts'

afterEach(leaveTour)
const at = () => presentTour.get().tour

test('a tour goes step by step and back, not before its first one, and ends behind its last', () => {
  expect(at()).toBeUndefined()
  startTour('import')
  walkTour(-1)
  expect(at()).toEqual({ id: 'import', step: 0 })
  for (const _ of tours().import.steps.slice(1)) walkTour(1)
  expect(at()).toEqual({ id: 'import', step: tours().import.steps.length - 1 })
  walkTour(1)
  expect(at()).toBeUndefined()
  walkTour(1)
  expect(at()).toBeUndefined()
})

test('it is left at any step and begins anew', () => {
  startTour('edit')
  walkTour(1)
  leaveTour()
  expect(at()).toBeUndefined()
  startTour('edit')
  expect(at()).toEqual({ id: 'edit', step: 0 })
})

test('each is short', () => {
  for (const id of tourIds) expect(tours()[id].steps.length).toBeLessThan(6)
})
