import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Agent, Browser, follow } from '../testing/oauth-agent.ts'
import { testServer } from '../testing/test-server.ts'

const program = join(import.meta.dirname, 'vitrine.mjs')

function vitrine(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

test(
  'an agent that waits is allowed on the command line by its code [CLI-01]',
  { timeout: 60_000 },
  async () => {
    await using server = await testServer()
    const { origin } = server.server
    const agent = await Agent.connect(`${origin}/api/v1`)
    const browser = new Browser()
    const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products delete:products' }))
    const [{ code }] = (await server.asOwner({ path: '/app/v1/consents' })).body.data
    const data = ['--data', server.dataDir]

    const wrong = await vitrine('approve', 'AAAA-AAAA', ...data)
    const right = await vitrine('approve', code.toLowerCase(), '--json', ...data)
    const again = await vitrine('approve', code, ...data)

    expect([wrong.code, wrong.stdout, again.code]).toEqual([1, '', 1])
    expect(wrong.stderr).toContain('No agent waits with the code AAAA-AAAA')
    expect([right.code, right.stderr]).toEqual([0, ''])
    expect(JSON.parse(right.stdout)).toEqual({
      code,
      client: 'Test agent',
      workspace: 'Test',
      scopes: ['read:products'],
    })
    const { scope } = await agent.tokens((await follow(browser, await browser.open(page.url))).url)
    expect(scope).toBe('read:products')
  },
)
