import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import type { GroupRole, GroupRoleChange } from '#shared/schemas/team.ts'
import { roles, type Role } from '#shared/team.ts'
import { explainRefusal } from '../api/api-error.ts'
import { groupRolesKey, groupRolesQuery, peopleKey, setGroupRole } from '../api/people-queries.ts'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'

/** The roles that groups at the provider of single sign-on give in the open workspace; for administrators. */
export function GroupRoleList() {
  const { workspace } = useWorkspace()
  const { data: known } = useQuery(groupRolesQuery)
  const [isAdding, setIsAdding] = useState(false)
  if (known === undefined || known.claim === null) return null
  const here = known.data.filter(({ workspace_id: id }) => id === workspace.id)
  return (
    <section className="api-section" aria-labelledby="people-groups">
      <div className="api-section-head">
        <h2 id="people-groups">{t('Groups')}</h2>
        <Button onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          {t('Add a group')}
        </Button>
      </div>
      <p className="ui-field-hint">
        {t(
          'Groups at the provider of the sign-in give roles here, at each sign-in. Roles given by hand stay, and the higher one counts.',
        )}
      </p>
      {here.length > 0 && <GroupTable rows={here} />}
      {isAdding && <GroupDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function GroupTable({ rows }: { rows: readonly GroupRole[] }) {
  const { mutate } = useSetting()
  return (
    <PageTable columns={[t('Group at the provider'), t('Role'), { unseen: t('Actions') }]}>
      {rows.map(({ role, ...row }) => (
        <tr key={row.group}>
          <th scope="row">{row.group}</th>
          <td>
            <Select
              className="team-role"
              label={t('Role of {name}', { name: row.group })}
              value={role}
              options={roles.map((value) => ({ value, label: roleTexts()[value].name }))}
              onChange={(next) => mutate({ ...row, role: next })}
            />
          </td>
          <td className="api-row-action">
            <Button
              variant="ghost"
              aria-label={t('Remove {name}', { name: row.group })}
              onClick={() => mutate({ ...row, role: null })}
            >
              {t('Remove')}
            </Button>
          </td>
        </tr>
      ))}
    </PageTable>
  )
}

function useSetting(onDone?: () => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: GroupRoleChange) => setGroupRole(change),
    ...(onDone === undefined
      ? {
          onError: (error: Error) =>
            showError(t('The group was not changed'), { description: error.message }),
        }
      : { onSuccess: onDone }),
    onSettled: () =>
      Promise.all(
        [groupRolesKey, peopleKey(workspace.id)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

function GroupDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspace()
  const formId = useId()
  const [group, setGroup] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const setting = useSetting(onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setting.mutate({ group, workspace_id: workspace.id, role })
  }
  const faults = setting.error === null ? {} : explainRefusal(setting.error, [['group', 'group']])
  const choices = roles.map((value) => {
    const { name: label, hint } = roleTexts()[value]
    return { value, label, hint }
  })
  return (
    <Dialog
      title={t('Add a group')}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={setting.isPending}>
            {t('Add the group')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('Group at the provider')}
          hint={t('As the provider sends it: a name such as catalog-editors, or an id.')}
          value={group}
          onChange={setGroup}
          maxLength={256}
          error={faults.group}
        />
        <Choice label={t('Role')} value={role} choices={choices} onChange={setRole} />
      </form>
    </Dialog>
  )
}
