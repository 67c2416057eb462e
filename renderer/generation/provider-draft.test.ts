import { expect, test } from 'vitest'
import type { Provider } from '#shared/providers.ts'
import { ApiError } from '../api/api-error.ts'
import {
  checkDraft,
  draftOf,
  explainProviderRefusal,
  leavesKey,
  toDraft,
  toNewProvider,
  toPatch,
  withKind,
} from './provider-draft.ts'

const stored: Provider = {
  id: '7b0c9a52-8f4e-4a51-9a5e-0f3f6f7d1c11',
  name: 'OpenAI',
  kind: 'openai',
  base_url: 'https://api.openai.com/v1',
  models: { text: 'gpt-5-mini', image: null, video: null, embedding: null },
  concurrency: 8,
  requests_per_minute: 60,
  price: { input: 0.25, output: 2, image: null, video: null, as_of: '2026-09-23', source: 'bundled' },
  is_default: true,
  has_key: true,
}

test('a local server needs nothing but its template', () => {
  expect(toNewProvider(draftOf('ollama'))).toEqual({
    name: 'Ollama',
    kind: 'openai_compatible',
    base_url: 'http://127.0.0.1:11434/v1',
    models: { text: null, image: null, video: null, embedding: null },
    price: null,
    concurrency: 4,
    requests_per_minute: null,
  })
})

test('what was typed is sent without the spaces around it, numbers with a comma too', () => {
  const draft = { ...draftOf('other'), name: ' Router ', key: ' sk-1 ', text: ' m ', input: '0,25' }
  expect(toNewProvider(draft)).toMatchObject({
    name: 'Router',
    key: 'sk-1',
    models: { text: 'm' },
    price: { input: 0.25, output: null, image: null, video: null },
  })
})

test('the stored key stays, goes, or is another one', () => {
  const draft = toDraft(stored)
  expect(toPatch(draft, stored)).not.toHaveProperty('key')
  expect(toPatch({ ...draft, isKeyDropped: true }, stored)).toMatchObject({ key: null, key_env: null })
  expect(toPatch({ ...draft, isKeyDropped: true, key: 'sk-2' }, stored)).toMatchObject({ key: 'sk-2' })
})

test('prices are sent where they are others, as they get a new date', () => {
  const own: Provider = { ...stored, price: { ...stored.price!, source: 'owner' } }
  expect(toDraft(stored)).toMatchObject({ input: '', output: '' })
  expect(toPatch(toDraft(stored), stored)).not.toHaveProperty('price')
  expect(toDraft(own)).toMatchObject({ input: '0.25', output: '2', perPicture: '' })
  expect(toPatch(toDraft(own), own)).not.toHaveProperty('price')
  expect(toPatch({ ...toDraft(own), output: '3' }, own).price).toMatchObject({ input: 0.25, output: 3 })
  expect(toPatch({ ...toDraft(own), input: '', output: '' }, own).price).toBeNull()
})

test('another kind or another server leaves the stored key behind, another path does not', () => {
  const draft = toDraft(stored)
  expect(leavesKey({ ...draft, address: 'https://api.openai.com/v2' }, stored)).toBe(false)
  expect(leavesKey({ ...draft, address: 'https://eu.api.openai.com/v1' }, stored)).toBe(true)
  expect(leavesKey({ ...draft, kind: 'anthropic' }, stored)).toBe(true)
  expect(leavesKey({ ...draft, kind: 'anthropic' }, { ...stored, has_key: false })).toBe(false)
})

test('the address of a kind goes with the kind, one that was typed stays', () => {
  expect(withKind(toDraft(stored), 'google').address).toBe('https://generativelanguage.googleapis.com/v1beta')
  const typed = { ...toDraft(stored), address: 'http://192.168.0.2:8000' }
  expect(withKind(typed, 'google').address).toBe('http://192.168.0.2:8000')
})

test('what is no number is told beside its field, before anything is sent', () => {
  const draft = { ...draftOf('other'), input: 'cheap', perMinute: '6O' }
  expect(Object.keys(checkDraft(draft)).sort()).toEqual(['input', 'name', 'perMinute'])
  expect(checkDraft(draftOf('ollama'))).toEqual({})
})

test('what the server refuses stands beside its field', () => {
  const refusal = (status: number, fieldErrors: ApiError['fieldErrors']) =>
    new ApiError({ status, code: 'validation_failed', message: 'Refused.', fieldErrors })
  const faults = explainProviderRefusal(
    refusal(400, [
      { field: 'base_url', issue: 'invalid_value', message: 'Only https.' },
      { field: 'models.text', issue: 'too_long', message: 'Too long.' },
      { field: 'price.video', issue: 'out_of_range', message: 'Too dear.' },
    ]),
  )
  expect(faults).toEqual({ address: 'Only https.', text: 'Too long.', perSecond: 'Too dear.' })
  expect(explainProviderRefusal(refusal(409, [{ field: 'name', issue: 'not_unique' }]))).toEqual({
    name: 'Refused.',
  })
  expect(explainProviderRefusal(refusal(409, []))).toEqual({ general: 'Refused.' })
})
