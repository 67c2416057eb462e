import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { roles, type Role } from '#shared/team.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { invite, peopleKey } from '../api/people-queries.ts'
import { roleTexts } from '../state/role-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { t } from '../ui/text.ts'
import { LinkNotice } from './link-notice.tsx'

/** Invites somebody to the workspace and shows the link, once. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const formId = useId()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const invitation = useMutation({
    mutationFn: () => invite(workspace.id, { email: email.trim(), role }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleKey(workspace.id) }),
  })
  const faults = invitation.error === null ? {} : explainRefusal(invitation.error, [['email', 'email']])
  const close = (): void => {
    invitation.reset()
    setEmail('')
    onClose()
  }
  const { data: made } = invitation
  return (
    <Dialog
      title={t('Invite somebody to {workspace}', { workspace: workspace.name })}
      open={open}
      onClose={close}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={close}>{made === undefined ? t('Cancel') : t('Done')}</Button>
          {made === undefined && (
            <Button variant="primary" type="submit" form={formId} busy={invitation.isPending}>
              {t('Create the invitation')}
            </Button>
          )}
        </>
      }
    >
      {made !== undefined ? (
        <LinkNotice title={t('{email} is invited', { email: email.trim() })} made={made} />
      ) : (
        <InviteForm
          id={formId}
          {...{ email, role, faults }}
          onSubmit={() => invitation.mutate()}
          onEmail={setEmail}
          onRole={setRole}
        />
      )}
    </Dialog>
  )
}

interface InviteFormProps {
  id: string
  email: string
  role: Role
  faults: { readonly email?: string; readonly general?: string }
  onEmail: (email: string) => void
  onRole: (role: Role) => void
  onSubmit: () => void
}

function InviteForm({ id, email, role, faults, onEmail, onRole, onSubmit }: InviteFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  const choices = roles.map((value) => {
    const { name: label, hint } = roleTexts()[value]
    return { value, label, hint }
  })
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      <TextField label={t('E-mail')} type="email" value={email} onChange={onEmail} error={faults.email} />
      <Choice label={t('Role')} value={role} choices={choices} onChange={onRole} />
    </form>
  )
}
