import { CircleUser, HardDriveDownload, LogOut, Users } from 'lucide-react'
import { signOut } from '../api/people-queries.ts'
import { forgetAllWaiting, hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { goTo, createLocation } from '../query/location.ts'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

export function AccountMenu() {
  const { session, workspace } = useWorkspace()
  const { person } = session
  if (person === null) return null
  const role = person.roles[workspace.id]
  return (
    <Menu
      trigger={
        <button type="button" className="side-link">
          <CircleUser aria-hidden />
          <span className="side-link-text">{person.name}</span>
          {role !== undefined && <span className="side-count">{roleTexts()[role].name}</span>}
        </button>
      }
    >
      <MenuItem icon={CircleUser} onSelect={() => goTo(createLocation(workspace.id, 'account'))}>
        {t('Your account')}
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => goTo(createLocation(workspace.id, 'people'))}>
        {t('People')}
      </MenuItem>
      {role === 'owner' && (
        <MenuItem icon={HardDriveDownload} onSelect={() => goTo(createLocation(workspace.id, 'backups'))}>
          {t('Take a copy home…')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void leave()}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  )
}

/** Signs out and reloads, so that no data of the person stays in the page. */
async function leave(): Promise<void> {
  if (hasUnsavedChanges())
    return showError(t('Some changes are not saved yet'), {
      description: t('Wait until they are saved, or discard what was rejected; then sign out.'),
    })
  try {
    await signOut()
  } catch (error) {
    return showError(t('You were not signed out'), {
      description: error instanceof Error ? error.message : String(error),
    })
  }
  forgetAllWaiting()
  window.sessionStorage.removeItem('vitrine.waiting-of')
  window.location.assign('/')
}
