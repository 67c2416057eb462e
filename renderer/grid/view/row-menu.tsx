import { Menu } from '@base-ui/react/menu'
import { useSelector } from '@tanstack/react-store'
import { Fragment, useLayoutEffect } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { gridRuns } from '../actions/grid-commands.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import { rowMenuItems, type RowMenuItem } from './row-menu-items.ts'

/** What can be done with the selected rows and cells, by the right button or by the menu key. */
export function RowMenu() {
  const { session, page, gridId } = useGrid()
  const { isOpen, x, y } = useSelector(session.rowMenu)
  const close = (): void => session.rowMenu.set((menu) => ({ ...menu, isOpen: false }))

  useLayoutEffect(() => {
    session.offer({
      openRowMenu: () => {
        const cursor = session.selection.get()?.cursor
        if (!cursor) return
        session.view.reveal(cursor)
        const cell = document.getElementById(activeCellId(gridId))?.getBoundingClientRect()
        session.rowMenu.set({ isOpen: true, x: cell?.left ?? 0, y: cell?.bottom ?? 0 })
      },
    })
  }, [session, gridId])

  const run = ({ id }: RowMenuItem): void => {
    close()
    // The menu gives the focus back to the grid first.
    setTimeout(() => gridRuns[id](session), 0)
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
            aria-label="Rows"
            // Where the menu key opens the browser's own menu when it is let go.
            onContextMenu={(event) => event.preventDefault()}
          >
            {isOpen && <Items onRun={run} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Items({ onRun }: { onRun: (item: RowMenuItem) => void }) {
  const { session } = useGrid()
  return rowMenuItems(session).map((items, index) => (
    <Fragment key={items[0]?.id}>
      {index > 0 && <Menu.Separator className="ui-menu-separator" />}
      {items.map((item) => (
        <Menu.Item key={item.id} className="ui-menu-item" onClick={() => onRun(item)}>
          <item.icon aria-hidden />
          <span>{item.text}</span>
          {item.keys === undefined ? <span /> : <Kbd keys={item.keys} />}
        </Menu.Item>
      ))}
    </Fragment>
  ))
}
