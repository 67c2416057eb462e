import { ChevronsUpDown, FilePlus2, FolderOpen, FolderSearch, Plus } from 'lucide-react'
import type { ListedWorkspace } from '#shared/app-surface.ts'
import { goTo } from '../query/location.ts'
import { openingLocation } from '../state/first-page.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { createWorkspaceFile, openWorkspaceFile, showInFolder } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/rights.tsx'

export function WorkspaceSwitcher() {
  const { workspace, session } = useWorkspace()
  const openDialog = useOpenDialog()
  const choices = session.workspaces.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Menu trigger={<SwitcherButton workspace={workspace} />}>
      <MenuChoice
        label={t('Workspaces')}
        value={workspace.id}
        choices={choices}
        onChange={(id) => goTo(openingLocation(id))}
      />
      <Allowed to="workspaces">
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => openDialog({ kind: 'new-workspace' })}>
          {t('New workspace…')}
        </MenuItem>
      </Allowed>
      {window.desktop !== undefined && (
        <>
          <MenuItem icon={FilePlus2} onSelect={() => void createWorkspaceFile()}>
            {t('New workspace file…')}
          </MenuItem>
          <MenuItem icon={FolderOpen} onSelect={() => void openWorkspaceFile()}>
            {t('Open workspace file…')}
          </MenuItem>
          <MenuItem icon={FolderSearch} onSelect={() => void showInFolder({ workspaceId: workspace.id })}>
            {t('Show the file in its folder')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function SwitcherButton({ workspace, ...props }: { workspace: ListedWorkspace }) {
  return (
    <button type="button" {...props} className="side-switcher">
      <span className="side-mark" aria-hidden>
        {workspace.name.trim().charAt(0).toUpperCase()}
      </span>
      <span className="side-switcher-name">
        <span className="visually-hidden">{t('Workspace')} </span>
        {workspace.name}
      </span>
      <ChevronsUpDown aria-hidden />
    </button>
  )
}
