import { Menu } from '@base-ui/react/menu'
import { CopyCheck, Merge } from 'lucide-react'
import { useOpenDialog } from '../../state/dialogs.ts'
import { t } from '../../ui/text.ts'
import { fewestMerged, mergeRows, maxMerged } from '../actions/merge-rows.ts'
import { searchRows } from '../actions/search-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import { useMay } from '../../state/rights.ts'

/** What is done with two or more rows: they are made one where they fit side by side, or compared with each other. */
export function SeveralRows({ rows }: { readonly rows: number }) {
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
