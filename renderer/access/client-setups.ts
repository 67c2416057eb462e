import { byLanguage, t } from '../ui/text.ts'

export type ClientName = 'claude-code' | 'claude-desktop' | 'vscode' | 'cursor' | 'http' | 'stdio'

export interface SetupFacts {
  /** Where the MCP server listens. */
  readonly url: string
  readonly workspace: string
}

/** How one program is connected: what to copy, and where it goes. */
export interface ClientSetup {
  readonly value: ClientName
  readonly label: string
  /** Where the text goes and what happens then. */
  readonly steps: string
  readonly text: (facts: SetupFacts) => string
}

const json = (value: object): string => JSON.stringify(value, undefined, 2)
const stdio = (workspace: string) => ({ command: 'vitrine', args: ['mcp', '--workspace', workspace] })

export const clientSetups = byLanguage((): readonly ClientSetup[] => [
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
    text: ({ workspace }) => json({ mcpServers: { vitrine: stdio(workspace) } }),
  },
  {
    value: 'vscode',
    label: t('VS Code'),
    steps: t('Save this as .vscode/mcp.json and press Start above it. Vitrine asks you to allow it.'),
    text: ({ url }) => json({ servers: { vitrine: { type: 'http', url } } }),
  },
  {
    value: 'cursor',
    label: t('Cursor'),
    steps: t(
      'Add this to ~/.cursor/mcp.json, and put an API key into the environment variable VITRINE_KEY: Cursor cannot receive an approval in a safe way yet.',
    ),
    text: ({ url }) =>
      json({ mcpServers: { vitrine: { url, headers: { Authorization: 'Bearer ${env:VITRINE_KEY}' } } } }),
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
    text: ({ workspace }) => `vitrine mcp --workspace ${quote(workspace)}`,
  },
])

/** For the shells of all platforms, as far as one spelling can be. */
function quote(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text.replaceAll(/(["\\$`])/g, '\\$1')}"`
}
