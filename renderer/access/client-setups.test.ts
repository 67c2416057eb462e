import { expect, test } from 'vitest'
import { clientSetups } from './client-setups.ts'

const command = { program: ['/usr/bin/node', '/opt/vitrine.mjs'], options: ['--data', '/srv/data'] }
const facts = { url: 'http://127.0.0.1:4417/mcp', workspace: 'My "big" shop', command }
const textOf = (name: string, over = {}) =>
  clientSetups()
    .find(({ value }) => value === name)
    ?.text({ ...facts, ...over }) ?? ''

test('what goes into a file is JSON that names the server, or the command and the workspace', () => {
  expect(JSON.parse(textOf('vscode'))).toEqual({ servers: { vitrine: { type: 'http', url: facts.url } } })
  expect(JSON.parse(textOf('cursor')).mcpServers.vitrine.url).toBe(facts.url)
  expect(JSON.parse(textOf('claude-desktop')).mcpServers.vitrine).toEqual({
    command: '/usr/bin/node',
    args: ['/opt/vitrine.mjs', 'mcp', '--workspace', facts.workspace, '--data', '/srv/data'],
  })
  expect(JSON.parse(textOf('claude-desktop', { command: null })).mcpServers.vitrine.command).toBe('vitrine')
})

test('what goes into a terminal is quoted where it has to be', () => {
  expect(textOf('claude-code')).toBe('claude mcp add --transport http vitrine http://127.0.0.1:4417/mcp')
  expect(textOf('stdio')).toBe(
    String.raw`/usr/bin/node /opt/vitrine.mjs mcp --workspace "My \"big\" shop" --data /srv/data`,
  )
  const shop = { workspace: 'Shop', command: { program: ['/opt/Vitrine/vitrine'], options: [] } }
  expect(textOf('stdio', shop)).toBe('/opt/Vitrine/vitrine mcp --workspace Shop')
})

test('no text carries a key', () => {
  for (const { text } of clientSetups()) expect(text(facts)).not.toContain('vtr_live_')
})

test('two editors are set up by one click [surfaces.5.5]', () => {
  const linkOf = (name: string, over = {}) =>
    new URL(
      clientSetups()
        .find(({ value }) => value === name)
        ?.link?.({ ...facts, ...over }) ?? '',
    )
  const forCode = linkOf('vscode')
  expect([forCode.protocol, forCode.pathname]).toEqual(['vscode:', 'mcp/install'])
  const server = { name: 'vitrine', type: 'http', url: facts.url }
  expect(JSON.parse(decodeURIComponent(forCode.search.slice(1)))).toEqual(server)
  const configOf = (link: URL) => {
    const bytes = Uint8Array.from(
      atob(link.searchParams.get('config') ?? ''),
      (one) => one.codePointAt(0) ?? 0,
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  }
  const forCursor = linkOf('cursor', { workspace: 'Möbel' })
  expect(forCursor.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=vitrine&config=/)
  expect(configOf(forCursor)).toEqual({
    command: '/usr/bin/node',
    args: ['/opt/vitrine.mjs', 'mcp', '--workspace', 'Möbel', '--data', '/srv/data'],
  })
  expect(configOf(linkOf('cursor', { command: null })).url).toBe(facts.url)
})
