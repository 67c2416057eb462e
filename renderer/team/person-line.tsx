import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { Person, PersonChange } from '#shared/schemas/team.ts'
import { roles, type Role } from '#shared/team.ts'
import { changePerson, peopleKey } from '../api/people-queries.ts'
import { sessionKey } from '../api/session-queries.ts'
import { roleTexts } from '../state/role-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton } from '../ui/button.tsx'
import { formatAgo } from '../ui/format-time.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { PersonDialogs, type PersonStep } from './person-dialogs.tsx'
import type { Standing } from './people-page.tsx'

interface PersonLineProps {
  person: Person
  standing: Standing
}

/** One person: what they are here, and what who looks may do about it. */
export function PersonLine({ person, standing }: PersonLineProps) {
  const { name, email, last_seen_at: seen, is_disabled: isDisabled } = person
  const change = useChange(person)
  return (
    <tr data-disabled={isDisabled || undefined}>
      <th scope="row">
        {name}
        {person.id === standing.ownId && <span className="team-mark">{t('you¦yourself')}</span>}
        {person.is_administrator && <span className="team-mark">{t('Administrator')}</span>}
        {isDisabled && <span className="team-mark">{t('Disabled')}</span>}
      </th>
      <td>{email}</td>
      <td>
        <RoleChoice person={person} isOwner={standing.isOwner} onChange={(role) => change({ role })} />
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

/** What is rarer than a role: leaving the workspace, and what administrators of the server do. */
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
