import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState, useId, type FormEvent, type ReactNode } from 'react'
import { hasRole, roles, type Role } from '#shared/team.ts'
import {
  peopleQuery,
  invitationsQuery,
  peopleKey,
  withdrawInvitation,
  invite,
} from '../api/people-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { AuditList } from './audit-list.tsx'
import { GroupRoleList } from './group-roles.tsx'
import { PersonLine, LinkNotice } from './person-line.tsx'
import '../ui/page.css'
import './team.css'
import { roleTexts } from '../state/rights.tsx'
import { formatDay } from '../ui/format-count.ts'
import { showError } from '../ui/toast.tsx'
import { explainRefusal } from '../api/api-error.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField, Choice } from '../ui/field.tsx'

export function PeoplePage({ serviceAccounts }: { serviceAccounts: ReactNode }) {
  const { session, workspace } = useWorkspace()
  const { person } = session
  if (person === null) return <NoTeam />
  const role = person.roles[workspace.id]
  const isOwner = role !== undefined && hasRole(role, 'owner')
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('People')}</h1>
        <p className="ui-field-hint">
          {isOwner
            ? t('Who works in “{name}”, and what each may do.', { name: workspace.name })
            : t('Who works in “{name}”. Its owners invite people and give them roles.', {
                name: workspace.name,
              })}
        </p>
      </header>
      <People isOwner={isOwner} isAdministrator={person.is_administrator} ownId={person.id} />
      {isOwner && <WaitingInvitations />}
      {person.is_administrator && <GroupRoleList />}
      {person.is_administrator && serviceAccounts}
      {(isOwner || person.is_administrator) && <AuditList />}
    </div>
  )
}

function NoTeam() {
  return (
    <EmptyState icon={Users} title={t('Nobody signs in here')}>
      <p>{t('This Vitrine is yours alone. A team shares one that is started with vitrine serve --team.')}</p>
    </EmptyState>
  )
}

export interface Standing {
  readonly isOwner: boolean
  readonly isAdministrator: boolean
  readonly ownId: string
}

function People(standing: Standing) {
  const { workspace } = useWorkspace()
  const { data: people, error } = useQuery(peopleQuery(workspace.id))
  const [isInviting, setIsInviting] = useState(false)
  return (
    <section className="api-section" aria-labelledby="people-members">
      <div className="api-section-head">
        <h2 id="people-members">{t('Members')}</h2>
        {standing.isOwner && (
          <Button variant="primary" onClick={() => setIsInviting(true)}>
            <UserPlus aria-hidden />
            {t('Invite somebody')}
          </Button>
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {people === undefined && error === null && <Skeleton height={72} />}
      {people !== undefined && (
        <PageTable columns={[t('Name'), t('E-mail'), t('Role'), t('Last seen'), { unseen: t('Actions') }]}>
          {people.map((person) => (
            <PersonLine key={person.id} person={person} standing={standing} />
          ))}
        </PageTable>
      )}
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
    </section>
  )
}

function WaitingInvitations() {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: invitations = [] } = useQuery(invitationsQuery(workspace.id))
  const withdrawal = useMutation({
    mutationFn: (id: string) => withdrawInvitation(workspace.id, id),
    onError: (error) => showError(t('The invitation was not withdrawn'), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleKey(workspace.id) }),
  })
  if (invitations.length === 0) return null
  return (
    <section className="api-section" aria-labelledby="people-invited">
      <h2 id="people-invited">{t('Invited')}</h2>
      <PageTable
        columns={[t('E-mail'), t('Role'), t('Invited by'), t('Valid until'), { unseen: t('Actions') }]}
      >
        {invitations.map(({ id, email, role, invited_by: by, expires_at: end }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{roleTexts()[role].name}</td>
            <td>{by ?? t('the command line')}</td>
            <td>{formatDay(end)}</td>
            <td className="api-row-action">
              <Button
                variant="ghost"
                aria-label={t('Withdraw the invitation of {email}', { email })}
                onClick={() => withdrawal.mutate(id)}
              >
                {t('Withdraw')}
              </Button>
            </td>
          </tr>
        ))}
      </PageTable>
    </section>
  )
}

function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
