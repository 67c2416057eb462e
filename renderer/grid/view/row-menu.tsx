import { Menu } from '@base-ui/react/menu'
import { useSelector } from '@tanstack/react-store'
import { ChevronRight, CopyCheck, CopyPlus, ListTodo, Merge, Sparkles } from 'lucide-react'
import { Fragment, useLayoutEffect } from 'react'
import { useOpenDialog } from '../../state/dialogs.ts'
import { useMay } from '../../state/rights.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { t } from '../../ui/text.ts'
import { gridRuns } from '../actions/grid-commands.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import { isFurtherCopy, type RowMenuItem, rowMenuItems, subjectOf } from './row-offers.ts'
import { fewestMerged, mergeRows, maxMerged, searchRows } from '../actions/search-rows.ts'

export function RowMenu() {
  const { session, page, gridId } = useGrid()
  const { isOpen, x, y } = useSelector(session.rowMenu)
  const close = (): void => session.rowMenu.set((menu) => ({ ...menu, isOpen: false }))

  useLayoutEffect(() => {
    session.offer({
      openRowMenu: () => {
        const cursor = session.selection.get()?.cursor
        if (!cursor) return
        session.screen.reveal(cursor)
        const cell = document.getElementById(activeCellId(gridId))?.getBoundingClientRect()
        session.rowMenu.set({ isOpen: true, x: cell?.left ?? 0, y: cell?.bottom ?? 0 })
      },
    })
  }, [session, gridId])

  const run = ({ id }: RowMenuItem): void => {
    close()
    // The menu first returns the focus to the grid.
    setTimeout(() => gridRuns()[id](session), 0)
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Menu.Portal container={page}>
        <Menu.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className="ui-positioner"
        >
          <Menu.Popup
            className="ui-popup ui-menu"
            aria-label={t('Rows')}
            // Releasing the menu key would otherwise open the browser's own menu.
            onContextMenu={(event) => event.preventDefault()}
          >
            {isOpen && <Items onRun={run} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function GenerateItem() {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const isAllowed = useMay()('generation')
  if (!isAllowed || !session.hasGenerated || subjectOf(session)?.kind !== 'row') return null
  const open = () => openDialog({ kind: 'generate', type: session.type, scope: 'selection' })
  return (
    <Menu.Item className="ui-menu-item" onClick={open}>
      <Sparkles aria-hidden />
      <span>{t('Generate values…')}</span>
      <span />
    </Menu.Item>
  )
}

function WorklistItem() {
  const openDialog = useOpenDialog()
  if (!useMay()('worklists')) return null
  return (
    <Menu.Item className="ui-menu-item" onClick={() => openDialog({ kind: 'worklist', scope: 'selection' })}>
      <ListTodo aria-hidden />
      <span>{t('Save as a worklist…')}</span>
      <span />
    </Menu.Item>
  )
}

function Items({ onRun }: { onRun: (item: RowMenuItem) => void }) {
  const { session } = useGrid()
  const subject = subjectOf(session)
  const rows = subject?.kind === 'row' ? subject.rows : 0
  return rowMenuItems(session).map((items, index) => (
    <Fragment key={items[0]?.id}>
      {index > 0 && <Menu.Separator className="ui-menu-separator" />}
      {items
        .filter((item) => !isFurtherCopy(item))
        .map((item) => (
          <Fragment key={item.id}>
            <CommandItem item={item} onRun={onRun} />
            {item.id === 'copy-cells' && <CopyMenu items={items.filter(isFurtherCopy)} onRun={onRun} />}
          </Fragment>
        ))}
      {items.some(({ id }) => id === 'details') && <SeveralRows rows={rows} />}
      {items.some(({ id }) => id === 'edit-cells') && <GenerateItem />}
      {items.some(({ id }) => id === 'trash-rows') && <WorklistItem />}
    </Fragment>
  ))
}

interface CommandItemProps {
  readonly item: RowMenuItem
  readonly onRun: (item: RowMenuItem) => void
}

function CommandItem({ item, onRun }: CommandItemProps) {
  return (
    <Menu.Item className="ui-menu-item" onClick={() => onRun(item)}>
      <item.icon aria-hidden />
      <span>{item.text}</span>
      {item.keys === undefined ? <span /> : <Kbd keys={item.keys} />}
    </Menu.Item>
  )
}

interface CopyMenuProps extends Pick<CommandItemProps, 'onRun'> {
  readonly items: readonly RowMenuItem[]
}

function CopyMenu({ items, onRun }: CopyMenuProps) {
  const { page } = useGrid()
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="ui-menu-item">
        <CopyPlus aria-hidden />
        <span>{t('Copy as')}</span>
        <ChevronRight aria-hidden />
      </Menu.SubmenuTrigger>
      <Menu.Portal container={page}>
        <Menu.Positioner className="ui-positioner" sideOffset={2} collisionPadding={8}>
          <Menu.Popup className="ui-popup ui-menu">
            {items.map((item) => (
              <CommandItem key={item.id} item={item} onRun={onRun} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

function SeveralRows({ rows }: { readonly rows: number }) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const may = useMay()
  if (rows < fewestMerged) return null
  return (
    <>
      {rows <= maxMerged && may('merging') && (
        <Menu.Item className="ui-menu-item" onClick={() => void mergeRows(session, openDialog)}>
          <Merge aria-hidden />
          <span>{t('Merge {rows} rows…', { rows })}</span>
          <span />
        </Menu.Item>
      )}
      {may('duplicates') && (
        <Menu.Item className="ui-menu-item" onClick={() => void searchRows(session)}>
          <CopyCheck aria-hidden />
          <span>{t('Find duplicates among {rows} rows', { rows })}</span>
          <span />
        </Menu.Item>
      )}
    </>
  )
}
