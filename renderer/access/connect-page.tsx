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
import { type ClientName, type ClientSetup, clientSetups, type SetupFacts } from './client-setups.ts'
import { t } from '../ui/text.ts'

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

function Setup() {
  const { workspace, session } = useWorkspace()
  const [chosen, setChosen] = useState<ClientName>('claude-code')
  const setup = clientSetups().find(({ value }) => value === chosen)
  const { origin, command } = session
  const facts = { url: `${origin}/mcp`, workspace: workspace.name, command }
  const text = setup?.text(facts) ?? ''
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
      {setup !== undefined && <OneClick setup={setup} facts={facts} />}
    </section>
  )
}

function OneClick({ setup: { label, link }, facts }: { setup: ClientSetup; facts: SetupFacts }) {
  if (link === undefined) return null
  return (
    <p>
      <a className="ui-button ui-button-default" href={link(facts)} target="_blank" rel="noreferrer">
        {t('Add to {program}', { program: label })}
      </a>{' '}
      {t('Or press the button: {program} asks, and then has it.', { program: label })}
    </p>
  )
}
