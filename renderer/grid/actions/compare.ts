import { isDraftId } from '../data/draft-rows.ts'
import { comparedIn, fewestCompared, maxCompared } from '../data/compare-state.ts'
import type { GridSession } from '../data/grid-session.ts'
import { listRowIds, selectedRows } from './bulk-target.ts'
import { t } from '../../ui/text.ts'

/** Opens the selected rows side by side; says how many it takes where they are too few or too many. */
export async function compareSelected(session: GridSession): Promise<void> {
  const { spans, count } = selectedRows(session)
  const isFew = count >= fewestCompared && count <= maxCompared
  const ids = isFew ? (await listRowIds(session, session.query, spans)).filter((id) => !isDraftId(id)) : []
  if (ids.length >= fewestCompared) comparedIn(session).set(ids)
  else
    session.announce(
      t('Select {fewestCompared} to {maxCompared} saved rows, then compare them.', {
        fewestCompared,
        maxCompared,
      }),
    )
}
