/** How each program that agents run in is connected: what to copy, and a link where one click does it. */
import type { SessionInfo } from '#shared/app-surface.ts'
import { t, cachedByLanguage } from '../ui/text.ts'

export type ClientName = 'claude-code' | 'claude-desktop' | 'vscode' | 'cursor' | 'http' | 'stdio'

export interface SetupFacts {
  readonly url: string
  readonly workspace: string
  /** Starts the command line on this computer; null where the server is on another one. */
  readonly command: SessionInfo['command']
}

export interface ClientSetup {
  readonly value: ClientName
  readonly label: string
  readonly steps: string
  readonly text: (facts: SetupFacts) => string
  /** The address by which an editor sets itself up, as its makers document it. */
  readonly link?: (facts: SetupFacts) => string
}

const json = (value: object): string => JSON.stringify(value, undefined, 2)

/** By whole paths: programs that start others mostly know no PATH. */
function stdio({ workspace, command }: SetupFacts): { command: string; args: string[] } {
  const [program = 'vitrine', ...words] = command?.program ?? []
  return { command: program, args: [...words, 'mcp', '--workspace', workspace, ...(command?.options ?? [])] }
}

const withKey = (url: string) => ({ url, headers: { Authorization: 'Bearer ${env:VITRINE_KEY}' } })
const base64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

const linkOfCode = ({ url }: SetupFacts): string =>
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'vitrine', type: 'http', url }))}`

function linkOfCursor(facts: SetupFacts): string {
  const config = facts.command === null ? withKey(facts.url) : stdio(facts)
  const search = new URLSearchParams({ name: 'vitrine', config: base64(JSON.stringify(config)) })
  return `cursor://anysphere.cursor-deeplink/mcp/install?${search}`
}

function commandLine(facts: SetupFacts): string {
  const { command, args } = stdio(facts)
  return [command, ...args].map(quote).join(' ')
}

export const clientSetups = cachedByLanguage((): readonly ClientSetup[] => [
  {
    value: 'claude-code',
    label: t('Claude Code'),
    steps: t('Run this in a terminal, then choose Vitrine under /mcp. Vitrine asks you to allow it.'),
    text: ({ url }) => `claude mcp add --transport http vitrine ${url}`,
  },
  {
    value: 'claude-desktop',
    label: t('Claude Desktop'),
    steps: t(
      'Open Settings, Developer, Edit Config, add this to claude_desktop_config.json and start Claude again. It works with every right, as you do.',
    ),
    text: (facts) => json({ mcpServers: { vitrine: stdio(facts) } }),
  },
  {
    value: 'vscode',
    label: t('VS Code'),
    steps: t('Save this as .vscode/mcp.json and press Start above it. Vitrine asks you to allow it.'),
    text: ({ url }) => json({ servers: { vitrine: { type: 'http', url } } }),
    link: linkOfCode,
  },
  {
    value: 'cursor',
    label: t('Cursor'),
    steps: t(
      'Add this to ~/.cursor/mcp.json, and put an API key into the environment variable VITRINE_KEY: Cursor cannot receive an approval in a safe way yet.',
    ),
    text: ({ url }) => json({ mcpServers: { vitrine: withKey(url) } }),
    link: linkOfCursor,
  },
  {
    value: 'http',
    label: t('Any other program, over HTTP'),
    steps: t(
      'Streamable HTTP. A program that knows OAuth asks for your approval by itself; others send an API key as “Authorization: Bearer …”.',
    ),
    text: ({ url }) => url,
  },
  {
    value: 'stdio',
    label: t('Any other program, as a command'),
    steps: t(
      'The program starts this command and speaks MCP over its input and output. It works with every right, as you do.',
    ),
    text: commandLine,
  },
])

/** Quotes an argument in one way for the shells of all platforms, as far as possible. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `"${text.replaceAll(/(["\\$`])/g, '\\$1')}"`
}
