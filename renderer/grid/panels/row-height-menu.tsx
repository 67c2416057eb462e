import { useSelector } from '@tanstack/react-store'
import { Rows3 } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import type { RowHeight } from '#shared/views.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import { gridLayoutOf } from '../../state/grid-layout.ts'
import { byLanguage, t } from '../../ui/text.ts'

const choices = byLanguage((): readonly { readonly value: RowHeight; readonly label: string }[] => [
  { value: 'compact', label: t('Compact') },
  { value: 'normal', label: t('Normal') },
  { value: 'tall', label: t('Tall') },
  { value: 'extra_tall', label: t('Extra tall') },
])

/** Chooses one of the four heights that rows can have. */
export function RowHeightMenu({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const look = gridLayoutOf(workspace.id, type)
  const rowHeight = useSelector(look.rowHeight)
  const trigger = (
    <Button variant="ghost">
      <Rows3 aria-hidden />
      {t('Row height')}
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={t('Row height')}
        value={rowHeight}
        choices={choices()}
        onChange={(next) => look.rowHeight.set(next)}
      />
    </Menu>
  )
}
