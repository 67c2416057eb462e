import { expect, test } from 'vitest'
import { runVitrine } from '../testing/command-line.ts'
import { Agent, Browser, follow } from '../testing/oauth-agent.ts'
import { testServer } from '../testing/test-server.ts'

test('an agent that waits is allowed on the command line by its code [CLI-01]', async () => {
  await using server = await testServer()
  const { origin } = server.server
  const agent = await Agent.connect(`${origin}/api/v1`)
  const browser = new Browser()
  const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products delete:products' }))
  const [{ code }] = (await server.asOwner({ path: '/app/v1/consents' })).body.data
  const data = ['--data', server.dataDir]

  const wrong = await runVitrine(['approve', 'AAAA-AAAA', ...data])
  const right = await runVitrine(['approve', code.toLowerCase(), ...data])
  const again = await runVitrine(['approve', code, ...data])

  expect([wrong.code, wrong.lines, again.code]).toEqual([1, [], 1])
  expect(wrong.stderr).toContain('No agent waits with the code AAAA-AAAA')
  expect([right.code, right.stderr]).toEqual([0, ''])
  expect(right.lines).toEqual([{ code, client: 'Test agent', workspace: 'Test', scopes: ['read:products'] }])
  const { scope } = await agent.tokens((await follow(browser, await browser.open(page.url))).url)
  expect(scope).toBe('read:products')
})
