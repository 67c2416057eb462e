import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, Plus } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import type { ServiceAccount, ServiceAccountChange } from '#shared/schemas/team.ts'
import { serviceAccountRoles, type ServiceAccountRole } from '#shared/team.ts'
import {
  changeServiceAccount,
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  keysKey,
  revokeServiceAccountKey,
  serviceAccountsKey,
  serviceAccountsQuery,
} from '../api/access-queries.ts'
import { explainRefusal } from '../api/api-error.ts'
import { peopleKey } from '../api/people-queries.ts'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { formatAgo, formatCount, formatDay } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Menu, MenuItem } from '../ui/popover.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { describeScopes } from './scope-table.tsx'
import './service-accounts.css'

/** Members of a team that are no people, with their roles in the open workspace; for administrators. */
export function ServiceAccountList() {
  const { data: accounts, error } = useQuery(serviceAccountsQuery)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <section className="api-section" aria-labelledby="people-service-accounts">
      <div className="api-section-head">
        <h2 id="people-service-accounts">{t('Service accounts')}</h2>
        <Button onClick={() => setIsNaming(true)}>
          <Plus aria-hidden />
          {t('Create a service account')}
        </Button>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <p className="ui-field-hint">
        {t(
          'For programs that work with the catalog. They cannot sign in, and their keys go on when a colleague leaves. What they change carries their name.',
        )}
      </p>
      {accounts !== undefined && accounts.length > 0 && (
        <PageTable columns={[t('Name'), t('Role'), t('Keys'), t('Last used'), { unseen: t('Actions') }]}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </PageTable>
      )}
      {isNaming && <NameDialog onClose={() => setIsNaming(false)} />}
    </section>
  )
}

function useRefresh(): () => Promise<unknown> {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const stale = [serviceAccountsKey, keysKey(workspace.id), peopleKey(workspace.id)]
  return () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

function useChange({ id, name }: ServiceAccount) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (change: ServiceAccountChange) => changeServiceAccount(id, change),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
    onSettled: refresh,
  }).mutate
}

function AccountRow({ account }: { account: ServiceAccount }) {
  const { workspace } = useWorkspace()
  const { name, keys, is_disabled: isDisabled } = account
  const change = useChange(account)
  const used = keys.flatMap(({ last_used_at: at }) => at ?? []).toSorted()
  return (
    <tr data-disabled={isDisabled || undefined}>
      <th scope="row" className="service-account-name">
        {name}
        {isDisabled && <span className="row-mark">{t('Disabled')}</span>}
      </th>
      <td>
        <RoleChoice
          account={account}
          onChange={(role) => change({ roles: { [workspace.id]: role === '' ? null : role } })}
        />
      </td>
      <td>{formatCount(keys.length)}</td>
      <td>{used.length === 0 ? t('never') : formatAgo(used.at(-1) ?? '')}</td>
      <td className="api-row-action">
        <AccountMenu account={account} onChange={change} />
      </td>
    </tr>
  )
}

interface RoleChoiceProps {
  account: ServiceAccount
  onChange: (role: ServiceAccountRole | '') => void
}

function RoleChoice({ account: { name, roles }, onChange }: RoleChoiceProps) {
  const { workspace } = useWorkspace()
  const options = serviceAccountRoles.map((value) => ({ value, label: roleTexts()[value].name }))
  return (
    <Select<ServiceAccountRole | ''>
      className="service-account-role"
      label={t('Role of {name}', { name })}
      placeholder={t('No role here')}
      value={roles[workspace.id] ?? ''}
      options={[...options, { value: '', label: t('No role here') }]}
      onChange={onChange}
    />
  )
}

type Step = 'key' | 'keys' | 'name' | 'deletion'

interface MenuProps {
  account: ServiceAccount
  onChange: (change: ServiceAccountChange) => void
}

function AccountMenu({ account, onChange }: MenuProps) {
  const { workspace } = useWorkspace()
  const [step, setStep] = useState<Step>()
  const { id, name, is_disabled: isDisabled, keys, roles } = account
  const refresh = useRefresh()
  const close = () => setStep(undefined)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More about {name}', { name })}>
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        {roles[workspace.id] !== undefined && (
          <MenuItem onSelect={() => setStep('key')}>{t('Create a key')}</MenuItem>
        )}
        {keys.length > 0 && <MenuItem onSelect={() => setStep('keys')}>{t('Show its keys')}</MenuItem>}
        <MenuItem onSelect={() => setStep('name')}>{t('Rename')}</MenuItem>
        <MenuItem onSelect={() => onChange({ disabled: !isDisabled })}>
          {isDisabled ? t('Enable the account') : t('Disable the account')}
        </MenuItem>
        <MenuItem onSelect={() => setStep('deletion')}>{t('Delete the account')}</MenuItem>
      </Menu>
      <NewKeyDialog
        open={step === 'key'}
        onClose={close}
        onCreated={() => void refresh()}
        nameHint={t('It tells its keys apart in lists and in the log.')}
        create={(key) => createServiceAccountKey(id, { workspace_id: workspace.id, ...key })}
      />
      {step === 'keys' && <KeysDialog account={account} onClose={close} />}
      {step === 'name' && <NameDialog account={account} onClose={close} />}
      <DeletionDialog account={account} open={step === 'deletion'} onClose={close} />
    </>
  )
}

interface PartProps {
  account: ServiceAccount
  onClose: () => void
}

/** The keys of an account in all workspaces; each can be revoked. */
function KeysDialog({ account: { id, name, keys }, onClose }: PartProps) {
  const { session } = useWorkspace()
  const refresh = useRefresh()
  const revocation = useMutation({
    mutationFn: (key: ServiceAccount['keys'][number]) => revokeServiceAccountKey(id, key.id),
    onSuccess: (_answer, key) => showSuccess(t('{name} was revoked', { name: key.name })),
    onError: (error) => showError(t('The key was not revoked'), { description: error.message }),
    onSettled: refresh,
  })
  const nameOf = (workspaceId: string) => session.workspaces.find((each) => each.id === workspaceId)?.name
  return (
    <Dialog
      title={t('Keys of {name}', { name })}
      size="large"
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <PageTable columns={[t('Name'), t('Workspace'), t('May do'), t('Expires'), { unseen: t('Actions') }]}>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td>{nameOf(key.workspace_id) ?? t('Another one')}</td>
            <td className="api-scopes">{describeScopes(key.scopes)}</td>
            <td>{key.expires_at === null ? t('never') : formatDay(key.expires_at)}</td>
            <td className="api-row-action">
              <Button
                variant="ghost"
                aria-label={t('Revoke {name}', { name: key.name })}
                onClick={() => revocation.mutate(key)}
              >
                {t('Revoke')}
              </Button>
            </td>
          </tr>
        ))}
      </PageTable>
    </Dialog>
  )
}

/** Names a new account, or an existing one anew. */
function NameDialog({ account, onClose }: Partial<PartProps> & Pick<PartProps, 'onClose'>) {
  const formId = useId()
  const refresh = useRefresh()
  const [name, setName] = useState(account?.name ?? '')
  const naming = useMutation({
    mutationFn: () =>
      account === undefined ? createServiceAccount(name) : changeServiceAccount(account.id, { name }),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    naming.mutate()
  }
  const faults = naming.error === null ? {} : explainRefusal(naming.error, [['name', 'name']])
  const action = account === undefined ? t('Create the account') : t('Rename')
  return (
    <Dialog
      title={
        account === undefined ? t('Create a service account') : t('Rename {name}', { name: account.name })
      }
      size="small"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={naming.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('Name')}
          placeholder={t('ERP sync')}
          hint={t('It is shown beside each change made with its keys.')}
          value={name}
          error={faults.name}
          maxLength={200}
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}

function DeletionDialog({ account, open, onClose }: PartProps & { open: boolean }) {
  const { name } = account
  const refresh = useRefresh()
  const deletion = useMutation({
    mutationFn: ({ id }: ServiceAccount) => deleteServiceAccount(id),
    onSuccess: async () => {
      showSuccess(t('The service account {name} was deleted', { name }))
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete the service account {name}?', { name })}
      action={t('Delete the account')}
      subject={open ? account : undefined}
      mutation={deletion}
      onClose={onClose}
    >
      <p>
        {t(
          'Its keys open nothing any more, in all workspaces. What was changed with them keeps its name. An account that may come back is disabled instead.',
        )}
      </p>
    </ConfirmDialog>
  )
}
