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
  /** What the fake asks for, in dollars per million tokens; null: it is free, as local models are. */
  readonly price: Partial<Prices> | null
  /**
   * A fake provider on this computer, which the served app has as its default with the model `fake-small`. It lives in the process of
   * the test and fills in the probe of the server by itself: `fake.options = { answer: ({ prompt, schema }) => ({ value, evidence, note }) }` scripts its answers, `fake.next.push({ fault:
   * 'quota' })` the faults of its next calls; `fake.calls` is what it was asked, `fake.book` what it charged.
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
  /** Takes the provider out of the app and ends the fake. The workers' providers are shared by their tests, so none may stay. */
  readonly remove: () => Promise<void>
}

/** Starts a fake provider and adds it to the served app, whose session the requests carry. */
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
