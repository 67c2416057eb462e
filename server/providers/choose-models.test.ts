import { expect, test } from 'vitest'
import type { ModelRequest } from '../catalog/generation-runs/value-models.ts'
import type { ProviderRow } from '../registry/registry-operations.ts'
import { chooseModels } from './choose-models.ts'

const row = (name: string, more: Partial<ProviderRow>): ProviderRow => ({
  id: name,
  name,
  foldedName: name,
  kind: 'openai_compatible',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: { text: null, image: null, video: null, embedding: null },
  concurrency: 4,
  requestsPerMinute: null,
  price: null,
  isDefault: false,
  keyEnv: null,
  createdAt: 0,
  ...more,
})
const local = row('local', { models: { text: 'llama', image: null, video: null, embedding: null } })
const google = row('google', { kind: 'google', baseUrl: 'https://g.example' })
const openai = row('openai', {
  kind: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  models: { text: 'gpt-5-mini', image: 'own-images', video: null, embedding: null },
})

const text: ModelRequest = { key: 'claim', medium: 'text', model: null, known: null }
const picture = (known: string | null): ModelRequest => ({
  key: 'photo',
  medium: 'image',
  model: null,
  known,
})

const modelsOf = (rows: ProviderRow[], wishes: ModelRequest[], named?: string) => {
  const chosen = chooseModels(rows, wishes, named)
  if (!chosen || 'lacks' in chosen) return chosen?.lacks
  return [chosen.row.name, ...Object.values(chosen.models).map(({ model }) => model)]
}

test('the model of a run comes before that of the definition, and that before the one of the provider', () => {
  expect(modelsOf([local], [text])).toEqual(['local', 'llama'])
  expect(modelsOf([local], [{ ...text, model: 'qwen' }])).toEqual(['local', 'qwen'])
  expect(modelsOf([local], [{ ...text, model: 'qwen' }], 'mistral')).toEqual(['local', 'mistral'])
})

test('a model that definitions name as people do is asked of its maker by its own name', () => {
  expect(modelsOf([openai], [picture('gpt-image-1')])).toEqual(['openai', 'gpt-image-1'])
  expect(modelsOf([google], [picture('nano-banana')])).toEqual(['google', 'gemini-2.5-flash-image'])
  expect(modelsOf([openai], [picture('nano-banana')])).toEqual(['openai', 'own-images'])
  expect(modelsOf([local], [picture('gpt-image-1')])).toEqual(['local', 'gpt-image-1'])
})

test('where the first provider lacks a model the next one that has all makes them, and else it is told what the first lacks', () => {
  expect(modelsOf([local, openai], [text, picture(null)])).toEqual(['openai', 'gpt-5-mini', 'own-images'])
  expect(modelsOf([local, openai], [text])).toEqual(['local', 'llama'])
  expect(modelsOf([local], [text, picture(null)])).toBe('image')
  expect(modelsOf([row('claude', { kind: 'anthropic' })], [picture('gpt-image-1')])).toBe('image')
  expect(modelsOf([], [text])).toBeUndefined()
})
