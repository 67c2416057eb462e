import type { CreatedApiKey, ApiKey } from '#shared/app-surface.ts'
import { useState } from 'react'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useChangeWorkspaceSettings, workspaceSettingsQuery } from '../api/providers-queries.ts'
import { Checkbox } from '../ui/field.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import '../ui/page.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/rights.tsx'
import { KeyRound, Plus } from 'lucide-react'
import { keysQuery, keysKey, revokeKey } from '../api/access-queries.ts'
import { Skeleton } from '../ui/progress.tsx'
import { formatAgo, formatDay, isPast } from '../ui/format-count.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { describeScopes } from './scope-table.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { PageTable } from '../ui/pages.tsx'

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
        <MergePermission />
      </Allowed>
      <CurlExample baseUrl={baseUrl} secret={created?.key} />
    </div>
  )
}

/** The owner's setting that lets keys and agents merge entities. */
function MergePermission() {
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
        onChange={(allowed) => change({ keys_may_merge: allowed })}
      />
    </section>
  )
}

const path = '/products'
const limit = 2

interface CurlExampleProps {
  baseUrl: string
  secret: string | undefined
}

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

interface KeyListProps {
  onCreated: (key: CreatedApiKey) => void
  onRevoked: (key: ApiKey) => void
}

function KeyList({ onCreated, onRevoked }: KeyListProps) {
  const { workspace } = useWorkspace()
  const { data: keys, error } = useQuery(keysQuery(workspace.id))
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  return (
    <section className="api-section" aria-labelledby="api-keys">
      <div className="api-section-head">
        <h2 id="api-keys">{t('Keys')}</h2>
        <Allowed to="keys">
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden />
            {t('Create a key')}
          </Button>
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {keys === undefined && error === null && <Skeleton height={72} />}
      {keys?.length === 0 && (
        <p className="api-no-keys">
          <KeyRound aria-hidden />
          {t('No keys yet. A key lets one script or agent into this workspace, with the rights you choose.')}
        </p>
      )}
      {keys !== undefined && keys.length > 0 && <KeyTable keys={keys} onRevoke={setRevoking} />}
      <NewKeyDialog open={isCreating} onClose={() => setIsCreating(false)} onCreated={onCreated} />
      <RevokeKeyDialog apiKey={revoking} onRevoked={onRevoked} onClose={() => setRevoking(undefined)} />
    </section>
  )
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <PageTable
      columns={[t('Name'), t('May do'), t('Last used'), t('Created'), t('Expires'), { unseen: t('Actions') }]}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </PageTable>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, scopes, last_used_at: lastUsed, created_at: created, expires_at: expires } = apiKey
  const isExpired = expires !== null && isPast(expires)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="api-scopes">{describeScopes(scopes)}</td>
      <td>{lastUsed === null ? t('never') : formatAgo(lastUsed)}</td>
      <td>{formatDay(created)}</td>
      <td data-expired={isExpired || undefined}>
        {expires === null
          ? t('never')
          : isExpired
            ? t('expired {expires}', { expires: formatDay(expires) })
            : formatDay(expires)}
      </td>
      <td className="api-row-action">
        <Button variant="ghost" aria-label={t('Revoke {name}', { name })} onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      </td>
    </tr>
  )
}

interface RevokeKeyDialogProps {
  apiKey: ApiKey | undefined
  onRevoked: (key: ApiKey) => void
  onClose: () => void
}

function RevokeKeyDialog({ apiKey, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeKey(workspace.id, key.id),
    onSuccess: async (_answer, key) => {
      await queryClient.invalidateQueries({ queryKey: keysKey(workspace.id) })
      showSuccess(t('{name} was revoked', { name: key.name }))
      onRevoked(key)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name: apiKey?.name ?? t('the key') })}
      action={t('Revoke the key')}
      subject={apiKey}
      mutation={revoke}
      onClose={onClose}
    >
      <p>
        {t(
          'Whatever uses this key has no access from its next request on. This cannot be undone; a new key can be created.',
        )}
      </p>
    </ConfirmDialog>
  )
}
