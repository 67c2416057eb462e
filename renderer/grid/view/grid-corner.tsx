import { Menu } from '@base-ui/react/menu'
import { Check, Columns3, Plus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useGrid } from './grid-context.ts'
import { headerHeight } from './viewport.ts'

/** At the right end of the header: which columns are shown, and a new one. */
export function GridCorner() {
  const { session, table, page, onAddAttribute } = useGrid()
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    session.offer({ leave: () => corner.current?.querySelector('button')?.focus() })
  }, [session])
  return (
    <div ref={corner} className="grid-corner" style={{ height: headerHeight }}>
      <Menu.Root>
        <Menu.Trigger className="grid-corner-button" aria-label="Columns" title="Show and hide columns">
          <Columns3 size={15} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal container={page}>
          <Menu.Positioner sideOffset={4} align="end" collisionPadding={8} className="ui-positioner">
            <Menu.Popup className="ui-popup ui-menu">
              {table.getAllLeafColumns().map((leaf) => (
                <Menu.CheckboxItem
                  key={leaf.id}
                  className="ui-menu-item"
                  checked={leaf.getIsVisible()}
                  disabled={!leaf.getCanHide()}
                  onCheckedChange={(isVisible) => leaf.toggleVisibility(isVisible)}
                >
                  <span className="ui-menu-item-check">
                    <Menu.CheckboxItemIndicator>
                      <Check aria-hidden />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  <span>{leaf.columnDef.meta?.column.name}</span>
                  <span />
                </Menu.CheckboxItem>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <button
        type="button"
        className="grid-corner-button"
        aria-label="Add an attribute"
        title="Add an attribute"
        onClick={onAddAttribute}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  )
}
