import { ClipboardCheck } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import { useProviders } from '../../api/providers-queries.ts'
import { createPlace } from '../../query/place.ts'
import type { ReviewFilter } from '../../query/review-filter.ts'
import { goTo } from '../../query/use-place.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoProvider } from '../no-provider.tsx'
import { t } from '../../ui/text.ts'

interface NothingOpenProps {
  readonly filter: ReviewFilter
  readonly type: EntityType
  readonly onFilter: (filter: ReviewFilter) => void
}

/** Stands in the place of the list where no proposal waits, or none that fits. */
export function NothingOpen({ filter, type, onFilter }: NothingOpenProps) {
  const { workspace } = useWorkspace()
  const { hasNone } = useProviders()
  const isNarrowed = Object.keys(filter).some((name) => name !== 'type')
  if (isNarrowed)
    return (
      <EmptyState
        icon={ClipboardCheck}
        title={t('No open proposals match')}
        actions={<Button onClick={() => onFilter({ type })}>{t('Show all proposals')}</Button>}
      >
        <p>{t('Choose fewer filters, or show all open proposals.')}</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={t('Nothing to review')}
      actions={
        <Button onClick={() => goTo(createPlace(workspace.id, 'attributes'))}>
          {t('Choose what is generated')}
        </Button>
      }
    >
      <p>
        {t(
          'Values that models, agents and scripts propose wait here until you decide. Switch on Generated for an attribute, then start a run from the grid; an agent or script can propose values for any attribute.',
        )}
      </p>
      {hasNone && <NoProvider />}
    </EmptyState>
  )
}
