import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '#shared/app-surface.ts'
import { keysQuery, keysKey, revokeKey } from '../api/keys-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatAgo, formatDay, isPast } from '../ui/format-time.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { describeScopes } from './scope-choices.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'

interface KeyListProps {
  onCreated: (key: CreatedApiKey) => void
  onRevoked: (key: ApiKey) => void
}

/** The keys of the workspace, with the ways to create and to revoke one. */
export function KeyList({ onCreated, onRevoked }: KeyListProps) {
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
        <KeyLine key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </PageTable>
  )
}

function KeyLine({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
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
  /** The key to revoke; the dialog is open while there is one. */
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
