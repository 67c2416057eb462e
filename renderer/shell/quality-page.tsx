import { useMemo, useEffect, type ComponentType } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { formatCell } from '../grid/cells/registry.ts'
import { GridPage } from '../grid/grid-page.tsx'
import { currentFormats } from '../grid/model/formats.ts'
import { detailOf } from '../grid/data/detail-state.ts'
import { openSession } from '../grid/actions/open-sessions.ts'
import { HistoryButtons } from '../grid/view/selection-summary.tsx'
import type { FindingWording } from '../quality/finding-table.tsx'
import { type ProblemRowsProps, ProblemsPage } from '../quality/problems-page.tsx'
import { QualitySurface } from '../quality/quality-surface.tsx'
import { RulesPage } from '../quality/rules-page.tsx'
import { useAllColumns } from '../query/use-grid-columns.ts'
import { SimilarValuesPage } from '../similar-values/similar-values-page.tsx'
import { useOpenAttribute } from '../state/attribute-page.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { WordedDuplicates } from './worded-duplicates.tsx'

/** Quality with the rows of each problem in the grid. */
export function QualityPage() {
  const wording = useWording()
  return (
    <QualitySurface
      problems={
        <ProblemsPage
          wording={wording}
          Rows={ProblemRows}
          similarValues={<SimilarValuesPage />}
          duplicates={<WordedDuplicates />}
        />
      }
      rules={<RulesPage wording={wording} />}
    />
  )
}

function useWording(): FindingWording {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const formats = currentFormats()
  return useMemo(
    () => ({
      columns,
      format: (value, column, type) => formatCell(value, column, { api, type, formats }),
    }),
    [api, columns, formats],
  )
}

/** The width from which one row in full stands beside the rows unasked. */
const wideFrom = 1400

const ProblemRows: ComponentType<ProblemRowsProps> = ({ type, actions, ...props }) => {
  const { workspace } = useWorkspace()
  const openAttribute = useOpenAttribute()
  useRowInFull(workspace.id, type)
  return (
    <>
      <div className="problem-bar">
        <Allowed to="rows">
          <HistoryButtons />
        </Allowed>
        {actions}
      </div>
      <GridPage
        {...props}
        workspaceId={workspace.id}
        entityType={type}
        onAddAttribute={() => openAttribute({ type })}
      />
    </>
  )
}

function useRowInFull(workspaceId: string, type: EntityType): void {
  useEffect(() => {
    if (window.innerWidth < wideFrom) return undefined
    const detail = detailOf(openSession(workspaceId, type))
    const { isOpen } = detail.get()
    detail.set((before) => ({ ...before, isOpen: true }))
    return () => detail.set((before) => ({ ...before, isOpen }))
  }, [workspaceId, type])
}
