import { expect, test } from 'vitest'
import { clientSetups } from './connect-page.tsx'

const facts = { url: 'http://127.0.0.1:4417/mcp', workspace: 'My "big" shop' }
const textOf = (name: string, over = {}) =>
  clientSetups()
    .find(({ value }) => value === name)
    ?.text({ ...facts, ...over }) ?? ''

test('what goes into a file is JSON that names the server, or the command and the workspace', () => {
  expect(JSON.parse(textOf('vscode'))).toEqual({ servers: { vitrine: { type: 'http', url: facts.url } } })
  expect(JSON.parse(textOf('cursor')).mcpServers.vitrine.url).toBe(facts.url)
  expect(JSON.parse(textOf('claude-desktop')).mcpServers.vitrine).toEqual({
    command: 'vitrine',
    args: ['mcp', '--workspace', facts.workspace],
  })
})

test('what goes into a terminal is quoted where it has to be', () => {
  expect(textOf('claude-code')).toBe('claude mcp add --transport http vitrine http://127.0.0.1:4417/mcp')
  expect(textOf('stdio')).toBe(String.raw`vitrine mcp --workspace "My \"big\" shop"`)
  expect(textOf('stdio', { workspace: 'Shop' })).toBe('vitrine mcp --workspace Shop')
})

test('no text carries a key', () => {
  for (const { text } of clientSetups()) expect(text(facts)).not.toContain('vtr_live_')
})
