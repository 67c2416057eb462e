import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderInput, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Connection, ConnectionTest } from '#shared/schemas/connections.ts'
import {
  changeConnection,
  connectionsKey,
  connectionsQuery,
  deleteConnection,
  feedsKey,
  testConnection,
} from '../api/feed-queries.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { describePlace, kindTexts, problemTexts } from './feed-texts.ts'

/** Where files come from and go to, and what stands in the way. */
export function ConnectionList() {
  const { api } = useWorkspace()
  const { data: connections, error } = useQuery(connectionsQuery(api))
  const [edited, setEdited] = useState<Connection | 'new'>()
  const [deleted, setDeleted] = useState<Connection>()
  return (
    <section className="api-section" aria-labelledby="connections-places">
      <div className="api-section-head">
        <h2 id="connections-places">{t('Connections')}</h2>
        <Allowed to="folders">
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden />
            {t('Add a connection')}
          </Button>
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {connections === undefined && error === null && <Skeleton height={72} />}
      {connections?.length === 0 && (
        <p className="api-no-keys">
          <FolderInput aria-hidden />
          {t('No connections yet. A connection is a folder, a web address, an SFTP server or a bucket.')}
        </p>
      )}
      {connections !== undefined && connections.length > 0 && (
        <PageTable
          label={t('Connections')}
          columns={[t('Name'), t('Leads to'), t('State'), { unseen: t('Actions') }]}
        >
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onEdit={() => setEdited(connection)}
              onDelete={() => setDeleted(connection)}
            />
          ))}
        </PageTable>
      )}
      <ConnectionDialog connection={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog connection={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  )
}

interface ConnectionRowProps {
  connection: Connection
  onEdit: () => void
  onDelete: () => void
}

function ConnectionRow({ connection, onEdit, onDelete }: ConnectionRowProps) {
  const { name, kind, problem, last_used_at: used } = connection
  const [shown, setShown] = useState<ConnectionTest>()
  const may = useMay()
  const test = useTest(connection, setShown)
  return (
    <tr>
      <th scope="row" className="feed-cell">
        {name}
        <p className="ui-field-hint">{kindTexts()[kind]}</p>
      </th>
      <td className="feed-cell">{describePlace(connection)}</td>
      <td className="feed-cell">
        {problem === null ? (used === null ? t('Not used yet') : t('Works')) : problemTexts()[problem]}
        {used !== null && <p className="ui-field-hint">{formatAgo(used)}</p>}
      </td>
      <td className="api-row-action">
        {may('folders') && (
          <Menu
            trigger={
              <IconButton label={t('Actions for {name}', { name })}>
                <MoreHorizontal aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => test.mutate()}>{t('Test it')}</MenuItem>
            <MenuItem onSelect={onEdit}>{t('Change…')}</MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={onDelete}>{t('Delete…')}</MenuItem>
          </Menu>
        )}
        <HostKeyDialog connection={connection} test={shown} onClose={() => setShown(undefined)} />
      </td>
    </tr>
  )
}

function useTest(connection: Connection, onHostKey: (test: ConnectionTest) => void) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => testConnection(api, connection.id),
    onSuccess: (test) => {
      const { name, fingerprint: accepted } = connection
      if (test.ok) return showSuccess(t('{name} works', { name }))
      if (test.fingerprint !== undefined && test.fingerprint !== accepted) return onHostKey(test)
      return showError(t('{name} cannot be used', { name }), { description: test.message ?? '' })
    },
    onError: (error) =>
      showError(t('{name} cannot be used', { name: connection.name }), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsKey(api.workspaceId) }),
  })
}

interface HostKeyDialogProps {
  connection: Connection
  test: ConnectionTest | undefined
  onClose: () => void
}

/** Asks whether the host key that the server shows is the right one. */
function HostKeyDialog({ connection, test, onClose }: HostKeyDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const acceptance = useMutation({
    mutationFn: (fingerprint: string) => changeConnection(api, connection.id, { fingerprint }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: connectionsKey(api.workspaceId) })
      onClose()
    },
  })
  const { fingerprint = '' } = test ?? {}
  return (
    <Dialog
      title={
        connection.fingerprint === null
          ? t('Is this the right server?')
          : t('The server shows another host key')
      }
      open={test !== undefined}
      onClose={onClose}
      size="small"
    >
      <div className="stack">
        {acceptance.error !== null && <Notice tone="danger">{acceptance.error.message}</Notice>}
        <p>
          {connection.fingerprint === null
            ? t(
                'Compare its host key with the one that its owner names. Nothing is sent before you accept it.',
              )
            : t('Ask who runs the server, and accept the new key only if it is right. Nothing was sent.')}
        </p>
        <p className="feed-cell">
          <code>{fingerprint}</code>
        </p>
        <div className="ui-dialog-actions">
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button
            variant="primary"
            busy={acceptance.isPending}
            onClick={() => acceptance.mutate(fingerprint)}
          >
            {t('Accept the host key')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function DeleteDialog({ connection, onClose }: { connection: Connection | undefined; onClose: () => void }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: Connection) => deleteConnection(api, id),
    onSuccess: async () => {
      await Promise.all(
        [connectionsKey, feedsKey].map((key) =>
          queryClient.invalidateQueries({ queryKey: key(api.workspaceId) }),
        ),
      )
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete this connection?')}
      action={t('Delete the connection')}
      subject={connection}
      mutation={deletion}
      onClose={onClose}
    >
      <p>{t('Its secret goes along. Feeds that use it are off from then on.')}</p>
    </ConfirmDialog>
  )
}
