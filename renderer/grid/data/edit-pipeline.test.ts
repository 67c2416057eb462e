import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/client.ts'
import { EditOverlay, type CellWrite } from './edit-overlay.ts'
import { EditPipeline } from './edit-pipeline.ts'

const write = (value: string): CellWrite => ({ shown: value, wire: value, text: value })
const writes = (values: Record<string, string>) =>
  new Map(Object.entries(values).map(([key, value]) => [key, write(value)]))

const entity = (id: string): EntityResource => ({
  id,
  type: 'product',
  label: null,
  parent_id: null,
  created_at: null,
  updated_at: null,
  attributes: {},
})

const refusal = (...fields: string[]) =>
  new ApiError({
    status: 400,
    code: 'validation_failed',
    message: 'No.',
    fieldErrors: fields.map((field) => ({ field, issue: 'expected_number' })),
  })

const overload = new ApiError({ status: 500, code: 'internal_error', message: 'Later.', isRetriable: true })

/** A pipeline whose server answers from a list; an Error is thrown. */
function setUp(answers: (Error | 'ok')[] = []) {
  const overlay = new EditOverlay()
  const sent: { id: string; body: Record<string, unknown> }[] = []
  const saved: string[] = []
  const pauses: number[] = []
  let inFlight = 0
  let mostInFlight = 0
  const pipeline = new EditPipeline({
    overlay,
    patch: async (id, body) => {
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      sent.push({ id, body })
      await Promise.resolve()
      inFlight -= 1
      const answer = answers.shift() ?? 'ok'
      if (answer instanceof Error) throw answer
      return entity(id)
    },
    onSaved: ({ id }) => saved.push(id),
    explain: (error, key) => {
      const { fieldErrors } = error as ApiError
      if (fieldErrors.length === 0) return (error as ApiError).message
      return fieldErrors.some(({ field }) => field === `attributes.${key}`) ? 'Not a number.' : undefined
    },
    pause: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
  })
  return { overlay, pipeline, sent, saved, pauses, most: () => mostInFlight }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('an edit shows at once and is gone from the overlay when the server has it', async () => {
  const { overlay, pipeline, sent, saved } = setUp()
  pipeline.commit('a', writes({ price: '12' }))
  expect(overlay.get('a', 'price')).toEqual({ status: 'pending', write: write('12') })
  expect(overlay.counts.get()).toEqual({ pending: 1, refused: 0 })
  await settle()
  expect(sent).toEqual([{ id: 'a', body: { price: '12' } }])
  expect(saved).toEqual(['a'])
  expect(overlay.of('a')).toBeUndefined()
})

test('edits of one entity go one after the other; what waits goes together and the last one of a cell wins', async () => {
  const { pipeline, sent, most } = setUp()
  pipeline.commit('a', writes({ price: '1' }))
  pipeline.commit('a', writes({ price: '2' }))
  pipeline.commit('a', writes({ price: '3', name: 'x' }))
  await settle()
  expect(sent.map(({ body }) => body)).toEqual([{ price: '1' }, { price: '3', name: 'x' }])
  expect(most()).toBe(1)
})

test('a refused cell keeps its text and reason; the others of the request are sent again without it', async () => {
  const { overlay, pipeline, sent } = setUp([refusal('attributes.price')])
  pipeline.commit('a', writes({ price: 'abc', name: 'x' }))
  await settle()
  expect(sent.map(({ body }) => body)).toEqual([{ price: 'abc', name: 'x' }, { name: 'x' }])
  expect([...(overlay.of('a') ?? [])]).toEqual([
    ['price', { status: 'refused', write: write('abc'), reason: 'Not a number.' }],
  ])
  expect(overlay.refusals()).toEqual([{ entityId: 'a', key: 'price' }])
})

test('a refusal that names no cell of the request ends there', async () => {
  const { overlay, pipeline, sent } = setUp([refusal('attributes.other')])
  pipeline.commit('a', writes({ price: '1' }))
  await settle()
  expect(sent).toHaveLength(1)
  expect(overlay.get('a', 'price')?.status).toBe('refused')
})

test('only retriable failures are tried again, with growing pauses, and not for ever', async () => {
  const passing = setUp([overload, overload])
  passing.pipeline.commit('a', writes({ price: '1' }))
  await settle()
  expect(passing.sent).toHaveLength(3)
  expect(passing.overlay.of('a')).toBeUndefined()
  expect(passing.pauses[1]).toBeGreaterThan(passing.pauses[0] ?? 0)

  const failing = setUp(Array.from({ length: 20 }, () => overload))
  failing.pipeline.commit('a', writes({ price: '1' }))
  await settle()
  expect(failing.sent).toHaveLength(6)
  expect(failing.overlay.get('a', 'price')).toMatchObject({ status: 'refused', reason: 'Later.' })
})

test('a newer edit of a refused cell is not overwritten by the refusal', async () => {
  const { overlay, pipeline } = setUp([refusal('attributes.price')])
  pipeline.commit('a', writes({ price: 'abc' }))
  pipeline.commit('a', writes({ price: '12' }))
  await settle()
  expect(overlay.of('a')).toBeUndefined()
})
