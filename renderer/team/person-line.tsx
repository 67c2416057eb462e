import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Person, PersonChange, InvitationLink } from '#shared/schemas/team.ts'
import { roles, type Role } from '#shared/team.ts'
import {
  changePerson,
  peopleKey,
  deletePerson,
  resetCodes,
  resetPassword,
  sessionKey,
} from '../api/people-queries.ts'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton, Button, CopyButton } from '../ui/button.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { Menu, MenuItem } from '../ui/popover.tsx'
import { Select } from '../ui/select.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import type { Standing } from './people-page.tsx'
import { explainRefusal } from '../api/api-error.ts'
import { Checkbox, TextField } from '../ui/field.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

interface PersonLineProps {
  person: Person
  standing: Standing
}

export function PersonLine({ person, standing }: PersonLineProps) {
  const { name, email, last_seen_at: seen, is_disabled: isDisabled } = person
  const change = useChange(person)
  return (
    <tr data-disabled={isDisabled || undefined}>
      <th scope="row">
        {name}
        {person.id === standing.ownId && <span className="row-mark">{t('you¦yourself')}</span>}
        {person.is_administrator && <span className="row-mark">{t('Administrator')}</span>}
        {isDisabled && <span className="row-mark">{t('Disabled')}</span>}
      </th>
      <td>{email}</td>
      <td>
        <RoleChoice person={person} isOwner={standing.isOwner} onChange={(role) => change({ role })} />
        {person.role_by_groups !== null && <span className="row-mark">{t('by groups')}</span>}
      </td>
      <td>{seen === null ? t('never') : formatAgo(seen)}</td>
      <td className="api-row-action">
        <PersonMenu person={person} standing={standing} onChange={change} />
      </td>
    </tr>
  )
}

function useChange({ id, name }: Person) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (change: PersonChange) => changePerson(workspace.id, id, change),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
    onSettled: () =>
      Promise.all(
        [peopleKey(workspace.id), sessionKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
  return mutate
}

interface RoleChoiceProps {
  person: Person
  isOwner: boolean
  onChange: (role: Role) => void
}

function RoleChoice({ person: { name, role }, isOwner, onChange }: RoleChoiceProps) {
  if (!isOwner) return role === null ? t('No member') : roleTexts()[role].name
  return (
    <Select
      className="team-role"
      label={t('Role of {name}', { name })}
      placeholder={t('No member')}
      value={role ?? ''}
      options={roles.map((value) => ({ value, label: roleTexts()[value].name }))}
      onChange={(next) => next !== '' && onChange(next)}
    />
  )
}

interface PersonMenuProps extends PersonLineProps {
  onChange: (change: PersonChange) => void
}

type PersonStep = 'password' | 'codes' | 'email' | 'deletion'

interface PersonDialogsProps {
  person: Person
  step: PersonStep | undefined
  onClose: () => void
}

function PersonDialogs({ person, step, onClose }: PersonDialogsProps) {
  const parts = { person, onClose }
  return (
    <>
      {step === 'password' && <PasswordDialog {...parts} />}
      {step === 'email' && <EmailDialog {...parts} />}
      <CodesDialog {...parts} open={step === 'codes'} />
      <DeletionDialog {...parts} open={step === 'deletion'} />
    </>
  )
}

type PartProps = Omit<PersonDialogsProps, 'step'>

function usePeopleRefresh(): () => Promise<void> {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: peopleKey(workspace.id) })
}

/** A link for a new password; keys and agents of the person may end at once. */
function PasswordDialog({ person: { id, name }, onClose }: PartProps) {
  const [endsCredentials, setEndsCredentials] = useState(false)
  const reset = useMutation({ mutationFn: () => resetPassword(id, endsCredentials) })
  return (
    <Dialog
      title={t('A new password for {name}', { name })}
      open
      onClose={onClose}
      footer={footerOf(reset, onClose)}
    >
      {reset.data === undefined ? (
        <div className="team-form">
          <p>{t('The link is good once and for a day. Until then the old password is good, too.')}</p>
          <Checkbox
            label={t('End their API keys and agents now')}
            hint={t('For a password that somebody else may know.')}
            checked={endsCredentials}
            onChange={setEndsCredentials}
          />
          {reset.error !== null && <Notice tone="danger">{reset.error.message}</Notice>}
        </div>
      ) : (
        <LinkNotice title={t('The link was created')} made={reset.data} />
      )}
    </Dialog>
  )
}

interface Reset {
  readonly data: InvitationLink | undefined
  readonly isPending: boolean
  mutate: () => void
}

function footerOf({ data, isPending, mutate }: Reset, onClose: () => void) {
  if (data !== undefined) return <Button onClick={onClose}>{t('Done')}</Button>
  return (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" busy={isPending} onClick={() => mutate()}>
        {t('Create the link')}
      </Button>
    </>
  )
}

const emailForm = 'person-email'

function EmailDialog({ person: { id, name, email: former }, onClose }: PartProps) {
  const { workspace } = useWorkspace()
  const refresh = usePeopleRefresh()
  const [email, setEmail] = useState(former)
  const change = useMutation({
    mutationFn: () => changePerson(workspace.id, id, { email }),
    onSuccess: async () => {
      showSuccess(t('The e-mail was changed'))
      onClose()
      await refresh()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate()
  }
  const faults = change.error === null ? {} : explainRefusal(change.error, [['email', 'email']])
  return (
    <Dialog
      title={t('Another e-mail for {name}', { name })}
      size="small"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={emailForm} busy={change.isPending}>
            {t('Change the e-mail')}
          </Button>
        </>
      }
    >
      <form id={emailForm} className="team-form" onSubmit={submit} noValidate>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('E-mail')}
          type="email"
          value={email}
          onChange={setEmail}
          hint={t('They sign in with it from then on.')}
          error={faults.email}
        />
      </form>
    </Dialog>
  )
}

function CodesDialog({ person, onClose, open }: PartProps & { open: boolean }) {
  const { name } = person
  const refresh = usePeopleRefresh()
  const reset = useMutation({
    mutationFn: ({ id }: Person) => resetCodes(id),
    onSuccess: async () => {
      showSuccess(t('{name} signs in without codes now', { name }))
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('Turn off the one-time codes of {name}?', { name })}
      action={t('Turn codes off')}
      subject={open ? person : undefined}
      mutation={reset}
      onClose={onClose}
    >
      <p>
        {t(
          'Do this for somebody who has lost the app and the recovery codes, once you are sure who asks. They are signed out everywhere and can turn codes on anew.',
        )}
      </p>
    </ConfirmDialog>
  )
}

function DeletionDialog({ person, onClose, open }: PartProps & { open: boolean }) {
  const { name } = person
  const refresh = usePeopleRefresh()
  const deletion = useMutation({
    mutationFn: ({ id }: Person) => deletePerson(id),
    onSuccess: async () => {
      showSuccess(t('The account of {name} was deleted', { name }))
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete the account of {name}?', { name })}
      action={t('Delete the account')}
      keep={t('Keep it')}
      subject={open ? person : undefined}
      mutation={deletion}
      onClose={onClose}
    >
      <p>
        {t(
          'Their sessions, API keys and agents end, in all workspaces. What they have changed and written keeps their name. This cannot be undone; an account that may come back is disabled instead.',
        )}
      </p>
    </ConfirmDialog>
  )
}

/** Rarer actions: removal from the workspace, and those of administrators of the server. */
function PersonMenu({ person, standing, onChange }: PersonMenuProps) {
  const { name, role, is_disabled: isDisabled, is_administrator: isAdministrator } = person
  const [step, setStep] = useState<PersonStep>()
  const mayRemove = standing.isOwner && role !== null
  if (!mayRemove && !standing.isAdministrator) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More about {name}', { name })}>
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        {mayRemove && (
          <MenuItem onSelect={() => onChange({ role: null })}>{t('Remove from this workspace')}</MenuItem>
        )}
        {standing.isAdministrator && (
          <>
            <MenuItem onSelect={() => setStep('password')}>{t('Create a link for a new password')}</MenuItem>
            {person.has_codes && (
              <MenuItem onSelect={() => setStep('codes')}>{t('Turn off one-time codes')}</MenuItem>
            )}
            <MenuItem onSelect={() => setStep('email')}>{t('Change the e-mail')}</MenuItem>
            <MenuItem onSelect={() => onChange({ administrator: !isAdministrator })}>
              {isAdministrator ? t('Remove as administrator') : t('Make an administrator of the server')}
            </MenuItem>
            <MenuItem onSelect={() => onChange({ disabled: !isDisabled })}>
              {isDisabled ? t('Enable the account') : t('Disable the account')}
            </MenuItem>
            {person.id !== standing.ownId && (
              <MenuItem onSelect={() => setStep('deletion')}>{t('Delete the account')}</MenuItem>
            )}
          </>
        )}
      </Menu>
      <PersonDialogs person={person} step={step} onClose={() => setStep(undefined)} />
    </>
  )
}

interface LinkNoticeProps {
  title: string
  made: InvitationLink
}

export function LinkNotice({ title, made: { link, mailed } }: LinkNoticeProps) {
  return (
    <div className="stack">
      <Notice tone="success" title={title}>
        {mailed
          ? t('It was sent by mail, too. The link is shown this once.')
          : t('Copy the link and pass it on. It works once, and it is shown only now.')}
      </Notice>
      <div className="api-copy-line">
        <code>{link}</code>
        <CopyButton text={link} label={t('Copy the link')} />
      </div>
    </div>
  )
}
