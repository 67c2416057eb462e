import type { CreatedApiKey } from '#shared/app-surface.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useChangeWorkspaceSettings, workspaceSettingsQuery } from '../api/spend-queries.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { KeyList } from './key-list.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import '../ui/page.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'

/** How scripts and agents reach this workspace: the address, an example, and the keys. */
export function ApiPage() {
  const { workspace, session } = useWorkspace()
  const [created, setCreated] = useState<CreatedApiKey>()
  const baseUrl = `${session.origin}/api/v1`
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('API and keys')}</h1>
        <p className="ui-field-hint">
          {t(
            'Scripts and agents work with “{name}” over HTTP on this computer, while you work in the grid.',
            { name: workspace.name },
          )}
        </p>
      </header>
      <section className="api-section" aria-labelledby="api-address">
        <h2 id="api-address">{t('Address')}</h2>
        <div className="api-copy-line">
          <code>{baseUrl}</code>
          <CopyButton text={baseUrl} />
        </div>
      </section>
      <Allowed to="keys">
        <KeyList onCreated={setCreated} onRevoked={({ id }) => id === created?.id && setCreated(undefined)} />
        <MergeRule />
      </Allowed>
      <CurlExample baseUrl={baseUrl} secret={created?.key} />
    </div>
  )
}

/** What keys and agents may do only with the leave of the owner. */
function MergeRule() {
  const { workspace } = useWorkspace()
  const { data } = useQuery(workspaceSettingsQuery(workspace.id))
  const change = useChangeWorkspaceSettings(workspace.id)
  return (
    <section className="api-section" aria-labelledby="api-merge">
      <h2 id="api-merge">{t('What keys and agents may do beyond their scopes')}</h2>
      <Checkbox
        label={t('Keys and agents may merge entries')}
        hint={t(
          'They also need the scopes to write and delete them. Merged entries go to the trash, and every merge can be undone.',
        )}
        checked={data?.keys_may_merge ?? false}
        disabled={data === undefined}
        onChange={(mayThey) => change({ keys_may_merge: mayThey })}
      />
    </section>
  )
}

const path = '/products'
const limit = 2

interface CurlExampleProps {
  baseUrl: string
  /** The key that was created a moment ago; without one the example reads it from the environment. */
  secret: string | undefined
}

/** A command that works as it stands, and the answer that it gives now. */
function CurlExample({ baseUrl, secret }: CurlExampleProps) {
  const [isShown, setIsShown] = useState(false)
  const command = [
    `curl "${baseUrl}${path}?limit=${limit}" \\`,
    `  -H "Authorization: Bearer ${secret ?? '$VITRINE_KEY'}"`,
  ].join('\n')
  return (
    <section className="api-section" aria-labelledby="api-example">
      <h2 id="api-example">{t('Try it')}</h2>
      <div className="api-code">
        <pre tabIndex={0} aria-label={t('Command')}>
          {command}
        </pre>
        <CopyButton text={command} />
      </div>
      <p className="ui-field-hint">
        {secret === undefined
          ? t('Put a key into the variable VITRINE_KEY first.')
          : t(
              'The key that you have just created is filled in. It will not be shown again after you leave this page.',
            )}
      </p>
      {isShown ? (
        <Answer />
      ) : (
        <div>
          <Button onClick={() => setIsShown(true)}>{t('Show the answer')}</Button>
        </div>
      )}
    </section>
  )
}

/** What the command answers, fetched with the session of this window. */
function Answer() {
  const { api } = useWorkspace()
  const { data, error } = useQuery({
    queryKey: ['api-example', api.workspaceId],
    queryFn: ({ signal }) => api.call(`GET ${path}`, { query: { limit }, signal }),
    staleTime: 0,
  })
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  return (
    <pre className="api-answer" tabIndex={0} aria-label={t('Answer')} aria-busy={data === undefined}>
      {data === undefined ? t('Loading…') : JSON.stringify(data, undefined, 2)}
    </pre>
  )
}
