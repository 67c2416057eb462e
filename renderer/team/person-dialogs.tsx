import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { InvitationLink, Person } from '#shared/schemas/team.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { changePerson, deletePerson, peopleKey, resetCodes, resetPassword } from '../api/people-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { LinkNotice } from './link-notice.tsx'

/** What an administrator of the server does about one account. */
export type PersonStep = 'password' | 'codes' | 'email' | 'deletion'

interface PersonDialogsProps {
  person: Person
  /** The dialog that is open. */
  step: PersonStep | undefined
  onClose: () => void
}

export function PersonDialogs({ person, step, onClose }: PersonDialogsProps) {
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
