import { FolderTree, Table2 } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import { useLocation } from '../query/location.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'

export function hasTree(type: EntityType): boolean {
  return type === 'product' || type === 'category'
}

export function TreeToggle({ type }: { type: EntityType }) {
  const { location, change } = useLocation()
  const isTree = location.shape === 'tree'
  const toggle = (): void => change({ shape: isTree ? undefined : 'tree' })
  if (type === 'product') {
    return (
      <Button variant="ghost" aria-pressed={isTree} onClick={toggle}>
        <FolderTree aria-hidden />
        {t('Categories')}
      </Button>
    )
  }
  return (
    <Button variant="ghost" onClick={toggle}>
      {isTree ? <Table2 aria-hidden /> : <FolderTree aria-hidden />}
      {isTree ? t('Show the grid') : t('Show the tree')}
    </Button>
  )
}
