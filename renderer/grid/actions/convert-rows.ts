import { convertProducts } from '../../api/variants-queries.ts'
import { t } from '../../ui/text.ts'
import { errorText, showError } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { joiningIn } from '../data/variants-state.ts'
import { offerUndo } from './history.ts'
import { selectedIds } from './selected-ids.ts'

/** Asks for the product that the selected ones become variants of. */
export async function joinVariants(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (session.type !== 'product') return session.announce(t('Only products have variants.'))
  if (!ids || ids.length < 2) return session.announce(t('Select two saved products or more first.'))
  joiningIn(session).set(ids)
}

/** Makes the selected variants products of their own, with what they show of their parent. */
export async function partVariants(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (session.type !== 'product') return session.announce(t('Only products have variants.'))
  if (!ids || ids.length === 0) return
  await session.queue.follow(async () => {
    try {
      const { edit_id: editId } = await convertProducts(session.api, { ids: [...ids], to: 'products' })
      if (editId === null) return session.announce(t('These are products of their own already.'))
      showConverted(session, editId, ids.length)
    } catch (error) {
      showError(t('The variants could not be moved'), { description: errorText(error) })
    }
  })
}

export function showConverted(session: GridSession, editId: string, count: number): void {
  const title = t('{count, plural, one {# product} other {# products}} moved', { count })
  session.log.add({ label: title, steps: [{ kind: 'edit', editId }] })
  session.source.get()?.refresh()
  offerUndo(session, title)
  session.announce(`${title}.`)
}
