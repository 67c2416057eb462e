import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consentsQuery } from '../api/access-queries.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Choice } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import '../ui/page.css'
import { AgentList } from './agent-list.tsx'
import './connect-page.css'
import { t, cachedByLanguage } from '../ui/text.ts'

export function ConnectPage() {
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Connect')}</h1>
        <p className="ui-field-hint">
          {t(
            'Agents such as Claude or an editor work on the catalog while you work in the grid, with the rights that you give them. Vitrine has to be running.',
          )}
        </p>
      </header>
      <WaitingAgents />
      <Setup />
      <AgentList />
    </div>
  )
}

function WaitingAgents() {
  const { data: waiting = [] } = useQuery(consentsQuery)
  const openDialog = useOpenDialog()
  return waiting.map(({ code, client }) => (
    <Notice key={code} tone="info" title={t('“{name}” waits for your answer', { name: client.name })}>
      <p>{t('Its page shows the code {code}.', { code })}</p>
      <Button onClick={() => openDialog({ kind: 'consent', code })}>{t('Look at the request')}</Button>
    </Notice>
  ))
}

type ClientName = 'claude-code' | 'claude-desktop' | 'vscode' | 'cursor' | 'http' | 'stdio'

interface SetupFacts {
  readonly url: string
  readonly workspace: string
}

interface ClientSetup {
  readonly value: ClientName
  readonly label: string
  readonly steps: string
  readonly text: (facts: SetupFacts) => string
}

const json = (value: object): string => JSON.stringify(value, undefined, 2)
const stdio = (workspace: string) => ({ command: 'vitrine', args: ['mcp', '--workspace', workspace] })

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

/** Quotes an argument in one way for the shells of all platforms, as far as possible. */
function quote(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text.replaceAll(/(["\\$`])/g, '\\$1')}"`
}

function Setup() {
  const { workspace, session } = useWorkspace()
  const [chosen, setChosen] = useState<ClientName>('claude-code')
  const setup = clientSetups().find(({ value }) => value === chosen)
  const text = setup?.text({ url: `${session.origin}/mcp`, workspace: workspace.name }) ?? ''
  return (
    <section className="api-section" aria-labelledby="connect-setup">
      <h2 id="connect-setup">{t('Connect an agent')}</h2>
      <div className="connect-programs">
        <Choice label={t('Program')} value={chosen} choices={clientSetups()} onChange={setChosen} />
      </div>
      <p>{setup?.steps}</p>
      <div className="api-code">
        <pre tabIndex={0} aria-label={t('Configuration')}>
          {text}
        </pre>
        <CopyButton text={text} />
      </div>
    </section>
  )
}
