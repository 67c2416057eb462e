import {
  Check,
  ChevronDown,
  Copy,
  ListTodo,
  Pencil,
  Save,
  SaveAll,
  Star,
  StarOff,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import type { GridView, ViewPatch } from '#shared/views.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { type May, useMay } from '../state/rights.tsx'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import type { GridViews } from './view-content.ts'
import { DeleteViewDialog, ViewNameDialog } from './view-dialogs.tsx'
import './views.css'
import { t, inSentence } from '../ui/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createView, deleteView, duplicateView, updateView, viewsQuery } from '../api/views-queries.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useLocation } from '../query/location.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

type ViewDialog = { readonly kind: 'save-as' | 'rename' | 'delete'; readonly view?: GridView | undefined }

export function ViewSwitcher({ gridViews }: { gridViews: GridViews }) {
  const { type, active, isDirty } = gridViews
  const actions = useViewActions(gridViews)
  const [asked, setAsked] = useState<ViewDialog>()
  const may = useMay()
  const name = active?.name ?? t('All {plural}', { plural: inSentence(typeTexts()[type].plural) })
  return (
    <div className="view-switcher" role="group" aria-label={t('View')}>
      <ViewMenu gridViews={gridViews} actions={actions} name={name} may={may} onAsk={setAsked} />
      {isDirty && may('views') && (
        <SaveButtons
          onSave={active && (() => void actions.save())}
          onSaveAs={() => setAsked({ kind: 'save-as' })}
        />
      )}
      <AskedDialogs asked={asked} actions={actions} onClose={() => setAsked(undefined)} />
    </div>
  )
}

interface SaveButtonsProps {
  onSave: (() => void) | undefined
  onSaveAs: () => void
}

function SaveButtons({ onSave, onSaveAs }: SaveButtonsProps) {
  return (
    <>
      {onSave !== undefined && (
        <Button variant="ghost" onClick={onSave}>
          <Save aria-hidden />
          <span className="catalog-action-label">{t('Save')}</span>
        </Button>
      )}
      <Button variant="ghost" onClick={onSaveAs}>
        <SaveAll aria-hidden />
        <span className="catalog-action-label">{t('Save as')}</span>
      </Button>
    </>
  )
}

interface AskedDialogsProps {
  asked: ViewDialog | undefined
  actions: ReturnType<typeof useViewActions>
  onClose: () => void
}

function AskedDialogs({ asked, actions, onClose }: AskedDialogsProps) {
  const renamed = asked?.kind === 'rename' ? asked.view : undefined
  return (
    <>
      <ViewNameDialog
        title={renamed ? t('Rename the view') : t('Save as a view')}
        start={renamed?.name ?? ''}
        action={renamed ? t('Rename') : t('Save the view')}
        open={asked !== undefined && asked.kind !== 'delete'}
        onClose={onClose}
        onSubmit={(name) => (renamed ? actions.rename(renamed.id, name) : actions.saveAs(name))}
      />
      <DeleteViewDialog
        view={asked?.kind === 'delete' ? asked.view : undefined}
        onClose={onClose}
        onDelete={(id) => void actions.remove(id)}
      />
    </>
  )
}

interface ViewMenuProps {
  gridViews: GridViews
  actions: ReturnType<typeof useViewActions>
  name: string
  may: May
  onAsk: (asked: ViewDialog) => void
}

function ViewMenu({ gridViews, actions, name, may, onAsk }: ViewMenuProps) {
  const openDialog = useOpenDialog()
  const { type, views, active, isDirty, choose } = gridViews
  const trigger = (
    <Button
      variant="ghost"
      className="view-button"
      aria-label={isDirty ? t('View {name}, changed', { name }) : t('View {name}', { name })}
    >
      <span className="view-name">{name}</span>
      {isDirty && <span className="view-dirty" aria-hidden />}
      <ChevronDown aria-hidden />
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <ViewItem
        name={t('All {plural}', { plural: inSentence(typeTexts()[type].plural) })}
        isActive={active === undefined}
        onSelect={() => choose(undefined)}
      />
      {views.map((view) => (
        <ViewItem
          key={view.id}
          name={view.name}
          isActive={view.id === active?.id}
          isDefault={view.is_default}
          onSelect={() => choose(view)}
        />
      ))}
      {(isDirty || may('views')) && <MenuSeparator />}
      {isDirty && (
        <MenuItem icon={Undo2} onSelect={() => choose(active)}>
          {t('Discard the changes')}
        </MenuItem>
      )}
      {may('views') && (
        <MenuItem icon={SaveAll} onSelect={() => onAsk({ kind: 'save-as' })}>
          {t('Save as a view…')}
        </MenuItem>
      )}
      {may('worklists') && (
        <MenuItem icon={ListTodo} onSelect={() => openDialog({ kind: 'worklist', scope: 'view' })}>
          {t('Save as a worklist…')}
        </MenuItem>
      )}
      {may('views') && active !== undefined && <ActiveItems view={active} actions={actions} onAsk={onAsk} />}
    </Menu>
  )
}

function ActiveItems({
  view,
  actions,
  onAsk,
}: { view: GridView } & Pick<ViewMenuProps, 'actions' | 'onAsk'>) {
  const { id, is_default: isDefault } = view
  return (
    <>
      <MenuItem icon={Pencil} onSelect={() => onAsk({ kind: 'rename', view })}>
        {t('Rename…')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => void actions.duplicate(id)}>
        {t('Duplicate')}
      </MenuItem>
      <MenuItem icon={isDefault ? StarOff : Star} onSelect={() => void actions.setDefault(id, !isDefault)}>
        {isDefault ? t('Do not open with this view') : t('Make default')}
      </MenuItem>
      <MenuItem icon={Trash2} onSelect={() => onAsk({ kind: 'delete', view })}>
        {t('Delete…')}
      </MenuItem>
    </>
  )
}

interface ViewItemProps {
  name: string
  isActive: boolean
  isDefault?: boolean
  onSelect: () => void
}

function ViewItem({ name, isActive, isDefault = false, onSelect }: ViewItemProps) {
  return (
    <MenuItem
      {...(isActive && { icon: Check })}
      hint={isDefault ? <span className="view-default">{t('default')}</span> : undefined}
      onSelect={onSelect}
    >
      {name}
    </MenuItem>
  )
}

/** The actions on saved views. A failure is shown in a toast; a taken name is thrown for the dialog. */
function useViewActions({ type, views, active, content, choose }: GridViews) {
  const { workspace } = useWorkspace()
  const { change } = useLocation()
  const queryClient = useQueryClient()
  const { queryKey } = viewsQuery(workspace.id, type)
  const keep = (next: readonly GridView[]): void => void queryClient.setQueryData(queryKey, [...next])
  const put = (view: GridView): void => {
    const others = views.map((known) => (view.is_default ? { ...known, is_default: false } : known))
    const isKnown = others.some(({ id }) => id === view.id)
    keep(isKnown ? others.map((known) => (known.id === view.id ? view : known)) : [...others, view])
  }
  const patch = async (id: string, part: ViewPatch): Promise<void> =>
    put(await updateView(workspace.id, id, part))

  return {
    save: () =>
      attempt(t('The view could not be saved'), async () => {
        if (active === undefined || content === undefined) return
        await patch(active.id, content)
        showSuccess(t('{name} was saved', { name: active.name }))
      }),
    saveAs: async (name: string): Promise<void> => {
      const view = await createView(workspace.id, { ...content, name, entity_type: type })
      put(view)
      // The screen already shows the saved content, so nothing is applied from the view.
      gridLayoutOf(workspace.id, type).appliedView.set({ id: view.id })
      change({ savedView: view.id }, true)
    },
    rename: (id: string, name: string): Promise<void> => patch(id, { name }),
    setDefault: (id: string, isDefault: boolean) =>
      attempt(t('The default could not be changed'), () => patch(id, { is_default: isDefault })),
    duplicate: (id: string) =>
      attempt(t('The view could not be duplicated'), async () => {
        const view = await duplicateView(workspace.id, id)
        put(view)
        choose(view)
      }),
    remove: (id: string) =>
      attempt(t('The view could not be deleted'), async () => {
        await deleteView(workspace.id, id)
        if (active?.id === id) choose(undefined)
        keep(views.filter((view) => view.id !== id))
      }),
  }
}

async function attempt(title: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(title, { description: errorText(error) })
  }
}
