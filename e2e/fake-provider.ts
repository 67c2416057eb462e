import type { APIRequestContext } from '@playwright/test'
import type { NewProvider, Prices } from '#shared/providers.ts'
import {
  startFakeProvider,
  type FakeProvider,
  type FakeProviderOptions,
} from '../server/providers/testing/fake-provider.ts'
import { expect, test as base } from './fixtures.ts'

export { expect }

interface FakeFixtures {
  /** The fake's price in dollars per million tokens; null for free, as local models are. */
  readonly price: Partial<Prices> | null
  /**
   * A fake provider in the test's process; the app has it as its default with the model `fake-small`.
   * `fake.options = { answer: ({ prompt, schema }) => ({ value, evidence, note }) }` scripts answers,
   * `fake.next.push({ fault: 'quota' })` faults; `fake.calls` and `fake.book` record calls and charges.
   */
  readonly fake: FakeProvider
}

/** The test of `fixtures.ts` with a provider of models: `test.use({ price: { input: 1, output: 5 } })` gives it a price. */
export const test = base.extend<FakeFixtures>({
  price: [null, { option: true }],

  fake: async ({ page, price }, use) => {
    const { fake, remove } = await addFakeProvider(page.request, { price })
    await use(fake)
    await remove()
  },
})

interface AddedFake {
  readonly fake: FakeProvider
  readonly id: string
  /**
   * Removes the provider from the app and ends the fake. All tests of a worker share its providers, so
   * none may stay.
   */
  readonly remove: () => Promise<void>
}

export async function addFakeProvider(
  owner: APIRequestContext,
  settings: Partial<NewProvider> = {},
  options: FakeProviderOptions = {},
): Promise<AddedFake> {
  const fake = await startFakeProvider(options)
  const body: NewProvider = {
    name: 'Fake models',
    kind: 'openai_compatible',
    base_url: fake.baseUrl(settings.kind ?? 'openai_compatible'),
    models: { text: 'fake-small' },
    is_default: true,
    ...settings,
  }
  const answer = await owner.post('/app/v1/providers', { data: body })
  if (!answer.ok()) throw new Error(`The fake provider was not added: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: string } }
  const remove = async (): Promise<void> => {
    await owner.delete(`/app/v1/providers/${data.id}`)
    await fake.close()
  }
  return { fake, id: data.id, remove }
}
