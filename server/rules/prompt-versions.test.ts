import { expect, test } from 'vitest'
import { startFakeProvider } from '../providers/testing/fake-provider.ts'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' } as const

async function start() {
  const fake = await startFakeProvider({
    answer: ({ prompt }) => ({
      value: prompt.includes('short') ? 'Lasts.' : 'It lasts for long.',
      evidence: [],
      note: null,
    }),
  })
  const server = await testServer({
    attributes: [
      { ...text, name: 'Name', is_primary: true },
      { ...text, name: 'Claim', ai_generated: true, custom_instructions: 'One long claim about {{name}}.' },
    ],
  })
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/providers',
    body: {
      name: 'Local',
      kind: 'openai_compatible',
      base_url: fake.baseUrl('openai_compatible'),
      models: { text: 'small' },
    },
  })
  const ids: string[] = []
  for (const name of ['Chair', 'Table', 'Lamp'])
    ids.push((await server.post('/products', { attributes: { name } })).body.data.id)
  const run = async (overwrite = 'empty') => {
    const body = { type: 'product', attributes: ['claim'], ids, overwrite }
    await server.endedJob((await server.post('/generations', body)).body.data.id)
  }
  const versions = async () =>
    (await server.asOwner({ path: '/app/v1/attributes/claim/prompts?type=product' })).body.data
  return { server, fake, ids, run, versions }
}

test('[surfaces.5.4] each prompt is kept with how many of its proposals were accepted and rejected', async () => {
  const { server, fake, run, versions } = await start()
  await using _ = server
  expect(await versions()).toMatchObject([{ is_current: true, created_at: null, accepted: 0 }])
  await run()
  const { body } = await server.get('/proposals?type=product')
  const [one, two] = body.data as { id: string }[]
  await server.post('/proposals/decide', {
    type: 'product',
    decisions: [
      { id: one?.id, action: 'accept' },
      { id: two?.id, action: 'reject' },
    ],
  })
  await server.patch('/attributes/claim?type=product', { custom_instructions: 'One short claim.' })
  await run('all')
  expect(await versions()).toMatchObject([
    { instructions: 'One short claim.', is_current: true, open: 3, accepted: 0, rejected: 0 },
    { instructions: 'One long claim about {{name}}.', is_current: false, open: 0, accepted: 1, rejected: 1 },
  ])
  await fake.close()
})

test('[surfaces.5.4] what an agent proposes counts for the prompt that it was given', async () => {
  const { server, fake, ids, versions } = await start()
  await using _ = server
  const proposals = [{ id: ids[0], attribute: 'claim', value: 'Made by an agent.' }]
  await server.post('/proposals', { type: 'product', proposals })
  expect(await versions()).toMatchObject([{ is_current: true, open: 1 }])
  await fake.close()
})

test('[surfaces.5.4] an attribute that nobody knows has no prompts', async () => {
  const { server, fake } = await start()
  await using _ = server
  const { status } = await server.asOwner({ path: '/app/v1/attributes/nope/prompts?type=product' })
  expect(status).toBe(404)
  await fake.close()
})
